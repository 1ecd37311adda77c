import {
  endportName,
  FabricError,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/**
 * The LID by which `from` sends to its neighbour `to` in the tree: a barrier packet crosses one link.
 *
 * @throws FabricError E_BARRIER_OPERATION_NO_LID, E_BARRIER_OPERATION_ROUTE where the tables send it round
 */
export function neighbourLid(
  { fabric, tables }: TrafficTablesContext,
  from: EndportIx,
  to: EndportIx,
): number {
  const lid = tables.lids.baseLid[to] ?? 0;
  if (lid === 0)
    throw new FabricError({
      code: "E_BARRIER_OPERATION_NO_LID",
      message: "a node of a barrier tree has no LID",
      where: { path: endportName(fabric, to) },
      got: "no LID",
      expected: "a LID for every switch and host of the tree",
      hint: "take an addressing that gives switches LIDs, such as sequential",
    });
  const isHost = from >= fabric.switchCount;
  if (isHost && fabric.attachment(from)?.sw === (to as number)) return lid;
  const num = isHost ? -1 : (tables.lft[from]?.[lid] ?? 255);
  const peer = fabric.portPeer[(fabric.portStart[from] ?? 0) + num - 1] ?? -1;
  const arrives =
    num > 0 &&
    num < 255 &&
    (to < fabric.switchCount
      ? fabric.portNode[peer] === (to as number)
      : fabric.endportPort[to] === peer);
  if (arrives) return lid;
  throw new FabricError({
    code: "E_BARRIER_OPERATION_ROUTE",
    message:
      "the tables do not lead over the one link between two neighbours of a barrier tree",
    where: {
      path: `${endportName(fabric, from)} to ${endportName(fabric, to)}`,
    },
    got: num === 255 ? "no path" : `port ${num}`,
    expected: "the port of the cable between them",
    hint: "take a routing with shortest paths to switches, or registers whose cables the tables use",
  });
}

/**
 * The longest time from a combine packet's birth to the end of its acknowledgement over one cable, in ps: both packets in an idle network, and one
 * packet of `mtu` bytes before one of them. 0 where no network stands behind the traffic.
 */
export function roundTrip(
  context: TrafficTablesContext,
  child: EndportIx,
  parent: EndportIx,
  bytes: number,
  mtu: number,
): number {
  const { idleLatency } = context;
  if (idleLatency === undefined) return 0;
  const up = neighbourLid(context, child, parent);
  const down = neighbourLid(context, parent, child);
  const wait = idleLatency(child, up, mtu) - idleLatency(child, up, 0);
  return (
    idleLatency(child, up, bytes) + idleLatency(parent, down, bytes) + wait
  );
}

/** @throws FabricError E_BARRIER_OPERATION_TIMER for a timer that runs out before an answer can be there; says the least that works */
export function checkTimer(
  path: "ack" | "dun",
  timer: number,
  trip: { readonly ps: number; readonly edge: string },
): void {
  if (timer > trip.ps) return;
  throw new FabricError({
    code: "E_BARRIER_OPERATION_TIMER",
    message: "a timer is shorter than the round trip over a link of the tree",
    where: { path },
    got: `${timer / 1000}ns`,
    expected: `at least ${Math.floor(trip.ps / 1000) + 1}ns, for ${trip.edge}`,
    hint: "the round trip includes the largest packet of other traffic (mtu) and the delays of host adapters",
  });
}
