import { flood, PathWalker } from "@fabriclab/paths";
import {
  endportName,
  FabricError,
  type Fabric,
  type ForwardingTables,
  type MulticastGroup,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** A source that sends one message to each of its receivers: by multicast to a group, or by one unicast copy each. */
export interface Operation {
  readonly source: EndportIx;
  /** For unicast. The source itself is skipped. */
  readonly receivers?: readonly EndportIx[];
  /** For multicast: id of a group that the tables know. Exclusive with `receivers`. */
  readonly group?: number;
}

/**
 * The operations of multicast groups: every declared source once.
 *
 * @param send as unicast copies to all other members, or as multicast
 */
export function operationsOf(
  groups: readonly MulticastGroup[],
  send: "unicast" | "multicast",
): Operation[] {
  return groups.flatMap(({ id, members, sources }) =>
    sources.map((source) =>
      send === "multicast"
        ? { source, group: id }
        : { source, receivers: members },
    ),
  );
}

/**
 * How many packets each channel carries when every operation sends one packet per message: unicast along the tables' paths, multicast along
 * its flood.
 *
 * @returns channel (sending port) -> packets. Length portCount.
 * Time: O(sum of path lengths + sum of multicast tree sizes · radix).
 * @throws FabricError E_BALANCE_PATH where a unicast path does not arrive, E_BALANCE_LOOP where multicast copies go round, E_BALANCE_OPERATION for
 * a multicast operation on tables without a multicast part; E_TABLES_NOT_A_SOURCE
 */
export function channelLoads(
  fabric: Fabric,
  tables: ForwardingTables,
  operations: readonly Operation[],
): Float64Array {
  const loads = new Float64Array(fabric.portCount);
  const add = (channel: number, packets: number): void => {
    loads[channel] = (loads[channel] ?? 0) + packets;
  };
  const walker = new PathWalker(fabric, tables);
  for (const { source, receivers, group } of operations) {
    if (group !== undefined) addFlood(fabric, tables, source, group, add);
    for (const receiver of receivers ?? []) {
      if (receiver === source) continue;
      const lid = tables.pathLid(source, receiver);
      const end = walker.walk(source, lid, tables.pathSl(source, receiver));
      if (end !== "delivered" || tables.lids.owner[lid] !== receiver)
        throw new FabricError({
          code: "E_BALANCE_PATH",
          message: "A path does not arrive, so no load can be counted for it",
          where: {
            path: `${endportName(fabric, source)} to ${endportName(fabric, receiver)}`,
          },
          got: end,
          expected: "delivered",
        });
      for (let i = 0; i < walker.length; i++) add(walker.channels[i] ?? 0, 1);
    }
  }
  return loads;
}

function addFlood(
  fabric: Fabric,
  tables: ForwardingTables,
  source: EndportIx,
  group: number,
  add: (channel: number, packets: number) => void,
): void {
  if (tables.multicast === undefined) {
    throw new FabricError({
      code: "E_BALANCE_OPERATION",
      message: "A multicast operation needs tables with a multicast part",
      where: { path: endportName(fabric, source) },
      got: `tables of ${tables.engine}, without`,
      expected: "multicast tables for the operation's group",
    });
  }
  for (const mlid of tables.multicast.mlids(source, group)) {
    const { channels, crossings, loop } = flood(
      fabric,
      tables.multicast,
      source,
      mlid,
    );
    if (loop !== undefined) {
      throw new FabricError({
        code: "E_BALANCE_LOOP",
        message: "Multicast copies go round for ever, so the load has no end",
        where: {
          path: `${endportName(fabric, source)}, MLID 0x${mlid.toString(16)}`,
        },
        got: `a loop of ${loop.length} channels`,
        expected: "a tree",
      });
    }
    channels.forEach((channel, i) => {
      add(channel, crossings[i] ?? 0);
    });
  }
}
