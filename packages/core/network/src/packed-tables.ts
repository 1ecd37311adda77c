import type { ForwardingTables } from "@fabriclab/spec";
import {
  FabricError,
  MANAGEMENT_VL,
  MULTICAST_LID_MIN,
  NO_PORT,
} from "@fabriclab/units";
import type { EngineFabric } from "./own-endports.ts";
import { packRoutes, usablePorts, type PackedRoutes } from "./packed-routes.ts";

/** Forwarding tables as the loop reads them. */
export interface PackedTables {
  /**
   * Port number by `dlid * switchCount + switch`; 255 = no path. Why destination-major: a packet's next switch is often in the same cache line.
   * Empty where there are `routes`.
   */
  readonly lft: Uint8Array;
  /** The same in less space, for the loop of `loop.ts`; undefined = not asked for, or not worth it. */
  readonly routes: PackedRoutes | undefined;
  /** Port masks by `(switch * mlids + mlid - firstMlid) * maskWords + word`. */
  readonly mft: Int32Array;
  readonly firstMlid: number;
  readonly mlids: number;
  /** VL by `sl2vlAt[switch] + (in * sl2vlRow[switch] + out) * 16 + sl`; undefined = a packet keeps its VL. */
  readonly sl2vl: Uint8Array | undefined;
  /** Indexed as `sl2vl`: 1 where the entry says 15, discard. */
  readonly sl2vlDiscards: Uint8Array | undefined;
  readonly sl2vlAt: Int32Array;
  readonly sl2vlRow: Int32Array;
}

/**
 * Copies forwarding tables into the loop's layout, without ports that do not exist or lead nowhere.
 *
 * @param given SL2VL tables to be applied; undefined = a packet keeps its lane
 * @param maskWords 32-bit words per port mask
 * @param leastMlids MLIDs that there is room for at least; those that the tables do not have reach nobody
 * @param plain whether unicast tables must be plain: for the general loop, or because they may be replaced
 */
export function packTables(
  fabric: EngineFabric,
  tables: ForwardingTables,
  given: ForwardingTables["sl2vl"],
  lanes: number,
  maskWords: number,
  leastMlids = 0,
  plain = true,
): PackedTables {
  const topLid = tables.lids.topLid;
  const S = fabric.switchCount;
  const { firstPort = 1 } = fabric;
  const routes = plain ? undefined : packRoutes(fabric, tables);
  const lft = new Uint8Array(routes === undefined ? (topLid + 1) * S : 0);
  for (let sw = 0; sw < S && routes === undefined; sw++) {
    const row = tables.lft[sw]!;
    const usable = usablePorts(fabric, sw);
    for (let lid = 0; lid <= topLid; lid++)
      lft[lid * S + sw] = usable[row[lid] ?? NO_PORT]!;
  }
  const planned = tables.multicast?.mlidCount ?? 0;
  const mlids = planned === 0 ? 0 : Math.max(planned, leastMlids);
  const mft = new Int32Array(S * mlids * maskWords);
  if (tables.multicast !== undefined) {
    const { masks, words } = tables.multicast;
    for (let sw = 0; sw < S; sw++) {
      const start = fabric.portStart[sw]! - firstPort;
      const radix = fabric.portStart[sw + 1]! - start - 1;
      for (let k = 0; k < planned; k++) {
        for (let port = firstPort; port <= radix; port++) {
          if (port >> 5 >= words || fabric.portPeer[start + port]! < 0)
            continue;
          if (
            (masks[(sw * planned + k) * words + (port >> 5)]! & (1 << port)) !==
            0
          )
            mft[(sw * mlids + k) * maskWords + (port >> 5)]! |= 1 << port;
        }
      }
    }
  }
  const sl2vlAt = new Int32Array(S);
  const sl2vlRow = new Int32Array(S);
  let sl2vl: Uint8Array | undefined;
  let sl2vlDiscards: Uint8Array | undefined;
  if (given !== undefined) {
    let length = 0;
    given.forEach((table, sw) => {
      sl2vlAt[sw] = length;
      sl2vlRow[sw] =
        fabric.portStart[sw + 1]! - fabric.portStart[sw]! + firstPort;
      length += table.length;
    });
    sl2vl = new Uint8Array(length);
    for (const [sw, table] of given.entries()) sl2vl.set(table, sl2vlAt[sw]);
    const high = sl2vl.findIndex((vl) => vl >= lanes && vl !== MANAGEMENT_VL);
    if (high >= 0)
      throw new FabricError({
        code: "E_NETWORK_LANES",
        message: "SL2VL names a lane that the switches do not have",
        got: `VL ${sl2vl[high]}`,
        expected: `below ${lanes}`,
      });
    sl2vlDiscards = sl2vl.map((vl) => (vl === MANAGEMENT_VL ? 1 : 0));
    // Why dropped: with one lane there is nothing to choose, and the loop keeps the list of waiting queues that a choice needs for several lanes only.
    sl2vl = lanes === 1 ? undefined : sl2vl.map((vl) => (vl >= lanes ? 0 : vl));
  }
  return {
    lft,
    routes,
    mft,
    firstMlid: MULTICAST_LID_MIN + (tables.multicast?.firstMlid ?? 0),
    mlids,
    sl2vl,
    sl2vlDiscards,
    sl2vlAt,
    sl2vlRow,
  };
}
