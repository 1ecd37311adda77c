import type { DependencyGraph } from "./dependency-graph.ts";

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

/**
 * A shortest cycle, as vertices in order (the last has an edge to the first); undefined where the graph is acyclic. Among equally short ones, the one
 * found from the smallest vertex.
 *
 * Complexity: O(c·(c + edges among c)), c = vertices on cycles, each search cut off at the best length so far; 0 searches on an acyclic graph.
 */
export function findCycle(
  graph: DependencyGraph,
): readonly number[] | undefined {
  const { edgeStart, edges } = graph;
  const { component, cyclic } = components(graph);
  let best: number[] | undefined;
  const parent = new Int32Array(graph.vertexCount).fill(-1);
  const stamp = new Int32Array(graph.vertexCount).fill(-1);
  const depth = new Int32Array(graph.vertexCount);
  const queue = new Int32Array(cyclic.length);
  for (const start of cyclic) {
    queue[0] = start;
    let tail = 1;
    stamp[start] = start;
    depth[start] = 1;
    search: for (let head = 0; head < tail; head++) {
      const at = queue[head] ?? 0;
      const length = depth[at] ?? 0;
      if (best !== undefined && length >= best.length) break;
      for (
        let edge = edgeStart[at] ?? 0;
        edge < (edgeStart[at + 1] ?? 0);
        edge++
      ) {
        const next = edges[edge] ?? 0;
        if (next === start) {
          best = [];
          for (let vertex = at; ; vertex = parent[vertex] ?? 0) {
            best.unshift(vertex);
            if (vertex === start) break;
          }
          break search;
        }
        if (component[next] !== component[start] || stamp[next] === start)
          continue;
        stamp[next] = start;
        parent[next] = at;
        depth[next] = length + 1;
        queue[tail++] = next;
      }
    }
  }
  return best;
}
