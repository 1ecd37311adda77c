import type { SwitchLinks } from "@fabriclab/paths";

/**
 * The shortest paths of OpenSM's lash: (switch, destination switch) -> the link that it leaves by, at `switch · switchCount + destination`; -1 at the
 * destination and where no path leads.
 *
 * Switches take turns in map order. A breadth-first tree grows from each, its links looked at by port number, and gives every switch in it its way to the
 * switches below, where an earlier tree has not. Between two switches the cable of the lowest port is used, and no other.
 *
 * Complexity: O(switches · (links + switches · depth)) time, 4 · switches² bytes.
 */
export function firstLinks(
  links: SwitchLinks,
  mapOrder: Int32Array,
): Int32Array {
  const { switchCount, start, to } = links;
  const table = new Int32Array(switchCount ** 2).fill(-1);
  // Switch -> the first link from its parent in the tree to it.
  const parentLink = new Int32Array(switchCount);
  const parent = new Int32Array(switchCount);
  const seen = new Int32Array(switchCount).fill(-1);
  const queue = new Int32Array(switchCount);
  for (const root of mapOrder) {
    queue[0] = root;
    seen[root] = root;
    parent[root] = -1;
    let tail = 1;
    for (let head = 0; head < tail; head++) {
      const at = queue[head] ?? 0;
      for (let above = at; (parent[above] ?? -1) >= 0;) {
        const from = parent[above] ?? 0;
        const entry = from * switchCount + at;
        if ((table[entry] ?? -1) < 0) table[entry] = parentLink[above] ?? 0;
        above = from;
      }
      const end = start[at + 1] ?? 0;
      for (let link = start[at] ?? 0; link < end; link++) {
        const next = to[link] ?? 0;
        if (seen[next] === root) continue;
        seen[next] = root;
        parent[next] = at;
        parentLink[next] = link;
        queue[tail++] = next;
      }
    }
  }
  return table;
}
