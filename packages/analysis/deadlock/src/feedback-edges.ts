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
  { from, to }: WeightedEdges,
  heaviest: readonly number[],
): readonly number[] {
  const vertices = new Map<number, number>();
  const numberOf = (name: number): number => {
    const known = vertices.get(name);
    if (known !== undefined) return known;
    vertices.set(name, vertices.size);
    return vertices.size - 1;
  };
  const tails = new Int32Array(heaviest.length);
  const heads = new Int32Array(heaviest.length);
  for (const [place, edge] of heaviest.entries()) {
    tails[place] = numberOf(from[edge] ?? 0);
    heads[place] = numberOf(to[edge] ?? 0);
  }
  let best: ArrayLike<number> = [];
  let [low, high] = [0, heaviest.length + 1];
  // The first `low` edges are acyclic, the first `high` are not or do not exist.
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const order = topological(
      tails.subarray(0, middle),
      heads.subarray(0, middle),
    );
    if (order === undefined) high = middle;
    else [best, low] = [order, middle];
  }
  const names = [...vertices.keys()];
  return Array.from(best, (vertex) => names[vertex] ?? 0);
}

/**
 * The vertices of some edges in topological order; undefined where they close a cycle. Vertices are numbered as the edges meet them, tails first. (Kahn 1962)
 */
function topological(
  tails: Int32Array,
  heads: Int32Array,
): Int32Array | undefined {
  let count = 0;
  for (let edge = 0; edge < tails.length; edge++)
    count = Math.max(count, tails[edge]! + 1, heads[edge]! + 1);
  const waiting = new Int32Array(count);
  /** Vertex -> its first edge, edge -> the next of its tail; -1 = none. */
  const first = new Int32Array(count).fill(-1);
  const next = new Int32Array(tails.length);
  for (let edge = tails.length - 1; edge >= 0; edge--) {
    const tail = tails[edge]!;
    next[edge] = first[tail]!;
    first[tail] = edge;
    waiting[heads[edge]!]! += 1;
  }
  const order = new Int32Array(count);
  let found = 0;
  for (let vertex = 0; vertex < count; vertex++)
    if (waiting[vertex] === 0) order[found++] = vertex;
  for (let at = 0; at < found; at++)
    for (let edge = first[order[at]!]!; edge >= 0; edge = next[edge]!) {
      const head = heads[edge]!;
      waiting[head]! -= 1;
      if (waiting[head] === 0) order[found++] = head;
    }
  return found === count ? order : undefined;
}
