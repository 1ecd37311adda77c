import type { DependencyGraph } from "./edge-bits.ts";

/** Strongly connected components of a dependency graph. */
export interface Components {
  /** Vertex -> component. */
  readonly component: Int32Array;
  readonly count: number;
  /** Vertices that lie on a cycle (component of more than one vertex, or an edge to itself), ascending. */
  readonly cyclic: Int32Array;
}

/**
 * Tarjan's algorithm (SIAM J. Comput. 1(2), 1972) without recursion.
 *
 * Complexity: O(vertices + edges).
 */
export function components(graph: DependencyGraph): Components {
  const { vertexCount, edgeStart, edges } = graph;
  const index = new Int32Array(vertexCount).fill(-1);
  const low = new Int32Array(vertexCount);
  const component = new Int32Array(vertexCount).fill(-1);
  const cursor = new Int32Array(vertexCount);
  const path = new Int32Array(vertexCount);
  const waiting = new Int32Array(vertexCount);
  const size: number[] = [];
  let waitingTop = 0;
  let counter = 0;
  for (let root = 0; root < vertexCount; root++) {
    if (index[root] !== -1) continue;
    let depth = 0;
    const enter = (vertex: number): void => {
      index[vertex] = counter;
      low[vertex] = counter++;
      cursor[vertex] = edgeStart[vertex] ?? 0;
      path[depth++] = vertex;
      waiting[waitingTop++] = vertex;
    };
    enter(root);
    while (depth > 0) {
      const vertex = path[depth - 1] ?? 0;
      const at = cursor[vertex] ?? 0;
      if (at < (edgeStart[vertex + 1] ?? 0)) {
        cursor[vertex] = at + 1;
        const next = edges[at] ?? 0;
        if (index[next] === -1) enter(next);
        else if (component[next] === -1)
          low[vertex] = Math.min(low[vertex] ?? 0, index[next] ?? 0);
        continue;
      }
      depth -= 1;
      const parent = path[depth - 1];
      if (depth > 0 && parent !== undefined)
        low[parent] = Math.min(low[parent] ?? 0, low[vertex] ?? 0);
      if (low[vertex] !== index[vertex]) continue;
      let members = 0;
      for (let member = -1; member !== vertex;) {
        member = waiting[--waitingTop] ?? 0;
        component[member] = size.length;
        members += 1;
      }
      size.push(members);
    }
  }
  const cyclic: number[] = [];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const own = edges
      .subarray(edgeStart[vertex], edgeStart[vertex + 1])
      .includes(vertex);
    if (own || (size[component[vertex] ?? 0] ?? 0) > 1) cyclic.push(vertex);
  }
  return { component, count: size.length, cyclic: Int32Array.from(cyclic) };
}

/** A strongly connected component in which packets can wait for each other in a cycle. */
export interface CyclicComponent {
  /** Its vertices, ascending. */
  readonly vertices: Int32Array;
  /** A shortest cycle in it, as vertices in order; the last has an edge to the first. */
  readonly cycle: readonly number[];
}

/**
 * The components that hold cycles, in order of their smallest vertex, each with a shortest cycle (among equally short ones, the one found from the
 * smallest vertex).
 *
 * Complexity: O(c·(c + edges among c)), c = vertices on cycles, each search cut off at the best length so far; no search on an acyclic graph.
 */
export function cyclicComponents(graph: DependencyGraph): CyclicComponent[] {
  const found = components(graph);
  const search = new CycleSearch(graph, found);
  const members = new Map<number, number[]>();
  for (const vertex of found.cyclic) {
    const list = members.get(found.component[vertex] ?? 0) ?? [];
    members.set(found.component[vertex] ?? 0, list);
    list.push(vertex);
  }
  return [...members.values()].map((vertices) => ({
    vertices: Int32Array.from(vertices),
    cycle: search.shortest(vertices) ?? [],
  }));
}

/**
 * A shortest cycle, as vertices in order (the last has an edge to the first); undefined where the graph is acyclic. Among equally short ones, the one
 * found from the smallest vertex.
 *
 * Complexity: as `cyclicComponents`.
 */
export function findCycle(
  graph: DependencyGraph,
): readonly number[] | undefined {
  const found = components(graph);
  return new CycleSearch(graph, found).shortest(found.cyclic);
}

