import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { MANAGEMENT_VL, type EndportIx } from "@fabriclab/units";

/**
 * VL on which an endport sends a packet of service level `sl`: its `hostSl2vl` entry, or SL modulo the lanes (0 where there is one) where the tables
 * have none; -1 = it does not send it (entry 15).
 */
export function startLane(
  tables: Pick<ForwardingTables, "hostSl2vl" | "lanes">,
  sl: number,
  source: EndportIx,
): number {
  const table = tables.hostSl2vl;
  if (table === undefined) return tables.lanes <= 1 ? 0 : sl % tables.lanes;
  const lane =
    table[table.length === 16 ? sl : source * 16 + sl] ?? MANAGEMENT_VL;
  return lane === MANAGEMENT_VL ? -1 : lane;
}

/** VL on which a switch sends a packet on: its SL2VL entry, or the VL it came on where there is no table; -1 = discard (entry 15). */
export function switchLane(
  fabric: Fabric,
  tables: Pick<ForwardingTables, "sl2vl">,
  sw: number,
  inNum: number,
  outNum: number,
  sl: number,
  lane: number,
): number {
  const table = tables.sl2vl?.[sw];
  if (table === undefined) return lane;
  const radix = (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0);
  const next = table[(inNum * (radix + 1) + outNum) * 16 + sl] ?? MANAGEMENT_VL;
  return next === MANAGEMENT_VL ? -1 : next;
}
