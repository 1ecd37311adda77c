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
 * The order of vertices is kept as Pearce and Kelly do (A dynamic topological sort algorithm for directed acyclic graphs, ACM JEA 11, 2007): only the
 * vertices between the ends of a new edge are looked at.
 *
 * Complexity: O(E log E) and the searches, O(E · affected vertices and edges) at worst.
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

/** A graph that stays acyclic, with its vertices in topological order. */
class AcyclicOrder {
  readonly #index = new Map<number, number>();
  readonly #next: number[][] = [];
  readonly #before: number[][] = [];
  /** Vertex -> place in the order. */
  readonly #place: number[] = [];
  readonly #mark: number[] = [];
  #search = 0;

  /** @returns false where the edge would close a cycle, and is not added */
  add(from: number, to: number): boolean {
    const u = this.#vertex(from);
    const v = this.#vertex(to);
    if (u === v) return false;
    const low = this.#place[v] ?? 0;
    const high = this.#place[u] ?? 0;
    if (low < high) {
      const after = this.#reach(
        v,
        this.#next,
        (vertex) => (this.#place[vertex] ?? 0) <= high,
        u,
      );
      if (after === undefined) return false;
      const before =
        this.#reach(
          u,
          this.#before,
          (vertex) => (this.#place[vertex] ?? 0) >= low,
        ) ?? [];
      this.#reorder(before, after);
    }
    this.#next[u]?.push(v);
    this.#before[v]?.push(u);
    return true;
  }

  #vertex(name: number): number {
    const known = this.#index.get(name);
    if (known !== undefined) return known;
    const vertex = this.#index.size;
    this.#index.set(name, vertex);
    this.#next.push([]);
    this.#before.push([]);
    this.#place.push(vertex);
    this.#mark.push(0);
    return vertex;
  }

  /** Vertices reached from one, itself included; undefined as soon as `not` is among them. */
  #reach(
    start: number,
    edges: readonly (readonly number[])[],
    inside: (vertex: number) => boolean,
    not = -1,
  ): number[] | undefined {
    const mark = this.#mark;
    const search = ++this.#search;
    const found = [start];
    mark[start] = search;
    for (let at = 0; at < found.length; at++)
      for (const vertex of edges[found[at] ?? 0] ?? []) {
        if (vertex === not) return undefined;
        if (mark[vertex] === search || !inside(vertex)) continue;
        mark[vertex] = search;
        found.push(vertex);
      }
    return found;
  }

  /** The places of all these vertices again, first for those before, then for those after, each in their order. */
  #reorder(before: number[], after: number[]): void {
    const place = this.#place;
    const byPlace = (a: number, b: number): number =>
      (place[a] ?? 0) - (place[b] ?? 0);
    const vertices = [...before.sort(byPlace), ...after.sort(byPlace)];
    const places = vertices.map((vertex) => place[vertex] ?? 0);
    places.sort((a, b) => a - b);
    for (const [i, vertex] of vertices.entries())
      place[vertex] = places[i] ?? 0;
  }
}
