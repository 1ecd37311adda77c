import { MulticastFlow, multicastSources } from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, Mlid } from "@fabriclab/units";
import { closingDestinations } from "./closing-destinations.ts";
import { PairPaths } from "./pair-paths.ts";
import type { LoopTraffic } from "./traffic.ts";

/** Pairs of endports, counted, with the first of them by name. */
export interface PairSummary {
  /** Ordered pairs. */
  readonly count: number;
  /** By role of source and destination, most pairs first, then by name. */
  readonly byRole: readonly {
    readonly from: string;
    readonly to: string;
    readonly count: number;
  }[];
  /** The first of `count` pairs, in order of destination. */
  readonly examples: readonly {
    readonly source: EndportIx;
    readonly destination: EndportIx;
  }[];
}

/** Senders of multicast packets, counted, with the first of them. */
export interface SenderSummary {
  /** (MLID, source) combinations. */
  readonly count: number;
  readonly examples: readonly {
    readonly mlid: Mlid;
    readonly source: EndportIx;
  }[];
}

/** Edges (from vertex, to vertex) of a cycle in order, the closing one last. */
function edgesOf(cycle: readonly number[]): [number, number][] {
  return cycle.map((from, i) => [from, cycle[(i + 1) % cycle.length] ?? from]);
}

const NO_CYCLES: readonly number[] = [];

/** Which of several cycles an edge belongs to. */
class EdgeIndex {
  readonly #from = new Map<number, Map<number, number[]>>();
  /** Vertex -> an edge of a cycle begins there. Most do not, and this is asked at every step of every path. */
  readonly #begins: Uint8Array;

  constructor(vertexCount: number, cycles: readonly (readonly number[])[]) {
    this.#begins = new Uint8Array(vertexCount);
    for (const [index, cycle] of cycles.entries())
      for (const [from, to] of edgesOf(cycle)) {
        this.#begins[from] = 1;
        const heads = this.#from.get(from) ?? new Map<number, number[]>();
        this.#from.set(from, heads);
        heads.set(to, [...(heads.get(to) ?? []), index]);
      }
  }

