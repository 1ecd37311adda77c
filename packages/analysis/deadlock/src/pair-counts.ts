import { components, type DependencyGraph } from "@fabriclab/paths";
import { feedbackEdges } from "./feedback-edges.ts";
import type { Pair, PairPaths } from "./pair-paths.ts";

/** Pairs that a search for what to leave out or to move goes on with. */
export const MOST_PAIRS = 1_000_000;

const NO_MARKS: readonly number[] = [];

/**
 * How many pairs lay down each edge of a dependency graph, of those edges that lie in a cyclic component (no others can ever close a cycle when pairs are
 * only taken away). Pairs can be taken out and put back, which costs the length of their paths.
 *
 * Complexity: O(groups of sources · path length) once; memory O(vertices + edges).
 */
export class PairCounts {
  readonly paths: PairPaths;
  readonly #graph: DependencyGraph;
  /** Edge -> pairs; stays 0 for edges between components. */
  readonly #counts: Int32Array;
  readonly #all: Int32Array;
  /** Vertex -> its cyclic component, -1 where it lies on no cycle. */
  readonly #component: Int32Array;

  /** @param graph that of all pairs of `paths` */
  constructor(paths: PairPaths, graph: DependencyGraph) {
    this.paths = paths;
    this.#graph = graph;
    const { component, cyclic } = components(graph);
    this.#component = new Int32Array(graph.vertexCount).fill(-1);
    for (const vertex of cyclic)
      this.#component[vertex] = component[vertex] ?? 0;
    this.#counts = new Int32Array(graph.edges.length);
    paths.forEach((from, to, sources) => {
      this.#add(from, to, sources);
    });
    this.#all = this.#counts.slice();
  }

  /** Puts all pairs back. */
  reset(): void {
    this.#counts.set(this.#all);
  }

  /** Takes pairs out, each of which must be in. */
  remove(pairs: Iterable<Pair>): void {
    for (const pair of pairs)
      this.paths.of(pair, (from, to) => {
        this.#add(from, to, -1);
      });
  }

  /** Puts pairs back. */
  restore(pairs: Iterable<Pair>): void {
    for (const pair of pairs)
      this.paths.of(pair, (from, to) => {
        this.#add(from, to, 1);
      });
  }

  /** Whether the pairs that are in close no cycle. */
  isAcyclic(): boolean {
    const { lanes, vertexCount, edgeStart, edges } = this.#graph;
    const starts = new Int32Array(vertexCount + 1);
    const heads = new Int32Array(edges.length);
    let count = 0;
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const end = edgeStart[vertex + 1] ?? 0;
      for (let edge = edgeStart[vertex] ?? 0; edge < end; edge++)
        if ((this.#counts[edge] ?? 0) > 0) heads[count++] = edges[edge] ?? 0;
      starts[vertex + 1] = count;
    }
    const rest = {
      lanes,
      vertexCount,
      edgeStart: starts,
      edges: heads.subarray(0, count),
    };
    return components(rest).cyclic.length === 0;
  }

  /** Pairs without which no cycle is left: those over edges of few pairs, chosen by `feedbackEdges`; undefined where they are more than `MOST_PAIRS`. */
  closingPairs(): Pair[] | undefined {
    const { vertexCount, edgeStart, edges } = this.#graph;
    const from: number[] = [];
    const to: number[] = [];
    const weight: number[] = [];
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const end = edgeStart[vertex + 1] ?? 0;
      for (let edge = edgeStart[vertex] ?? 0; edge < end; edge++) {
        const count = this.#counts[edge] ?? 0;
        if (count === 0) continue;
        from.push(vertex);
        to.push(edges[edge] ?? 0);
        weight.push(count);
      }
    }
    const out = new Map<number, Set<number>>();
    const left = feedbackEdges({ from, to, weight });
    for (const edge of left) {
      const heads = out.get(from[edge] ?? 0) ?? new Set();
      out.set(from[edge] ?? 0, heads.add(to[edge] ?? 0));
    }
    const size = this.paths.endports.length;
    const mark = [0];
    let most = 0;
    for (const edge of left) most = Math.max(most, weight[edge] ?? 0);
    if (most > MOST_PAIRS) return undefined;
    const pairs: Pair[] = [];
    this.paths.forEachMarked(
      (tail, head) =>
        (this.#component[tail] ?? -1) >= 0 && out.get(tail)?.has(head) === true
          ? mark
          : NO_MARKS,
      (sources, destination) => {
        for (const source of sources.places())
          pairs.push(source * size + destination);
        return pairs.length <= MOST_PAIRS;
      },
    );
    return pairs.length > MOST_PAIRS ? undefined : pairs;
  }

  #add(from: number, to: number, by: number): void {
    const component = this.#component;
    if ((component[from] ?? -1) < 0 || component[from] !== component[to])
      return;
    const { edgeStart, edges } = this.#graph;
    let low = edgeStart[from] ?? 0;
    let high = (edgeStart[from + 1] ?? 0) - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((edges[middle] ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    this.#counts[low] = (this.#counts[low] ?? 0) + by;
  }
}
