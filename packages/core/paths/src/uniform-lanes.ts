import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { MANAGEMENT_VL } from "@fabriclab/units";
import { sl2vlByOutput } from "./sl2vl.ts";

/** SL -> VL, 16 of them; 15 = packets of that SL are discarded. */
export interface LaneLists {
  /** The same for every pair of a switch's ports. */
  readonly switches: ArrayLike<number>;
  /** What hosts send on. */
  readonly hosts: ArrayLike<number>;
}

/**
 * SL2VL tables that have one list for every pair of ports, as OpenSM sets them up from its options. Switches with as many ports share an array.
 *
 * O(switches · ports · 16), and ports² · 16 bytes for each different radix.
 */
export function uniformLanes(
  fabric: Fabric,
  { switches, hosts }: LaneLists,
): Required<Pick<ForwardingTables, "lanes" | "sl2vl" | "hostSl2vl">> {
  const used = [switches, hosts]
    .flatMap((list) => Array.from(list))
    .filter((vl) => vl !== MANAGEMENT_VL);
  return {
    lanes: Math.max(0, ...used) + 1,
    sl2vl: sl2vlByOutput(fabric, (_, __, sl) => switches[sl] ?? MANAGEMENT_VL),
    hostSl2vl: Uint8Array.from(hosts),
  };
}
