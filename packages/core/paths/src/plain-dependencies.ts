import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { NO_PORT, type EndportIx } from "@fabriclab/units";
import { channelEnds, TO_NOBODY } from "./channel-ends.ts";
import type { EdgeBits } from "./edge-bits.ts";
import { startLane } from "./lane.ts";
import type { PathClasses } from "./path-classes.ts";
import { undeclaredLane } from "./undeclared-lane.ts";

/** Whether packets stay on the VL on which they are sent, which is the same for all senders of a service level. */
export const areLanesPlain = ({
  sl2vl,
  hostSl2vl,
}: Pick<ForwardingTables, "sl2vl" | "hostSl2vl">): boolean =>
  sl2vl === undefined && (hostSl2vl === undefined || hostSl2vl.length === 16);

/**
 * The dependencies of unicast paths, where `areLanesPlain` holds: then the switch decides all of a packet's way that is left, and who sent it plays no part.
 *
 * Complexity: O(switches) for each (destination, LID, SL).
 *
 * @throws FabricError E_PATHS_LANE where a packet is sent on a VL beyond `tables.lanes`
 */
export function addPlain(
  fabric: Fabric,
  tables: ForwardingTables,
  classes: PathClasses,
  destinations: readonly EndportIx[],
  edges: EdgeBits,
  onProgress?: (done: number, total: number) => void,
): void {
  const { switchCount, portStart } = fabric;
  const { lft } = tables;
  const towards = channelEnds(fabric);
  // Switch -> number of the last class that was there; further on, its way is known.
  const met = new Int32Array(switchCount);
  let number = 0;
  for (const [done, destination] of destinations.entries()) {
    onProgress?.(done, destinations.length);
    classes.load(destination);
    for (let index = 0; index < classes.count; index++) {
      const lid = classes.lid(index);
      const sl = classes.sl(index);
      const lane = startLane(tables, sl, destination);
      if (lane < 0) continue;
      number += 1;
      const sources = classes.sources(index);
      for (let entry = 0; entry < switchCount; entry++) {
        if ((sources[entry] ?? 0) <= 0) continue;
        let held = -1;
        for (let at = entry; at >= 0 && (held >= 0 || met[at] !== number);) {
          const out = lft[at]?.[lid] ?? NO_PORT;
          const channel = (portStart[at] ?? 0) + out - 1;
          if (out === NO_PORT || out === 0) break;
          if (channel >= (portStart[at + 1] ?? 0)) break;
          const to = towards[channel] ?? TO_NOBODY;
          if (to === TO_NOBODY) break;
          if (lane >= edges.lanes) throw undeclaredLane(lane, edges.lanes);
          if (held >= 0) edges.add(held, lane, channel, lane);
          if (met[at] === number) break;
          met[at] = number;
          held = channel;
          at = to;
        }
      }
    }
  }
}
