import { startLane } from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { MANAGEMENT_VL, type EndportIx, type Sl } from "@fabriclab/units";
import type { InUse } from "./in-use.ts";

const SERVICE_LEVELS = 16;

/** A VL that only packets of one SL are on, all the way. */
export interface OwnLane {
  readonly sl: Sl;
  readonly vl: number;
}

/**
 * VLs that nobody uses yet, each with an SL that nobody uses.
 *
 * @param dataLanes VLs that the ports have
 * @param keptSl SL that is not given away although no path uses it: that of multicast, where it stays as it is
 */
export function freeLanes(
  { lanes, serviceLevels }: InUse,
  dataLanes: number,
  keptSl?: number,
): OwnLane[] {
  const sls = Array.from({ length: SERVICE_LEVELS }, (_, sl) => sl as Sl);
  const free = sls.filter((sl) => !serviceLevels.has(sl) && sl !== keptSl);
  return Array.from({ length: dataLanes }, (_, vl) => vl)
    .filter((vl) => !lanes.has(vl))
    .flatMap((vl, place) => {
      const sl = free[place];
      return sl === undefined ? [] : [{ sl, vl }];
    });
}

/** Why `freeLanes` found too few. */
export const whyNoLane = ({ lanes }: InUse, dataLanes: number): string =>
  lanes.size >= dataLanes
    ? "the paths use all data VLs"
    : "no SL is free that could lead to a free VL";

/** Tables whose given SLs lead to one VL each, all the way. */
export function withOwnLanes(
  fabric: Fabric,
  tables: ForwardingTables,
  own: readonly OwnLane[],
): ForwardingTables {
  const { lids, lft, multicast, engine, sl2vl } = tables;
  const rewritten = (given: Uint8Array): Uint8Array => {
    const table = Uint8Array.from(given);
    for (let row = 0; row < table.length; row += SERVICE_LEVELS)
      for (const { sl, vl } of own) table[row + sl] = vl;
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
    engine: `${engine} + ${own.length} VL`,
    lanes: Math.max(1, tables.lanes, ...own.map(({ vl }) => vl + 1)),
    pathLid: (source, destination) => tables.pathLid(source, destination),
    pathSl: (source, destination) => tables.pathSl(source, destination),
    hostSl2vl: rewritten(hosts),
    ...(multicast === undefined ? {} : { multicast }),
    ...(sl2vl === undefined
      ? {}
      : {
          // Why the guard is needed: a switch without a table keeps the VL that the host chose.
          sl2vl: sl2vl.map((table) =>
            (table as Uint8Array | undefined) === undefined
              ? table
              : rewritten(table),
          ),
        }),
  };
}
