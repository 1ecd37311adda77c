import type { Adjacency } from "./adjacency.ts";

/** A tree of switches, and the ways to it. */
export interface GrownTree {
  /** Between switches. */
  readonly cables: number;
  /** Switch -> cables to the nearest switch of the tree; 65535 where there is no way. */
  readonly distance: Uint16Array;
}

const FAR = 0xffff;

/**
 * A cheap tree that joins switches: from one of them it grows by a shortest way to the terminal that is nearest to all of the tree, until it has them all.
 * At most twice as many cables as the best tree, less a t-th for t terminals. (Takahashi, Matsuyama: An approximate solution for the Steiner problem in
 * graphs. Mathematica Japonica 24(6), 1980)
 *
 * Distances to the tree are not searched anew but lowered as it grows.
 *
 * Complexity: O(cables · diameter): no distance is lowered more often than that.
 *
 * @param terminals different switches that can reach each other; the first is where the tree begins
 */
export function shortestPathTree(
  { start, to }: Adjacency,
  terminals: readonly number[],
): GrownTree {
  const switches = start.length - 1;
  const distance = new Uint16Array(switches).fill(FAR);
  const towards = new Int32Array(switches).fill(-1);
  const waits = new Uint8Array(switches);
  for (const sw of terminals) waits[sw] = 1;
  /** Distance to the tree -> terminals that had it once. */
  const near: number[][] = [];
  let cables = 0;
  const grow = (from: readonly number[]): void => {
    const queue = [...from];
    // An array is walked on while it grows.
    for (const sw of queue) {
      const next = (distance[sw] ?? 0) + 1;
      const end = start[sw + 1] ?? 0;
      for (let at = start[sw] ?? 0; at < end; at++) {
        const node = to[at] ?? 0;
        if ((distance[node] ?? 0) <= next) continue;
        distance[node] = next;
        towards[node] = sw;
        queue.push(node);
        if (waits[node] === 1) (near[next] ??= []).push(node);
      }
    }
  };
  const [first] = terminals;
  if (first === undefined) return { cables, distance };
  distance[first] = 0;
  waits[first] = 0;
  grow([first]);
  for (let far = 1; far < near.length; far++) {
    const terminal = near[far]?.pop();
    if (terminal === undefined) continue;
    // A terminal may have come nearer since, or be in the tree.
    const isNearest = waits[terminal] === 1 && distance[terminal] === far;
    far = 0;
    if (!isNearest) continue;
    const way: number[] = [];
    for (let sw = terminal; (distance[sw] ?? 0) > 0; sw = towards[sw] ?? 0)
      way.push(sw);
    cables += way.length;
    for (const sw of way) {
      distance[sw] = 0;
      waits[sw] = 0;
    }
    grow(way);
  }
  return { cables, distance };
}
