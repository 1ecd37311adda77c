import { EntryFlows, startLane } from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { MANAGEMENT_VL, type EndportIx, type Sl } from "@fabriclab/units";
import { feedbackEdges } from "./feedback-edges.ts";
import { PairPaths, type Pair } from "./pair-paths.ts";
import { onOneLane } from "./traffic.ts";

const SERVICE_LEVELS = 16;

/** Pairs moved to VLs of their own. */
export interface Layers {
  /** The same paths, some pairs on SLs that lead to new VLs. */
  readonly tables: ForwardingTables;
  /** New VLs. */
  readonly added: number;
  /** Ordered pairs on them. */
  readonly moved: number;
}

/**
 * Moves pairs to new VLs until no VL has a cycle: those over edges of few pairs, to the next VL, and there the same again.
 *
 * In the manner of Domke, Hoefler and Nagel: Deadlock-Free Oblivious Routing for Arbitrary Topologies. IPDPS 2011, doi 10.1109/IPDPS.2011.65, who look for
 * one cycle after the other; here all edges that must go are chosen at once.
 *
 * @param moved pairs to be moved to the first new VL, after which the old ones have no cycle
 * @param most VLs that may be added
 * @returns undefined where they do not suffice, or no SL is free to lead to them
 */
export function addLayers(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[],
  moved: readonly Pair[],
  most: number,
): Layers | undefined {
  const paths = new PairPaths(fabric, onOneLane(tables), endports);
  // A pair that moved twice is on the last VL that it moved to.
  const layerOf = new Map<Pair, number>();
  let layers = 0;
  for (let pairs = moved; pairs.length > 0; pairs = closing(paths, pairs)) {
    if (layers === most) return undefined;
    for (const pair of pairs) layerOf.set(pair, layers);
    layers += 1;
  }
  const sls = freeServiceLevels(fabric, tables, endports).slice(0, layers);
  if (sls.length < layers) return undefined;
  const places = new Int32Array(fabric.endportCount);
  for (const [place, endport] of endports.entries()) places[endport] = place;
  const isMoved = new Int32Array(Math.ceil(endports.length ** 2 / 32));
  for (const pair of layerOf.keys())
    isMoved[pair >>> 5] = (isMoved[pair >>> 5] ?? 0) | (1 << (pair & 31));
  return {
    tables: {
      ...withLanes(fabric, tables, sls),
      pathSl(source, destination) {
        const pair =
          (places[source] ?? 0) * endports.length + (places[destination] ?? 0);
        // Why bits: few pairs are moved, and a map is slow to say so of all others.
        const layer =
          ((isMoved[pair >>> 5] ?? 0) >>> (pair & 31)) & 1
            ? layerOf.get(pair)
            : undefined;
        return layer === undefined
          ? tables.pathSl(source, destination)
          : ((sls[layer] ?? 0) as Sl);
      },
    },
    added: layers,
    moved: layerOf.size,
  };
}

/** Those of some pairs without which the rest of them has no cycle on one VL. */
function closing(paths: PairPaths, pairs: readonly Pair[]): Pair[] {
  const counts = new Map<number, Map<number, number>>();
  for (const pair of pairs)
    paths.of(pair, (from, to) => {
      const heads = counts.get(from) ?? new Map<number, number>();
      counts.set(from, heads);
      heads.set(to, (heads.get(to) ?? 0) + 1);
    });
  const from: number[] = [];
  const to: number[] = [];
  const weight: number[] = [];
  for (const [tail, heads] of counts)
    for (const [head, count] of heads) {
      from.push(tail);
      to.push(head);
      weight.push(count);
    }
  for (const edge of feedbackEdges({ from, to, weight }))
    counts.get(from[edge] ?? 0)?.set(to[edge] ?? 0, 0);
  return pairs.filter((pair) => {
    let closes = false;
    paths.of(pair, (tail, head) => {
      closes ||= counts.get(tail)?.get(head) === 0;
    });
    return closes;
  });
}

/** SLs that no pair uses, ascending. */
function freeServiceLevels(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[] | undefined,
): number[] {
  const used = new Set<number>();
  const { classes } = new EntryFlows(fabric, tables, endports);
  for (const destination of classes.endports) {
    classes.load(destination);
    for (let index = 0; index < classes.count; index++)
      used.add(classes.sl(index));
  }
  return Array.from({ length: SERVICE_LEVELS }, (_, sl) => sl).filter(
    (sl) => !used.has(sl),
  );
}

/** Tables whose given SLs lead to one new VL each, all the way. */
function withLanes(
  fabric: Fabric,
  tables: ForwardingTables,
  sls: readonly number[],
): ForwardingTables {
  const { lids, lft, multicast, engine, sl2vl } = tables;
  const old = Math.max(1, tables.lanes);
  const rewritten = (given: Uint8Array): Uint8Array => {
    const table = Uint8Array.from(given);
    for (let row = 0; row < table.length; row += SERVICE_LEVELS)
      for (const [layer, sl] of sls.entries()) table[row + sl] = old + layer;
    return table;
  };
  const hosts = Uint8Array.from(
    { length: fabric.endportCount * SERVICE_LEVELS },
    (_, at) => {
      const lane = startLane(
        tables,
        at % SERVICE_LEVELS,
        Math.floor(at / SERVICE_LEVELS) as EndportIx,
      );
      return lane < 0 ? MANAGEMENT_VL : lane;
    },
  );
  return {
    lids,
    lft,
    engine: `${engine} + ${sls.length} VL`,
    lanes: old + sls.length,
    pathLid: (source, destination) => tables.pathLid(source, destination),
    pathSl: (source, destination) => tables.pathSl(source, destination),
    hostSl2vl: rewritten(hosts),
    ...(multicast === undefined ? {} : { multicast }),
    ...(sl2vl === undefined
      ? {}
      : {
          // Why flatMap's guard is not needed: a switch without a table keeps the VL that the host chose.
          sl2vl: sl2vl.map((table) =>
            (table as Uint8Array | undefined) === undefined
              ? table
              : rewritten(table),
          ),
        }),
  };
}