/** Breadth-first searches from one vertex after the other, with buffers that are used again. */
class CycleSearch {
  readonly #graph: DependencyGraph;
  readonly #component: Int32Array;
  readonly #tails: Tails;
  readonly #parent: Int32Array;
  readonly #stamp: Int32Array;
  readonly #depth: Int32Array;
  readonly #queue: Int32Array;
  /** Vertex -> the last start to which it has an edge. */
  readonly #closes: Int32Array;

  constructor(graph: DependencyGraph, { component, cyclic }: Components) {
    const size = cyclic.length === 0 ? 0 : graph.vertexCount;
    this.#graph = graph;
    this.#component = component;
    this.#tails = tailsOf(graph, cyclic);
    this.#parent = new Int32Array(size).fill(-1);
    this.#stamp = new Int32Array(size).fill(-1);
    this.#depth = new Int32Array(size);
    this.#queue = new Int32Array(cyclic.length);
    this.#closes = new Int32Array(size).fill(-1);
  }

  shortest(starts: Iterable<number>): readonly number[] | undefined {
    let best: number[] | undefined;
    for (const start of starts)
      best = this.#through(start, best?.length ?? Infinity) ?? best;
    return best;
  }

  /**
   * A cycle through `start` of fewer than `limit` vertices.
   *
   * Why the edges back to `start` are marked beforehand: a vertex is then known to close a cycle as soon as it is met, and those as far as the best
   * cycle so far is long, which are most, are never looked at.
   */
  #through(start: number, limit: number): number[] | undefined {
    const { edgeStart, edges } = this.#graph;
    const component = this.#component;
    const parent = this.#parent;
    const stamp = this.#stamp;
    const depth = this.#depth;
    const queue = this.#queue;
    const closes = this.#closes;
    if (limit <= 1) return undefined;
    const { first, tail: tails } = this.#tails;
    const last = first[start + 1] ?? 0;
    for (let at = first[start] ?? 0; at < last; at++)
      closes[tails[at] ?? 0] = start;
    if (closes[start] === start) return [start];
    queue[0] = start;
    let tail = 1;
    stamp[start] = start;
    depth[start] = 1;
    for (let head = 0; head < tail; head++) {
      const at = queue[head] ?? 0;
      const length = (depth[at] ?? 0) + 1;
      if (length >= limit) return undefined;
      const end = edgeStart[at + 1] ?? 0;
      for (let edge = edgeStart[at] ?? 0; edge < end; edge++) {
        const next = edges[edge] ?? 0;
        if (component[next] !== component[start] || stamp[next] === start)
          continue;
        stamp[next] = start;
        parent[next] = at;
        if (closes[next] === start) return wayBack(parent, next, start);
        depth[next] = length;
        queue[tail++] = next;
      }
    }
    return undefined;
  }
}

/** Edges by their heads. */
interface Tails {
  /** Vertex -> the first of its edges in `tail`; length vertexCount + 1. */
  readonly first: Int32Array;
  /** The vertices that the edges come from. */
  readonly tail: Int32Array;
}

/** The edges that begin at some vertices, by their heads. */
function tailsOf(
  { vertexCount, edgeStart, edges }: DependencyGraph,
  vertices: Int32Array,
): Tails {
  const first = new Int32Array(vertices.length === 0 ? 0 : vertexCount + 2);
  const each = (visit: (from: number, to: number) => void): void => {
    for (const from of vertices) {
      const end = edgeStart[from + 1] ?? 0;
      for (let edge = edgeStart[from] ?? 0; edge < end; edge++)
        visit(from, edges[edge] ?? 0);
    }
  };
  // Counted two places further on, so that filling moves every start to where it belongs.
  each((_, to) => {
    first[to + 2] = (first[to + 2] ?? 0) + 1;
  });
  for (let vertex = 0; vertex + 2 < first.length; vertex++)
    first[vertex + 2] = (first[vertex + 2] ?? 0) + (first[vertex + 1] ?? 0);
  const tail = new Int32Array(first[vertexCount + 1] ?? 0);
  each((from, to) => {
    const place = first[to + 1] ?? 0;
    tail[place] = from;
    first[to + 1] = place + 1;
  });
  return { first, tail };
}

function wayBack(parent: Int32Array, end: number, start: number): number[] {
  const way: number[] = [];
  for (let vertex = end; vertex !== start; vertex = parent[vertex] ?? start)
    way.push(vertex);
  way.push(start);
  return way.reverse();
}
