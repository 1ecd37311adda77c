import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { NO_PORT, type EndportIx } from "@fabriclab/units";
import { channelEnds, TO_NOBODY } from "./channel-ends.ts";
import type { EdgeBits } from "./edge-bits.ts";
import { EntryColumns } from "./entry-columns.ts";
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
  const { switchCount } = fabric;
  const { channel, next, load } = exitsOf(fabric, tables);
  // Switch -> number of the last class that was there; further on, its way is known.
  const met = new Int32Array(switchCount);
  let number = 0;
  let loaded = -1;
  for (const [done, destination] of destinations.entries()) {
    onProgress?.(done, destinations.length);
    classes.load(destination);
    for (let index = 0; index < classes.count; index++) {
      const lid = classes.lid(index);
      const sl = classes.sl(index);
      const lane = startLane(tables, sl, destination);
      if (lane < 0) continue;
      if (lid !== loaded) load(lid);
      loaded = lid;
      number += 1;
      const sources = classes.sources(index);
      for (let entry = 0; entry < switchCount; entry++) {
        if ((sources[entry] ?? 0) <= 0) continue;
        let held = -1;
        for (let at = entry; at >= 0;) {
          const out = channel[at] ?? -1;
          if (out < 0) break;
          if (lane >= edges.lanes) throw undeclaredLane(lane, edges.lanes);
          if (held >= 0) edges.add(held, lane, out, lane);
          if (met[at] === number) break;
          met[at] = number;
          held = out;
          at = next[at] ?? -1;
        }
      }
    }
  }
}

/** By which channel switches forward a LID. */
interface Exits {
  /** Switch -> channel; -1 where there is no entry, or nothing at the port. */
  readonly channel: Int32Array;
  /** Switch -> the switch that the channel leads to; -1 where that is a host. */
  readonly next: Int32Array;
  /** Fills both. O(switches). */
  readonly load: (lid: number) => void;
}

/**
 * Why of all switches before a way is followed: tables of a large fabric are in no cache, and a way waits for each entry before it knows the next, whereas
 * entries of all switches are fetched many at once.
 */
function exitsOf(fabric: Fabric, tables: ForwardingTables): Exits {
  const { switchCount, portStart } = fabric;
  const towards = channelEnds(fabric);
  const columns = new EntryColumns(fabric, tables);
  const channel = new Int32Array(switchCount);
  const next = new Int32Array(switchCount);
  const load = (lid: number): void => {
    const entries = columns.of(lid);
    for (let sw = 0; sw < switchCount; sw++) {
      const out = entries[sw] ?? NO_PORT;
      const port = (portStart[sw] ?? 0) + out - 1;
      const isPort =
        out !== NO_PORT && out !== 0 && port < (portStart[sw + 1] ?? 0);
      const to = isPort ? (towards[port] ?? TO_NOBODY) : TO_NOBODY;
      channel[sw] = to === TO_NOBODY ? -1 : port;
      next[sw] = to < 0 ? -1 : to;
    }
  };
  return { channel, next, load };
}
