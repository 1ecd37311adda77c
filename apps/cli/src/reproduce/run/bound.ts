import { flood, PathWalker } from "@fabriclab/paths";
import {
  FabricError,
  type Fabric,
  type ForwardingTables,
  emptyDraft,
  type Traffic,
} from "@fabriclab/spec";
import { MULTICAST_LID_MIN, type Lid, type Mlid } from "@fabriclab/units";

/**
 * Most packets that any one channel has to carry when every packet of finite traffic follows the tables. A channel carries one packet at a time,
 * so all of them take at least this many packet times, whatever the switches do.
 *
 * Reads the streams to their end: give it traffic that is created for this alone. O(packets x path length).
 *
 * @throws FabricError `E_REPRODUCE_PATH` when a packet does not arrive
 */
export function mostLoadedChannel(
  fabric: Fabric,
  tables: ForwardingTables,
  traffic: Traffic,
): number {
  const packets = new Float64Array(fabric.portCount);
  const walker = new PathWalker(fabric, tables);
  const draft = emptyDraft();
  for (const stream of traffic.streams) {
    while (stream.next(draft)) {
      if (draft.dlid >= MULTICAST_LID_MIN) {
        if (tables.multicast === undefined) throw lost("no multicast tables");
        const { channels, crossings, dead, loop } = flood(
          fabric,
          tables.multicast,
          stream.source,
          draft.dlid as Mlid,
        );
        if (dead > 0 || loop !== undefined) throw lost("a copy is lost");
        for (const [at, channel] of channels.entries()) {
          packets[channel]! += crossings[at]!;
        }
      } else {
        const end = walker.walk(stream.source, draft.dlid as Lid, draft.sl);
        if (end !== "delivered") throw lost(end);
        for (let at = 0; at < walker.length; at += 1) {
          packets[walker.channels[at]!]! += 1;
        }
      }
    }
  }
  return packets.reduce((most, count) => Math.max(most, count), 0);
}

const lost = (how: string): FabricError =>
  new FabricError({
    code: "E_REPRODUCE_PATH",
    message: "a packet would not arrive, so there is no bound to compute",
    got: how,
    expected: "tables that deliver every packet",
  });
