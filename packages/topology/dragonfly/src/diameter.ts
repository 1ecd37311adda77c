import { otherEnd } from "@fabriclab/fabric";
import { cablesOf, groupsOf, type DragonflySize } from "./size.ts";

/**
 * Switches on the longest shortest path, from host to host. 4 in most dragonflies: two of a group on either side of the cable between the groups. Fewer where groups are
 * of one switch, or joined by so many cables that one or both of its ends are there already.
 *
 * All groups see the others alike, so one is the source. Complexity: O(a · a·g · (a + h)).
 */
export function diameterOf(size: DragonflySize): number {
  const { switchesPerGroup } = size;
  let longest = 0;
  for (let from = 0; from < switchesPerGroup; from++)
    longest = Math.max(longest, depthFrom(size, from));
  return longest + 1;
}

/** Links to the switch that is farthest from one of group 0. */
function depthFrom(size: DragonflySize, from: number): number {
  const { switchesPerGroup: a, globalLinks: h } = size;
  const groups = groupsOf(size);
  const cables = cablesOf(size);
  const seen = new Uint8Array(groups * a);
  seen[from] = 1;
  let depth = 0;
  for (let wave = [from]; ; depth++) {
    const next: number[] = [];
    const reach = (sw: number): void => {
      if (seen[sw] === 1) return;
      seen[sw] = 1;
      next.push(sw);
    };
    for (const sw of wave) {
      const group = Math.floor(sw / a);
      const place = sw % a;
      for (let other = 0; other < a; other++) reach(group * a + other);
      for (let link = 0; link < h; link++) {
        const end = otherEnd({ group, port: place * h + link }, groups, cables);
        if (end !== undefined) reach(end.group * a + Math.floor(end.port / h));
      }
    }
    if (next.length === 0) return depth;
    wave = next;
  }
}
