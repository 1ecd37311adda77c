import type { Adjacency } from "./adjacency.ts";

/** Larger than any tree, and no overflow when two are added. */
const FAR = 2 ** 29;

/** Steps that `cheapestTrees` takes for so many terminals: merges of subsets, and visits of neighbours. */
export const cheapestTreeSteps = (
  { start, to }: Adjacency,
  terminals: number,
): number =>
  (3 ** terminals * (start.length - 1)) / 2 + 2 ** terminals * to.length;

/**
 * Switch -> cables of the cheapest tree that joins it and all terminals, exactly.
 *
 * Dynamic programme over subsets of the terminals: the cheapest tree for a subset that holds a switch either branches there into trees of two
 * parts of the subset, or is one cable longer than that of a neighbour. All cables cost 1, so that the second step is a search by levels. (Dreyfus, Wagner:
 * The Steiner problem in graphs. Networks 1, 1971; the order of the two steps is that of Erickson, Monma and Veinott 1987.)
 *
 * Complexity: O(3^t · switches + 2^t · cables) for t terminals; 4 · 2^t bytes a switch.
 *
 * @param terminals different switches that can reach each other, at least one
 */
export function cheapestTrees(
  graph: Adjacency,
  terminals: readonly number[],
): Int32Array {
  const switches = graph.start.length - 1;
  const full = 2 ** terminals.length - 1;
  const trees: Int32Array[] = [];
  for (let set = 1; set <= full; set++) {
    const tree = new Int32Array(switches).fill(FAR);
    trees[set] = tree;
    const single = 31 - Math.clz32(set);
    if (set === 1 << single) tree[terminals[single] ?? 0] = 0;
    // Of the two parts the one with the highest terminal stands for both; such parts come first.
    for (
      let part = (set - 1) & set;
      part >= 1 << single;
      part = (part - 1) & set
    ) {
      const left = trees[part];
      const right = trees[set ^ part];
      if (left === undefined || right === undefined) continue;
      for (let sw = 0; sw < switches; sw++) {
        const both = (left[sw] ?? FAR) + (right[sw] ?? FAR);
        if (both < (tree[sw] ?? FAR)) tree[sw] = both;
      }
    }
    spread(graph, tree);
  }
  return trees[full] ?? new Int32Array(switches);
}

/** Lowers every value to that of a neighbour plus one, until none can be. */
function spread({ start, to }: Adjacency, value: Int32Array): void {
  const levels: number[][] = [];
  for (const [sw, level] of value.entries())
    if (level < FAR) (levels[level] ??= []).push(sw);
  for (let level = 0; level < levels.length; level++)
    for (const sw of levels[level] ?? []) {
      if (value[sw] !== level) continue;
      const end = start[sw + 1] ?? 0;
      for (let at = start[sw] ?? 0; at < end; at++) {
        const node = to[at] ?? 0;
        if ((value[node] ?? 0) <= level + 1) continue;
        value[node] = level + 1;
        (levels[level + 1] ??= []).push(node);
      }
    }
}
