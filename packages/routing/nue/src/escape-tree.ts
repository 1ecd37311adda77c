import type { AcyclicTurns, SwitchLinks } from "@fabriclab/paths";

/** Paths that are always there: those of a spanning tree, which closes no cycle; one tree for each part of a fabric that is not joined. */
export interface EscapeTree {
  /** Switch -> the link to its parent, -1 at a root. */
  readonly up: Int32Array;
  /** Switch -> the root of its tree. */
  readonly root: Int32Array;
  /** Link -> its place when those upwards come first, the deepest before, and those downwards last: an order that all paths up and then down keep. */
  readonly place: Int32Array;
}

/**
 * A breadth-first tree from `centre`; where it does not reach everything, further ones from switches in order.
 *
 * O(links · log links).
 */
export function escapeTree(links: SwitchLinks, centre: number): EscapeTree {
  const { switchCount, start, to, back, channel } = links;
  const up = new Int32Array(switchCount).fill(-1);
  const root = new Int32Array(switchCount).fill(-1);
  const queue: number[] = [];
  const grow = (first: number): void => {
    if ((root[first] ?? 0) >= 0) return;
    root[first] = first;
    let at = queue.push(first) - 1;
    for (let sw = first; ; sw = queue[at] ?? 0) {
      for (let link = start[sw] ?? 0; link < (start[sw + 1] ?? 0); link++) {
        const next = to[link] ?? 0;
        if ((root[next] ?? 0) >= 0) continue;
        root[next] = first;
        up[next] = back[link] ?? -1;
        queue.push(next);
      }
      if (++at >= queue.length) return;
    }
  };
  grow(centre);
  for (let sw = 0; sw < switchCount; sw++) grow(sw);
  const turnOf = new Int32Array(switchCount);
  for (const [turn, sw] of queue.entries()) turnOf[sw] = turn;
  // Between switches of one depth the direction is up towards the one that was found first.
  const key = Int32Array.from(channel, (_, link) => {
    const from = turnOf[to[back[link] ?? 0] ?? 0] ?? 0;
    const into = turnOf[to[link] ?? 0] ?? 0;
    return into < from ? -from - 1 : from + 1;
  });
  const place = new Int32Array(channel.length);
  const sorted = Array.from(channel.keys()).sort(
    (a, b) => (key[a] ?? 0) - (key[b] ?? 0) || a - b,
  );
  for (const [i, link] of sorted.entries()) place[link] = i;
  return { up, root, place };
}

/**
 * The links by which all switches reach `destination` along the tree, into `out` (-1 at the destination and where the tree does not reach).
 *
 * Complexity: O(switches).
 */
export function escapeTo(
  { up, root }: EscapeTree,
  { to, back }: SwitchLinks,
  destination: number,
  out: Int32Array,
): void {
  for (const [sw, link] of up.entries())
    out[sw] = root[sw] === root[destination] ? link : -1;
  // On the way from the root to the destination the path leads down.
  let below = -1;
  for (let sw = destination; ;) {
    const link = up[sw] ?? -1;
    out[sw] = below;
    if (link < 0) break;
    below = back[link] ?? -1;
    sw = to[link] ?? 0;
  }
}

/** Adds the turns of all paths to `destination` along the tree. */
export function holdEscape(
  links: SwitchLinks,
  out: Int32Array,
  turns: AcyclicTurns,
): void {
  for (const link of out) {
    if (link < 0) continue;
    const next = out[links.to[link] ?? 0] ?? -1;
    if (next >= 0) turns.add(link, next);
  }
}
