import { AcyclicOrder } from "./acyclic-order.ts";

/** A weighted directed graph as a list of edges; vertices are any numbers. */
export interface WeightedEdges {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly weight: readonly number[];
}

/**
 * Edges (their places in the list) without which the graph is acyclic: heavy edges are let in first, and an edge that would close a cycle with those that are in
 * is left out.
 *
 * Complexity: O(E log E), and that of `AcyclicOrder`.
 */
export function feedbackEdges({ from, to, weight }: WeightedEdges): number[] {
  const order = new AcyclicOrder();
  const out: number[] = [];
  const heaviest = weight
    .map((_, edge) => edge)
    .sort((a, b) => (weight[b] ?? 0) - (weight[a] ?? 0) || a - b);
  for (const edge of heaviest)
    if (!order.add(from[edge] ?? 0, to[edge] ?? 0)) out.push(edge);
  return out.sort((a, b) => a - b);
}
