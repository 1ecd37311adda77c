import type { SwitchLinks } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";

/** A breadth-first spanning tree for every connected part of the fabric, and the order of the switches that goes with it. */
export interface UpDownOrder {
  /** Switch -> link (see `SwitchLinks`) to its parent in the tree; -1 at a root. */
  readonly parent: Int32Array;
  /** Switch -> its place when all are sorted by rank, and by NodeGUID within a rank. The smaller end of a link is its upper one. */
  readonly place: Int32Array;
  /** Switches by place. */
  readonly topDown: Int32Array;
}

/**
 * Ranks and trees by breadth-first search: switches are visited in the order in which they were found, their ports from the lowest. Parts that the roots
 * cannot reach get a root of their own, the switch of the smallest NodeGUID.
 *
 * Complexity: O(switches · log switches) once, then O(links) for the roots of an order.
 *
 * @param links of the fabric
 * @returns the order from some roots: one for a part that no cables join, or none
 */
export function upDownOrders(
  { switchCount, nodeGuid }: Fabric,
  { start, to, back }: SwitchLinks,
): (roots: readonly SwitchIx[]) => UpDownOrder {
  const byGuid = Int32Array.from({ length: switchCount }, (_, sw) => sw).sort(
    (a, b) => ((nodeGuid[a] ?? 0n) < (nodeGuid[b] ?? 0n) ? -1 : 1),
  );
  const queue = new Int32Array(switchCount);
  return (roots) => {
    const rank = new Int32Array(switchCount).fill(-1);
    const parent = new Int32Array(switchCount).fill(-1);
    let lowest = 0;
    const search = (root: number): void => {
      if (rank[root] !== -1) return;
      rank[root] = 0;
      queue[0] = root;
      let tail = 1;
      for (let head = 0; head < tail; head++) {
        const at = queue[head] ?? 0;
        const below = (rank[at] ?? 0) + 1;
        const end = start[at + 1] ?? 0;
        for (let link = start[at] ?? 0; link < end; link++) {
          const next = to[link] ?? 0;
          if (rank[next] !== -1) continue;
          rank[next] = below;
          lowest = Math.max(lowest, below);
          parent[next] = back[link] ?? -1;
          queue[tail++] = next;
        }
      }
    };
    for (const root of roots) search(root);
    for (const root of byGuid) search(root);
    return { parent, ...placed(byGuid, rank, lowest) };
  };
}

/** Sorts by rank; within a rank the GUIDs' order stays. @param lowest the greatest rank */
function placed(
  byGuid: Int32Array,
  rank: Int32Array,
  lowest: number,
): Pick<UpDownOrder, "place" | "topDown"> {
  // Rank -> the place of the next switch of that rank.
  const next = new Int32Array(lowest + 2);
  for (const sw of rank) next[sw + 1] = (next[sw + 1] ?? 0) + 1;
  for (let at = 1; at < next.length; at++)
    next[at] = (next[at] ?? 0) + (next[at - 1] ?? 0);
  const place = new Int32Array(rank.length);
  const topDown = new Int32Array(rank.length);
  for (const sw of byGuid) {
    const at = rank[sw] ?? 0;
    const free = next[at] ?? 0;
    place[sw] = free;
    topDown[free] = sw;
    next[at] = free + 1;
  }
  return { place, topDown };
}
