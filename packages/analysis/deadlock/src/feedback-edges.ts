import { AcyclicOrder } from "./acyclic-order.ts";

/** A weighted directed graph as a list of edges; vertices are any numbers. */
export interface WeightedEdges {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly weight: readonly number[];
}

/**
 * Steps of searches for each edge, on average, before the order of the vertices is left as it is. Heavy edges have found their order by then.
 */
const STEPS_PER_EDGE = 60;

/**
 * Edges (their places in the list) without which the graph is acyclic: heavy edges are let in first, and an edge that would close a cycle with those that are in
 * is left out. On large graphs, where that takes too long, light edges are left out as well that only go against the order of the vertices so far.
 *
 * Complexity: O(E log E).
 */
export function feedbackEdges(graph: WeightedEdges): number[] {
  const { from, to, weight } = graph;
  const heaviest = weight
    .map((_, edge) => edge)
    .sort((a, b) => (weight[b] ?? 0) - (weight[a] ?? 0) || a - b);
  const order = new AcyclicOrder(
    STEPS_PER_EDGE * weight.length + 100_000,
    orderOfHeaviest(graph, heaviest),
  );
  const out: number[] = [];
  for (const edge of heaviest)
    if (!order.add(from[edge] ?? 0, to[edge] ?? 0)) out.push(edge);
  return out.sort((a, b) => a - b);
}

/** A topological order of as many of the heaviest edges as are acyclic together: most edges agree with it, and cost no search then. */
function orderOfHeaviest(
  graph: WeightedEdges,
  heaviest: readonly number[],
): readonly number[] {
  let best: readonly number[] = [];
  let [low, high] = [0, heaviest.length + 1];
  // The first `low` edges are acyclic, the first `high` are not or do not exist.
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const order = topological(graph, heaviest.slice(0, middle));
    if (order === undefined) high = middle;
    else [best, low] = [order, middle];
  }
  return best;
}

/** The vertices of some edges in topological order; undefined where they close a cycle. (Kahn 1962) */
function topological(
  { from, to }: WeightedEdges,
  edges: readonly number[],
): number[] | undefined {
  const next = new Map<number, number[]>();
  const waiting = new Map<number, number>();
  for (const edge of edges) {
    const [tail, head] = [from[edge] ?? 0, to[edge] ?? 0];
    const heads = next.get(tail);
    if (heads === undefined) next.set(tail, [head]);
    else heads.push(head);
    if (!waiting.has(tail)) waiting.set(tail, 0);
    waiting.set(head, (waiting.get(head) ?? 0) + 1);
  }
  const order: number[] = [];
  for (const [vertex, count] of waiting) if (count === 0) order.push(vertex);
  for (const vertex of order)
    for (const head of next.get(vertex) ?? []) {
      const left = (waiting.get(head) ?? 0) - 1;
      waiting.set(head, left);
      if (left === 0) order.push(head);
    }
  return order.length === waiting.size ? order : undefined;
}