  get(from: number, to: number): readonly number[] {
    if (this.#begins[from] !== 1) return NO_CYCLES;
    return this.#from.get(from)?.get(to) ?? NO_CYCLES;
  }

  /** Cycles with an edge between two of some vertices. */
  among(vertices: readonly number[]): Set<number> {
    const found = new Set<number>();
    for (const from of vertices)
      for (const [to, cycles] of this.#from.get(from) ?? [])
        if (vertices.includes(to)) for (const cycle of cycles) found.add(cycle);
    return found;
  }
}

/** Vertices of a graph of these tables. */
const verticesOf = (fabric: Fabric, tables: ForwardingTables): number =>
  fabric.portCount * Math.max(1, tables.lanes);

/**
 * The pairs whose unicast packets lay down an edge of a cycle; one summary per cycle. Path LIDs are taken to be the destination's own.
 *
 * @param cycles as vertices (channel · lanes + VL) in order
 * @param most examples of each
 * Complexity: that of `closingDestinations`, and O(sources) for each of these.
 */
export function contributingPairs(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[],
  cycles: readonly (readonly number[])[],
  roles: (endport: EndportIx) => string,
  most: number,
): PairSummary[] {
  const found = cycles.map(() => ({
    count: 0,
    /** Role of the source · roles + role of the destination -> pairs. */
    byRole: new Map<number, number>(),
    examples: [] as { source: EndportIx; destination: EndportIx }[],
  }));
  const index = new EdgeIndex(verticesOf(fabric, tables), cycles);
  const paths = new PairPaths(
    fabric,
    tables,
    endports,
    closingDestinations(fabric, tables, endports, cycles.flat()),
  );
  const named = paths.endports.map(roles);
  const names = [...new Set(named)];
  const numbers = new Map(names.map((name, number) => [name, number]));
  const roleAt = Int32Array.from(named, (name) => numbers.get(name) ?? 0);
  paths.forEachMarked(
    (from, to) => index.get(from, to),
    (sources, at, hit) => {
      const destination = paths.endports[at];
      if (destination === undefined) return true;
      // Who they are is asked where it matters only.
      let places: readonly number[] | undefined;
      for (const cycle of hit) {
        const into = found[cycle];
        if (into === undefined) continue;
        into.count += sources.count;
        if (names.length > 1) {
          places ??= sources.places();
          for (const place of places) {
            const key = (roleAt[place] ?? 0) * names.length + (roleAt[at] ?? 0);
            into.byRole.set(key, (into.byRole.get(key) ?? 0) + 1);
          }
        }
        if (into.examples.length >= most) continue;
        places ??= sources.places();
        for (const place of places) {
          const source = paths.endports[place];
          if (into.examples.length < most && source !== undefined)
            into.examples.push({ source, destination });
        }
      }
      return true;
    },
  );
  return found.map(({ count, byRole, examples }) => ({
    count,
    byRole: [
      ...(names.length === 1 && count > 0 ? [[0, count] as const] : byRole),
    ]
      .map(([key, pairs]) => ({
        from: names[Math.floor(key / names.length)] ?? "",
        to: names[key % names.length] ?? "",
        count: pairs,
      }))
      .sort(
        (a, b) =>
          b.count - a.count ||
          (`${a.from}\n${a.to}` < `${b.from}\n${b.to}` ? -1 : 1),
      ),
    examples,
  }));
}

/**
 * The senders whose multicast packets lay down an edge of a cycle; one summary per cycle.
 *
 * Complexity: O(MLIDs · copies · radix).
 */
export function contributingSenders(
  fabric: Fabric,
  tables: ForwardingTables,
  { multicastSl = 0, synchronous = false }: LoopTraffic,
  cycles: readonly (readonly number[])[],
  most: number,
): SenderSummary[] {
  const found = cycles.map(() => ({
    count: 0,
    examples: [] as { mlid: Mlid; source: EndportIx }[],
  }));
  const { multicast } = tables;
  if (multicast === undefined) return found;
  const index = new EdgeIndex(verticesOf(fabric, tables), cycles);
  const flow = new MulticastFlow(fabric, tables, multicast, multicastSl);
  for (const [mlid, sources] of multicastSources(multicast)) {
    flow.load(mlid);
    const entered = sources.map((source) => flow.enter(source));
    const before = new Map<number, number[]>();
    const hits = new Map<number, Set<number>>();
    const hit = (cycle: number, vertex: number): void => {
      const tails = hits.get(cycle) ?? new Set();
      hits.set(cycle, tails.add(vertex));
    };
    const seen = new Set(entered.flat());
    // A set is walked on while it grows.
    for (const vertex of seen) {
      const copies = flow.follow(vertex);
      for (const next of copies) {
        seen.add(next);
        before.set(next, [...(before.get(next) ?? []), vertex]);
        for (const cycle of index.get(vertex, next)) hit(cycle, vertex);
      }
      if (synchronous)
        for (const cycle of index.among(copies)) hit(cycle, vertex);
    }
    const atOnce = entered.map((copies) =>
      synchronous ? index.among(copies) : new Set<number>(),
    );
    for (const cycle of new Set(atOnce.flatMap((cycles) => [...cycles])))
      hits.set(cycle, hits.get(cycle) ?? new Set());
    for (const [cycle, tails] of hits) {
      // Backwards from the edges: who enters among these vertices gets there.
      for (const vertex of tails)
        for (const earlier of before.get(vertex) ?? []) tails.add(earlier);
      const into = found[cycle];
      for (const [i, source] of sources.entries()) {
        if (
          into === undefined ||
          (atOnce[i]?.has(cycle) !== true &&
            entered[i]?.some((vertex) => tails.has(vertex)) !== true)
        )
          continue;
        into.count += 1;
        if (into.examples.length < most) into.examples.push({ mlid, source });
      }
    }
  }
  return found;
}
