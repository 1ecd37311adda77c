import { EntryFlows, startLane } from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { MANAGEMENT_VL, type EndportIx, type Sl } from "@fabriclab/units";
import { cut } from "./cut.ts";
import { PairCounts, type Pair } from "./pair-counts.ts";
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
 * Moves pairs to new VLs until no VL has a cycle: those over the edge of fewest pairs of one cycle after the other, to the next VL, and there the same
 * again.
 *
 * Domke, Hoefler and Nagel: Deadlock-Free Oblivious Routing for Arbitrary Topologies. IPDPS 2011, doi 10.1109/IPDPS.2011.65; Skeie, Lysne and
 * Theiss: Layered Shortest Path (LASH) Routing in Irregular System Area Networks. IPDPS 2002.
 *
 * @param most VLs that may be added
 * @returns undefined where they do not suffice, or no SL is free to lead to them
 */
export function addLayers(
  fabric: Fabric,
  tables: ForwardingTables,
  endports: readonly EndportIx[] | undefined,
  most: number,
): Layers | undefined {
  const layers: Pair[][] = [];
  let counts = new PairCounts(fabric, tables, endports);
  const size = counts.endports.length;
  for (;;) {
    const moved = cut<Pair>(
      counts,
      (pairs) => ({ keys: pairs, cost: pairs.length }),
      (pairs) => pairs,
    );
    if (moved === undefined) return undefined;
    if (moved.length === 0) break;
    if (layers.length === most) return undefined;
    layers.push(moved);
    counts = new PairCounts(fabric, onOneLane(tables), endports, false);
    counts.restore(moved);
  }
  // A pair that moved twice is on the last VL that it moved to.
  const layerOf = new Map<Pair, number>();
  for (const [layer, pairs] of layers.entries())
    for (const pair of pairs) layerOf.set(pair, layer);
  const sls = freeServiceLevels(fabric, tables, endports).slice(
    0,
    layers.length,
  );
  if (sls.length < layers.length) return undefined;
  const places = new Map(
    counts.endports.map((endport, place) => [endport, place]),
  );
  return {
    tables: {
      ...withLanes(fabric, tables, sls),
      pathSl(source, destination) {
        const layer = layerOf.get(
          (places.get(source) ?? 0) * size + (places.get(destination) ?? 0),
        );
        return layer === undefined
          ? tables.pathSl(source, destination)
          : ((sls[layer] ?? 0) as Sl);
      },
    },
    added: layers.length,
    moved: layerOf.size,
  };
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
