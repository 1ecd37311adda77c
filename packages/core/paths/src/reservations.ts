import type { DependencyGraph } from "./edge-bits.ts";

/** The head of an input buffer that needs several outputs at once. */
export interface Demand {
  /** Identity of the buffer: packets of one buffer are never heads at the same time. */
  readonly input: number;
  /** Vertices (channel · lanes + VL) that a packet at its head must own all of before it goes. */
  readonly outputs: readonly number[];
}

/** Edges gathered in any order. */
class EdgeList {
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  /** Vertex -> vertex of the plain graph that it stands for; -1 = none. */
  readonly stands: number[];

  constructor(vertexCount: number) {
    this.stands = Array.from({ length: vertexCount }, (_, vertex) => vertex);
  }

  vertex(stands = -1): number {
    return this.stands.push(stands) - 1;
  }

  add(from: number, to: number | undefined): void {
    if (to === undefined) return;
    this.#from.push(from);
    this.#to.push(to);
  }

  graph(lanes: number): DependencyGraph {
    const vertexCount = this.stands.length;
    const edgeStart = new Int32Array(vertexCount + 1);
    for (const from of this.#from)
      edgeStart[from + 1] = (edgeStart[from + 1] ?? 0) + 1;
    for (let vertex = 0; vertex < vertexCount; vertex++)
      edgeStart[vertex + 1] =
        (edgeStart[vertex + 1] ?? 0) + (edgeStart[vertex] ?? 0);
    const place = edgeStart.slice();
    const edges = new Int32Array(this.#to.length);
    for (const [i, to] of this.#to.entries()) {
      const at = place[this.#from[i] ?? 0] ?? 0;
      edges[at] = to;
      place[this.#from[i] ?? 0] = at + 1;
    }
    for (let vertex = 0; vertex < vertexCount; vertex++)
      edges.subarray(edgeStart[vertex], edgeStart[vertex + 1]).sort();
    return {
      lanes,
      vertexCount,
      edgeStart,
      edges,
      stands: Int32Array.from(this.stands),
    };
  }
}

/**
 * A dependency graph with what synchronous replication adds: a head that needs several outputs at once owns some of them while it waits for others, so
 * that whoever wants an output may wait for such a head as well as for the buffer beyond the output.
 *
 * Why not simply an edge from each output of a head to each other one: two outputs of a single packet would then wait for each other, which they do not.
 * A cycle takes heads of different inputs. So an output that is owned by the head of an input is a vertex of its own (standing for the output), and
 * an input's own reservations are left out of what its head waits for; chains of vertices that stand for nothing say "all but one" with as
 * many edges as there are outputs.
 *
 * Complexity: O(edges + sum of the demands' outputs).
 */
export function withReservations(
  plain: DependencyGraph,
  demands: readonly Demand[],
): DependencyGraph {
  const list = new EdgeList(plain.vertexCount);
  /** Output -> input -> reservations of the output by packets of the input. */
  const reserved = new Map<number, Map<number, number[]>>();
  /** Input -> output -> the head's wish for it. */
  const wishes = new Map<number, Map<number, number>>();
  for (const { input, outputs } of distinct(demands)) {
    const wanted = wishes.get(input) ?? new Map<number, number>();
    wishes.set(input, wanted);
    for (const output of outputs)
      if (!wanted.has(output)) wanted.set(output, list.vertex());
    const held = outputs.map((output) => {
      const byInput = reserved.get(output) ?? new Map<number, number[]>();
      reserved.set(output, byInput);
      const mine = byInput.get(input) ?? [];
      byInput.set(input, mine);
      const vertex = list.vertex(output);
      mine.push(vertex);
      return vertex;
    });
    // A head that owns one of its outputs waits for all the others.
    allButOne(
      list,
      outputs.map((output) => [wanted.get(output) ?? 0]),
      (i) => (held[i] === undefined ? [] : [held[i]]),
    );
  }
  for (const [output, byInput] of reserved) {
    const inputs = [...byInput.keys()];
    // A head that wants an output waits for the buffer beyond it, or for a head of another input that owns it.
    const all = allButOne(list, [...byInput.values()], (i) => {
      const wish = wishes.get(inputs[i] ?? 0)?.get(output);
      return wish === undefined ? [] : [wish];
    });
    for (const input of inputs)
      list.add(wishes.get(input)?.get(output) ?? 0, output);
    reserved.set(output, new Map([[-1, all === undefined ? [] : [all]]]));
  }
  for (let vertex = 0; vertex < plain.vertexCount; vertex++)
    for (const to of plain.edges.subarray(
      plain.edgeStart[vertex],
      plain.edgeStart[vertex + 1],
    )) {
      list.add(vertex, to);
      list.add(vertex, reserved.get(to)?.get(-1)?.[0]);
    }
  return list.graph(plain.lanes);
}

/**
 * For each of several groups of vertices: edges from `tails(i)` to all groups but the i-th, along two chains.
 *
 * @returns a vertex with edges to all groups
 */
function allButOne(
  list: EdgeList,
  groups: readonly (readonly number[])[],
  tails: (index: number) => readonly number[],
): number | undefined {
  const chain = (order: readonly number[]): number | undefined => {
    let before: number | undefined;
    for (const i of order) {
      for (const tail of tails(i)) list.add(tail, before);
      const link = list.vertex();
      list.add(link, before);
      for (const member of groups[i] ?? []) list.add(link, member);
      before = link;
    }
    return before;
  };
  const forward = groups.map((_, i) => i);
  chain(forward.toReversed());
  return chain(forward);
}

/** Demands for more than one output, each (input, outputs) once. */
function distinct(demands: readonly Demand[]): Demand[] {
  const found = new Map<string, Demand>();
  for (const { input, outputs } of demands) {
    if (outputs.length < 2) continue;
    const sorted = [...outputs].sort((a, b) => a - b);
    found.set(`${input}:${sorted.join(" ")}`, { input, outputs: sorted });
  }
  return [...found.values()];
}
