import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { MANAGEMENT_VL } from "@fabriclab/units";
import type { QosSl2vl } from "./qos-lanes.ts";

/**
 * SL2VL tables with one list for every pair of ports, as OpenSM sets them up from its options. Switches with as many ports share an array.
 *
 * O(switches + different radixes · ports² · 16).
 */
export function uniformLanes(
  fabric: Fabric,
  { switches, hosts }: Pick<QosSl2vl, "switches" | "hosts">,
): Required<Pick<ForwardingTables, "lanes" | "sl2vl" | "hostSl2vl">> {
  const byPorts = new Map<number, Uint8Array>();
  return {
    lanes:
      Math.max(
        0,
        ...[...switches, ...hosts].filter((vl) => vl !== MANAGEMENT_VL),
      ) + 1,
    sl2vl: Array.from({ length: fabric.switchCount }, (_, sw) => {
      const ports =
        (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0) + 1;
      const known = byPorts.get(ports);
      if (known !== undefined) return known;
      const table = new Uint8Array(ports * ports * switches.length);
      for (let at = 0; at < table.length; at += switches.length)
        table.set(switches, at);
      byPorts.set(ports, table);
      return table;
    }),
    hostSl2vl: hosts,
  };
}
