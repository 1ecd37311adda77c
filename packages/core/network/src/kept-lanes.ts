import type { HcaModel, ForwardingTables, Traffic } from "@fabriclab/spec";
import type { EngineFabric } from "./own-endports.ts";
import { laneOfSl } from "./lane-of-sl.ts";

/**
 * Whether every packet keeps the lane that its host chose, whatever SL2VL tables there are: all entries that a packet of the traffic can meet name the
 * host's lane of its service level. Then the loop need not look lanes up. Entries of ports without a cable, and of service levels that no stream
 * uses, do not count. O(switches x ports^2 x service levels).
 */
export function keepsLanes(
  fabric: EngineFabric,
  { sl2vl }: ForwardingTables,
  hca: HcaModel,
  traffic: readonly Traffic[],
  lanes: number,
): boolean {
  if (sl2vl === undefined) return true;
  // Endports of switches have entries of their own.
  if (fabric.firstPort === 0) return false;
  const levels = [
    ...new Set(
      traffic.flatMap(({ streams }) =>
        streams
          .filter(({ management }) => management !== true)
          .flatMap(({ serviceLevels }) => serviceLevels),
      ),
    ),
  ];
  const laneOf = levels.map((sl) => laneOfSl(hca, lanes, sl));
  return sl2vl.every((table, sw) => {
    const start = fabric.portStart[sw]! - 1;
    const radix = fabric.portStart[sw + 1]! - start - 1;
    const cabled = Array.from({ length: radix }, (_, k) => k + 1).filter(
      (num) => fabric.portPeer[start + num]! >= 0,
    );
    return cabled.every((into) =>
      cabled.every((out) =>
        levels.every(
          (sl, k) => table[(into * (radix + 1) + out) * 16 + sl] === laneOf[k],
        ),
      ),
    );
  });
}
