import { MANAGEMENT_VL } from "@fabriclab/units";
import type { NetworkConfig } from "./network.ts";

/**
 * Whether some SL2VL entry that a packet of the traffic could meet says 15: discard. Entries between a port and itself, of ports without a cable, and
 * of service levels that no stream uses do not count: dumps are full of them.
 */
export function discardsByLane({
  fabric,
  tables,
  traffic,
}: Pick<NetworkConfig, "fabric" | "tables" | "traffic">): boolean {
  if (tables.sl2vl === undefined) return false;
  const levels = [
    ...new Set(
      traffic.flatMap(({ streams }) =>
        streams.flatMap(({ serviceLevels }) => serviceLevels),
      ),
    ),
  ];
  return tables.sl2vl.some((table, sw) => {
    const start = (fabric.portStart[sw] ?? 0) - 1;
    const radix = (fabric.portStart[sw + 1] ?? 0) - start - 1;
    const cabled = Array.from({ length: radix }, (_, k) => k + 1).filter(
      (num) => (fabric.portPeer[start + num] ?? -1) >= 0,
    );
    return cabled.some((into) =>
      cabled.some(
        (out) =>
          out !== into &&
          levels.some(
            (sl) =>
              table[(into * (radix + 1) + out) * 16 + sl] === MANAGEMENT_VL,
          ),
      ),
    );
  });
}
