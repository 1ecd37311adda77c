import {
  channelDependencies,
  components,
  cyclicComponents,
  EntryFlows,
  LaneFlow,
  type CyclicComponent,
  type DependencyGraph,
} from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** `place of the source · endports + place of the destination`. */
export type Pair = number;

/**
 * How many pairs lay down each edge of a dependency graph, of those edges that lie in a cyclic component (no others can ever close a cycle when pairs
 * are only taken away). Pairs can be taken out and put back, which costs the length of their paths.
 *
 * Complexity: O(pairs) once; memory O(edges) and one bit a pair.
 */
export class PairCounts {
  readonly endports: readonly EndportIx[];
  readonly #fabric: Fabric;
  readonly #tables: ForwardingTables;
  readonly #flows: EntryFlows;
  readonly #flow: LaneFlow;
  readonly #graph: DependencyGraph;
  /** Edge -> pairs; stays 0 for edges between components. */
  readonly #counts: Int32Array;
  /** Edge lies in a cyclic component. */
  readonly #inner: Uint8Array;
  /** Pair -> taken out. */
  readonly #out: Int32Array;
  readonly #met: Int32Array;
  #walks = 0;

  /** @param full false: start with every pair taken out */
  constructor(
    fabric: Fabric,
    tables: ForwardingTables,
    endports: readonly EndportIx[] | undefined,
    full = true,
  ) {
    this.#fabric = fabric;
    this.#tables = tables;
    this.#flows = new EntryFlows(fabric, tables, endports);
    this.endports = this.#flows.classes.endports;
    this.#flow = new LaneFlow(fabric, tables);
    const given = endports === undefined ? {} : { endports };
    this.#graph = channelDependencies(fabric, tables, given);
    this.#inner = innerEdges(this.#graph);
    this.#counts = new Int32Array(this.#graph.edges.length);
    const pairs = this.endports.length ** 2;
    this.#out = new Int32Array(Math.ceil(pairs / 32)).fill(full ? 0 : -1);
    this.#met = new Int32Array(fabric.switchCount * 16);
    if (!full) return;
    for (const destination of this.endports)
      this.#flows.forEach(destination, (group) => {
        this.#flow.load(group.lid, group.sl);
        this.#walk(
          this.#flow.enter(group.sw, group.inNum, group.source),
          (edge) => {
            this.#counts[edge] = (this.#counts[edge] ?? 0) + group.sources;
          },
        );
      });
  }

  /** Components that are still cyclic, in the vertices of the whole graph. */
  cyclic(): CyclicComponent[] {
    return cyclicComponents(this.#rest());
  }

  isAcyclic(): boolean {
    return components(this.#rest()).cyclic.length === 0;
  }

  /** Pairs that lay down an edge, of those that are in. */
  count(from: number, to: number): number {
    const edge = this.#edge(from, to);
    return edge < 0 ? 0 : (this.#counts[edge] ?? 0);
  }

  /**
   * The pairs that lay down given edges, edge by edge, of those that are in.
   *
   * Complexity: O(destinations · edges), and O(endports) for each destination whose LIDs lead over one of them.
   */
  pairsOver(edges: readonly (readonly [number, number])[]): Pair[][] {
    const { lanes } = this.#flow;
    const found = edges.map(() => [] as Pair[]);
    const byTail = new Map<number, { to: number; index: number }[]>();
    for (const [index, [from, to]] of edges.entries())
      byTail.set(from, [...(byTail.get(from) ?? []), { to, index }]);
    const vertexOf = (state: number): number =>
      this.#flow.channel(state) * lanes + (state & 15);
    for (const [place, destination] of this.endports.entries()) {
      if (!edges.some(([from, to]) => this.#leadsOver(destination, from, to)))
        continue;
      this.#flows.forEach(destination, (group, key) => {
        this.#flow.load(group.lid, group.sl);
        const hit = new Set<number>();
        this.#states(
          this.#flow.enter(group.sw, group.inNum, group.source),
          (state, next) => {
            const heads = byTail.get(vertexOf(state));
            if (heads === undefined) return;
            for (const { to, index } of heads)
              if (to === vertexOf(next)) hit.add(index);
          },
        );
        if (hit.size === 0) return;
        for (const member of this.#flows.placesOf(key)) {
          const pair = member * this.endports.length + place;
          if (!this.has(pair)) continue;
          for (const index of hit) found[index]?.push(pair);
        }
      });
    }
    return found;
  }

  has(pair: Pair): boolean {
    return (((this.#out[pair >>> 5] ?? 0) >>> (pair & 31)) & 1) === 0;
  }

  /** Takes pairs out; those that are out already are passed over. */
  remove(pairs: Iterable<Pair>): void {
    for (const pair of pairs) if (this.has(pair)) this.#flip(pair, -1);
  }

  /** Puts pairs back. */
  restore(pairs: Iterable<Pair>): void {
    for (const pair of pairs) if (!this.has(pair)) this.#flip(pair, 1);
  }

  #flip(pair: Pair, by: number): void {
    const word = pair >>> 5;
    this.#out[word] = (this.#out[word] ?? 0) ^ (1 << (pair & 31));
    const size = this.endports.length;
    const source = this.endports[Math.floor(pair / size)];
    const destination = this.endports[pair % size];
    if (
      source === undefined ||
      destination === undefined ||
      source === destination
    )
      return;
    const at = this.#flows.classes.entry[Math.floor(pair / size)] ?? -1;
    if (at < 0) return;
    this.#flow.load(
      this.#tables.pathLid(source, destination),
      this.#tables.pathSl(source, destination),
    );
    const inNum = this.#fabric.attachment(source)?.num ?? 0;
    this.#walk(this.#flow.enter(at, inNum, source), (edge) => {
      this.#counts[edge] = (this.#counts[edge] ?? 0) + by;
    });
  }

  /** Whether one of the destination's own LIDs is sent over an edge. */
  #leadsOver(destination: EndportIx, from: number, to: number): boolean {
    const { portNode, portStart } = this.#fabric;
    const { lids, lft } = this.#tables;
    const base = lids.baseLid[destination] ?? 0;
    const last = base + 2 ** (lids.lmc[destination] ?? 0);
    const sends = (vertex: number, lid: number): boolean => {
      const channel = Math.floor(vertex / this.#flow.lanes);
      const sw = portNode[channel] ?? 0;
      return lft[sw]?.[lid] === channel - (portStart[sw] ?? 0) + 1;
    };
    for (let lid = base; lid < last; lid++)
      if (sends(from, lid) && sends(to, lid)) return true;
    return false;
  }

  #walk(state: number, visit: (edge: number) => void): void {
    const { lanes } = this.#flow;
    this.#states(state, (from, to) => {
      const edge = this.#edge(
        this.#flow.channel(from) * lanes + (from & 15),
        this.#flow.channel(to) * lanes + (to & 15),
      );
      if (edge >= 0) visit(edge);
    });
  }

  /** Steps of one packet, each once where it goes round. */
  #states(first: number, visit: (state: number, next: number) => void): void {
    this.#walks += 1;
    for (let state = first; state >= 0 && this.#met[state] !== this.#walks;) {
      this.#met[state] = this.#walks;
      const next = this.#flow.follow(state);
      if (next >= 0) visit(state, next);
      state = next;
    }
  }

  /** Index of an edge inside a component; -1 where it is none. */
  #edge(from: number, to: number): number {
    const { edgeStart, edges } = this.#graph;
    let low = edgeStart[from] ?? 0;
    let high = (edgeStart[from + 1] ?? 0) - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const head = edges[middle] ?? 0;
      if (head === to) return this.#inner[middle] === 1 ? middle : -1;
      if (head < to) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The graph of the edges that some pair that is in lays down. */
  #rest(): DependencyGraph {
    const { lanes, vertexCount, edgeStart, edges } = this.#graph;
    const starts = new Int32Array(vertexCount + 1);
    const heads: number[] = [];
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const end = edgeStart[vertex + 1] ?? 0;
      for (let edge = edgeStart[vertex] ?? 0; edge < end; edge++)
        if ((this.#counts[edge] ?? 0) > 0) heads.push(edges[edge] ?? 0);
      starts[vertex + 1] = heads.length;
    }
    return {
      lanes,
      vertexCount,
      edgeStart: starts,
      edges: Int32Array.from(heads),
    };
  }
}

function innerEdges(graph: DependencyGraph): Uint8Array {
  const { component } = components(graph);
  const inner = new Uint8Array(graph.edges.length);
  for (let vertex = 0; vertex < graph.vertexCount; vertex++) {
    const end = graph.edgeStart[vertex + 1] ?? 0;
    for (let edge = graph.edgeStart[vertex] ?? 0; edge < end; edge++)
      if (component[graph.edges[edge] ?? 0] === component[vertex])
        inner[edge] = 1;
  }
  return inner;
}
