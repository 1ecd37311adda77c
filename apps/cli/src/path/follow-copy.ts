import { flood, type Flood } from "@fabriclab/paths";
import {
  endportName,
  FabricError,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import { MULTICAST_LID_MIN, type EndportIx, type Mlid } from "@fabriclab/units";
import { many } from "../naming/words.ts";
import type { PathReport } from "./follow.ts";
import { hopsOf, nodesOf } from "./hops.ts";

/**
 * The way of the copy of a multicast packet that one endport gets, as `ibtracert -m` shows it. SLs and VLs play no part.
 *
 * @param word the MLID as it was given
 * @throws FabricError `E_PATHS_UNKNOWN_MLID`
 * Complexity: O(channels that copies cross).
 */
export function followCopy(
  fabric: Fabric,
  tables: ForwardingTables,
  { from, to }: { readonly from: EndportIx; readonly to: EndportIx },
  word: string,
): Omit<PathReport, "fabric" | "tables"> {
  const { multicast } = tables;
  const mlid = Number(word) as Mlid;
  const row = mlid - MULTICAST_LID_MIN - (multicast?.firstMlid ?? 0);
  const isThere =
    Number.isInteger(row) && row >= 0 && row < (multicast?.mlidCount ?? 0);
  if (multicast === undefined || !isThere)
    throw new FabricError({
      code: "E_PATHS_UNKNOWN_MLID",
      message:
        multicast === undefined
          ? "There are no multicast tables."
          : "No multicast table has this MLID.",
      where: { path: "--mlid" },
      got: word,
      expected:
        multicast === undefined
          ? "--tables with a folder of multicast tables in it, too, or --multicast with a file of them"
          : `${hexadecimal(MULTICAST_LID_MIN + multicast.firstMlid)} to ${hexadecimal(MULTICAST_LID_MIN + multicast.firstMlid + multicast.mlidCount - 1)}`,
    });
  const ends = {
    from: endportName(fabric, from),
    to: endportName(fabric, to),
    lid: mlid,
    sl: null,
  };
  if (from >= fabric.switchCount && fabric.attachment(from) === undefined)
    return {
      ...ends,
      arrives: false,
      end: "unattached",
      what: `does not arrive: ${ends.from} has no cable`,
      hops: hopsOf(fabric, from, []),
    };
  const found = flood(fabric, multicast, from, mlid);
  const way = wayTo(fabric, found, to);
  return {
    ...ends,
    arrives: way !== undefined,
    end: way === undefined ? "no-path" : "delivered",
    what: sentence(fabric, found, from, way, found.deliveries[to] ?? 0),
    hops: hopsOf(fabric, from, way ?? []),
  };
}

function sentence(
  fabric: Fabric,
  { channels, loop }: Flood,
  from: EndportIx,
  way: readonly number[] | undefined,
  copies: number,
): string {
  const endless = loop === undefined ? "" : "; copies go round for ever";
  if (way === undefined)
    return `does not arrive: ${many(channels.length, "channel carries copies", "channels carry copies")}, and none ends there${endless}`;
  const crossed = nodesOf(fabric, from, way).filter(
    (node) => node < fabric.switchCount,
  );
  const others = copies > 1 ? `, one of ${copies} copies that do` : "";
  return `arrives: ${many(crossed.length, "switch", "switches")}${others}${endless}`;
}

const hexadecimal = (lid: number): string => `0x${lid.toString(16)}`;

/** Channels from the source to the endport, undefined where no copy gets there. */
function wayTo(
  { endportPort, endportNode, portPeer, portNode }: Fabric,
  { channels, relays }: Flood,
  to: EndportIx,
): number[] | undefined {
  const port = endportPort[to] ?? -1;
  const last = channels.find((channel) =>
    port < 0
      ? portNode[portPeer[channel] ?? 0] === endportNode[to] &&
        relays.get(channel)?.local === true
      : portPeer[channel] === port,
  );
  // Only channels that were crossed earlier, so that the way back ends where copies go round.
  const place = new Map(channels.map((channel, i) => [channel, i]));
  const before = new Map<number, number>();
  for (const [i, channel] of channels.entries())
    for (const next of relays.get(channel)?.next ?? [])
      if (!before.has(next) && i < (place.get(next) ?? 0))
        before.set(next, channel);
  if (last === undefined) return undefined;
  const way: number[] = [];
  for (let at: number | undefined = last; at !== undefined; at = before.get(at))
    way.unshift(at);
  return way;
}
