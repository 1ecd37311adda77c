/**
 * A graph that stays acyclic, with its vertices in topological order, one edge after the other; vertices are any numbers.
 *
 * Pearce and Kelly: A dynamic topological sort algorithm for directed acyclic graphs. ACM Journal of Experimental Algorithmics 11, 2007.
 *
 * Complexity: an edge costs a search among the vertices between its ends in the order, as long as there are steps left; then O(1).
 */
export class AcyclicOrder {
  readonly #index = new Map<number, number>();
  readonly #next: number[][] = [];
  readonly #before: number[][] = [];
  /** Vertex -> place in the order. */
  readonly #place: number[] = [];
  /** Place in the order -> vertex. */
  readonly #at: number[] = [];
  readonly #mark: number[] = [];
  #search = 0;
  #steps: number;

  /**
   * @param steps edges that searches may look at before the order is left as it is; an edge against it then counts as one that closes a cycle. Default:
   * no end.
   * @param order vertices in the order to begin with; others come behind as they are met
   */
  constructor(steps = Infinity, order: Iterable<number> = []) {
    this.#steps = steps;
    for (const name of order) this.#vertex(name);
  }

  /** @returns false where the edge would close a cycle, and is not added */
  add(from: number, to: number): boolean {
    const u = this.#vertex(from);
    const v = this.#vertex(to);
    if (u === v) return false;
    const low = this.#place[v] ?? 0;
    const high = this.#place[u] ?? 0;
    if (low < high) {
      if (this.#steps <= 0) return false;
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

  /** Takes back an edge that was added last from its vertex and last to it; the order stays as it is. */
  #undo(from: number, to: number): void {
    this.#next[this.#vertex(from)]?.pop();
    this.#before[this.#vertex(to)]?.pop();
  }

  /** Adds all of some edges, or none where one of them would close a cycle. */
  addAll(edges: readonly (readonly [number, number])[]): boolean {
    for (const [i, [from, to]] of edges.entries()) {
      if (this.add(from, to)) continue;
      for (const [tail, head] of edges.slice(0, i).toReversed())
        this.#undo(tail, head);
      return false;
    }
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
    this.#at.push(vertex);
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
        this.#steps -= 1;
        if (vertex === not) return undefined;
        if (mark[vertex] === search || !inside(vertex)) continue;
        mark[vertex] = search;
        found.push(vertex);
      }
    return found;
  }

  /** The places of all these vertices again, first for those before, then for those after, each in their order. */
  #reorder(before: readonly number[], after: readonly number[]): void {
    // Places are sorted, and not vertices by them: numbers in a typed array need no comparison to be called.
    const first = this.#placesOf(before);
    const last = this.#placesOf(after);
    const places = new Int32Array(first.length + last.length);
    places.set(first);
    places.set(last, first.length);
    const vertices = new Int32Array(places.length);
    for (let i = 0; i < places.length; i++)
      vertices[i] = this.#at[places[i] ?? 0] ?? 0;
    places.sort();
    for (let i = 0; i < places.length; i++) {
      const vertex = vertices[i] ?? 0;
      const place = places[i] ?? 0;
      this.#place[vertex] = place;
      this.#at[place] = vertex;
    }
  }

  /** Ascending. */
  #placesOf(vertices: readonly number[]): Int32Array {
    // Not `Int32Array.from`, which asks an iterator for each.
    const places = new Int32Array(vertices.length);
    for (let i = 0; i < places.length; i++)
      places[i] = this.#place[vertices[i] ?? 0] ?? 0;
    return places.sort();
  }
}
