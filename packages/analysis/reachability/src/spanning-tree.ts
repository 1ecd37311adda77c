import type { Adjacency } from "./adjacency.ts";

/**
 * Length of a minimum spanning tree of the terminals' distances, by one search from all of them at once. (Mehlhorn: A faster approximation algorithm for
 * the Steiner problem in graphs. Information Processing Letters 27(3), 1988)
 *
 * Complexity: O(cables).
 *
 * @param terminals different switches that can reach each other
 */
export function spanningTreeLength(
  { start, to }: Adjacency,
  terminals: readonly number[],
): number {
  const switches = start.length - 1;
  const nearest = new Int32Array(switches).fill(-1);
  const distance = new Int32Array(switches);
  const queue: number[] = [...terminals];
  for (const [i, sw] of terminals.entries()) nearest[sw] = i;
  // An array is walked on while it grows.
  for (const at of queue) {
    const end = start[at + 1] ?? 0;
    for (let i = start[at] ?? 0; i < end; i++) {
      const node = to[i] ?? 0;
      if (nearest[node] !== -1) continue;
      nearest[node] = nearest[at] ?? -1;
      distance[node] = (distance[at] ?? 0) + 1;
      queue.push(node);
    }
  }
  /** Length of a way between two terminals -> pairs of terminals that have it. */
  const ways: (readonly [number, number])[][] = [];
  for (const at of queue) {
    const end = start[at + 1] ?? 0;
    for (let i = start[at] ?? 0; i < end; i++) {
      const node = to[i] ?? 0;
      if (node <= at || nearest[node] === nearest[at]) continue;
      const length = (distance[at] ?? 0) + (distance[node] ?? 0) + 1;
      (ways[length] ??= []).push([nearest[at] ?? 0, nearest[node] ?? 0]);
    }
  }
  return kruskal(terminals.length, ways);
}

/** Length of the ways that join all terminals, shortest first. */
function kruskal(
  terminals: number,
  ways: readonly (readonly (readonly [number, number])[])[],
): number {
  const parent = Array.from({ length: terminals }, (_, i) => i);
  const find = (i: number): number => {
    let at = i;
    for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) {
      parent[at] = parent[up] ?? up;
      at = parent[at] ?? at;
    }
    return at;
  };
  let total = 0;
  ways.forEach((pairs, length) => {
    for (const [a, b] of pairs) {
      const [left, right] = [find(a), find(b)];
      if (left === right) continue;
      parent[left] = right;
      total += length;
    }
  });
  return total;
}
