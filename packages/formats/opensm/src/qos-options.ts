import type { ForwardingTables } from "@fabriclab/spec";

/** Name under which the lines are written, and in a folder of tables read. */
export const QOS_FILE = "opensm-qos.conf";

const SERVICE_LEVELS = 16;

/**
 * The lines of OpenSM's options file (`opensm -F`) that make it set up SL2VL tables, and VL arbitration if there is any, like these; undefined where the
 * tables use one VL and have no VL arbitration.
 *
 * OpenSM's option has one SL2VL list for all ports. Where these tables differ between ports, a comment stands in its place. Without `vlArb` OpenSM keeps
 * its own arbitration, which serves every VL.
 *
 * Complexity: O(size of the SL2VL tables).
 */
export function writeQosOptions(tables: ForwardingTables): string | undefined {
  const { vlArb, lanes } = tables;
  if (vlArb === undefined && lanes === 1) return undefined;
  const list = (entries: readonly { vl: number; weight: number }[]): string =>
    entries.map(({ vl, weight }) => `${vl}:${weight}`).join(",");
  const levels = commonLevels(tables);
  return [
    "# VL arbitration and SL2VL for OpenSM's options file (opensm -F, or opensm.conf)",
    "qos TRUE",
    `qos_max_vls ${lanes}`,
    ...(vlArb === undefined
      ? []
      : [
          `qos_high_limit ${vlArb.highLimit}`,
          `qos_vlarb_high ${list(vlArb.high)}`,
          `qos_vlarb_low ${list(vlArb.low)}`,
        ]),
    levels === undefined
      ? "# no qos_sl2vl: the SL2VL tables differ between ports, and OpenSM's option has one list for all (see opensm-sl2vl.dump)"
      : `qos_sl2vl ${levels.join(",")}`,
    "",
  ].join("\n");
}

/** Whether one list of VLs by SL, as OpenSM's options have it, says what these tables say. */
export const oneSl2vlForAll = (tables: ForwardingTables): boolean =>
  commonLevels(tables) !== undefined;

/** SL -> VL, where it is the same at every port. */
function commonLevels({
  sl2vl,
  hostSl2vl,
  lanes,
}: ForwardingTables): number[] | undefined {
  // Without tables a packet keeps the VL that it started on, SL modulo the lanes.
  const start = Uint8Array.from(
    { length: SERVICE_LEVELS },
    (_, sl) => sl % lanes,
  );
  const rows = [...new Set(sl2vl ?? []), hostSl2vl ?? start];
  const common = [...(rows[0] ?? start).subarray(0, SERVICE_LEVELS)];
  const even = rows.every((row) =>
    row.every((vl, i) => vl === common[i % SERVICE_LEVELS]),
  );
  return even ? common : undefined;
}
