import { byIndex, type PortGroup, type TreeSwitch } from "./tree.ts";

/** Greatest number in one place of an index. */
const LAST = 254;

/**
 * Gives every switch that is reached an index: its rank, then one number for each level. A breadth-first walk starts at the first leaf, with zeros; a switch
 * found below or above gets the index of the one it was found from with the place of the level in between changed to the first number that is free. Port
 * groups are sorted by the indexes of their neighbours on the way.
 *
 * Complexity: O(groups · radix).
 */
export function indexSwitches(start: TreeSwitch, leafRank: number): void {
  const taken = new Set<string>();
  const give = (sw: TreeSwitch, index: readonly number[]): void => {
    sw.index = index;
    taken.add(index.join());
  };
  const free = (
    from: readonly number[],
    rank: number,
    place: number,
  ): number[] | undefined => {
    const index = [...from];
    index[0] = rank;
    for (let number = 0; number <= LAST; number++) {
      index[place] = number;
      if (!taken.has(index.join())) return index;
    }
    return undefined;
  };
  give(start, [start.rank, ...new Array<number>(leafRank).fill(0)]);
  const queue = [start];
  const meet = (groups: readonly PortGroup[], from: TreeSwitch): void => {
    for (const { remote } of groups) {
      if (remote === undefined || remote.index.length > 0) continue;
      const down = remote.rank > from.rank;
      const rank = from.rank + (down ? 1 : -1);
      const index = free(from.index, rank, down ? rank : from.rank);
      if (index === undefined) continue;
      give(remote, index);
      queue.push(remote);
    }
  };
  const byRemote = (a: PortGroup, b: PortGroup): number =>
    byIndex(a.remote, b.remote);
  for (const at of queue) {
    if (at.rank < leafRank) {
      meet(at.lower, at);
      at.lower.sort(byRemote);
    }
    if (at.rank !== 0) {
      meet(at.upper, at);
      at.upper.sort(byRemote);
    }
  }
}
