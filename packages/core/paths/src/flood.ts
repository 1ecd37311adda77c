import {
  FabricError,
  type Fabric,
  type ForwardingTables,
  type MulticastTables,
} from "@fabriclab/spec";
import { MULTICAST_LID_MIN, type EndportIx, type Mlid } from "@fabriclab/units";
import { startLane, switchLane } from "./lane.ts";

/** What becomes of one multicast packet. */
export interface Flood {
  /** Endport -> copies delivered to it (members or not). Where `loop` is set each channel counts once. */
  readonly deliveries: Float64Array;
  /** Channels crossed, in order of first crossing, the source's own first. */
  readonly channels: readonly number[];
  /** Copies over each of `channels`; 1 each where `loop` is set. */
  readonly crossings: readonly number[];
  /** Copies that end at a switch with nowhere to go, are sent to a port without cable, or are discarded for their SL. */
  readonly dead: number;
  /** Channels that SL2VL lets no copy onto (entries of 15), the source's own among them where it does not send. */
  readonly discards: readonly number[];
  /** Channel -> what becomes of a copy that crosses it. */
  readonly relays: ReadonlyMap<number, Relay>;
  /** Channels of a cycle that copies go round for ever; absent where there is none. */
  readonly loop?: readonly number[];
}

/** What the receiver does with a copy that came in over one channel. */
export interface Relay {
  readonly next: readonly number[];
  /** Copies that end here: sent to no cable, discarded for their SL, or the packet itself where the mask holds only its ingress. */
  readonly dead: number;
  /** Channels that copies would have been sent on, had SL2VL not discarded them. */
  readonly discards: readonly number[];
  /** The switch's own endport gets a copy (bit 0 of the mask). */
  readonly local: boolean;
}

const NOWHERE: Relay = { next: [], dead: 0, discards: [], local: false };

/** SL2VL tables, and the SL of the packets. */
export interface FloodLanes extends Pick<
  ForwardingTables,
  "sl2vl" | "hostSl2vl" | "lanes"
> {
  readonly sl: number;
}

/** Mask minus ingress. @param ingress port number, 0 for the switch's own endport */
function relay(
  fabric: Fabric,
  multicast: MulticastTables,
  row: number,
  sw: number,
  ingress: number,
  lanes: FloodLanes | undefined,
): Relay {
  const { words, masks, mlidCount } = multicast;
  const base = (sw * mlidCount + row) * words;
  const start = fabric.portStart[sw] ?? 0;
  const radix = (fabric.portStart[sw + 1] ?? 0) - start;
  const next: number[] = [];
  const discards: number[] = [];
  // Why any VL will do: tables go by ports and SL, and a switch without one discards nothing.
  const isDiscarded = (num: number): boolean =>
    lanes !== undefined &&
    switchLane(fabric, lanes, sw, ingress, num, lanes.sl, 0) < 0;
  let uncabled = 0;
  let local = false;
  for (let word = 0; word < words; word++) {
    for (let bits = masks[base + word] ?? 0; bits !== 0; bits &= bits - 1) {
      const num = word * 32 + 31 - Math.clz32(bits & -bits);
      if (num === ingress) continue;
      if (num === 0) local = true;
      else if (num > radix || (fabric.portPeer[start + num - 1] ?? -1) < 0)
        uncabled += 1;
      else if (isDiscarded(num)) discards.push(start + num - 1);
      else next.push(start + num - 1);
    }
  }
  const ended = uncabled + discards.length;
  return {
    next,
    dead: ended + (next.length === 0 && !local && ended === 0 ? 1 : 0),
    discards,
    local,
  };
}

/** Channels in depth-first order, and in order of leaving, which is reverse topological where there is no cycle. */
interface Reached {
  readonly entered: readonly number[];
  readonly left: readonly number[];
  readonly relays: ReadonlyMap<number, Relay>;
  readonly loop: readonly number[] | undefined;
}

function reach(
  roots: readonly number[],
  expand: (channel: number) => Relay,
): Reached {
  const relays = new Map<number, Relay>();
  const open = new Set<number>();
  const entered: number[] = [];
  const left: number[] = [];
  let loop: number[] | undefined;
  const stack: {
    readonly channel: number;
    readonly next: readonly number[];
    at: number;
  }[] = [];
  const enter = (channel: number): void => {
    const found = expand(channel);
    relays.set(channel, found);
    open.add(channel);
    entered.push(channel);
    stack.push({ channel, next: found.next, at: 0 });
  };
  for (const root of roots) {
    if (!relays.has(root)) enter(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.next[top.at++];
      if (next === undefined) {
        open.delete(top.channel);
        left.push(top.channel);
        stack.pop();
      } else if (!relays.has(next)) {
        enter(next);
      } else if (open.has(next) && loop === undefined) {
        const way = stack.map((entry) => entry.channel);
        loop = way.slice(way.indexOf(next));
      }
    }
  }
  return { entered, left, relays, loop };
}

/**
 * Floods a packet as switches do: a switch sends a copy to every port of its mask for the MLID except the one the packet came in by.
 *
 * A copy's future depends only on the channel that it is on, so copies are counted channel by channel in topological order; where the channels
 * contain a cycle, copies never end, the cycle is returned and every channel counts once.
 *
 * @param lanes to discard copies where SL2VL says so; default: nothing is discarded
 * Complexity: O(channels reached · radix).
 * @throws FabricError E_PATHS_UNKNOWN_MLID, E_PATHS_UNATTACHED.
 */
export function flood(
  fabric: Fabric,
  multicast: MulticastTables,
  source: EndportIx,
  mlid: Mlid,
  lanes?: FloodLanes,
): Flood {
  const row = mlid - MULTICAST_LID_MIN - multicast.firstMlid;
  if (row < 0 || row >= multicast.mlidCount) {
    throw new FabricError({
      code: "E_PATHS_UNKNOWN_MLID",
      message: "no multicast table has this MLID",
      got: `0x${mlid.toString(16)}`,
      expected: `${multicast.mlidCount} MLIDs from 0x${(MULTICAST_LID_MIN + multicast.firstMlid).toString(16)}`,
    });
  }
  const {
    switchCount,
    portPeer,
    portNode,
    portStart,
    endportPort,
    endportNode,
    nodeEndport,
  } = fabric;
  const port = endportPort[source] ?? -1;
  if (port >= 0 && (portPeer[port] ?? -1) < 0) {
    throw new FabricError({
      code: "E_PATHS_UNATTACHED",
      message: "the source is not cabled",
      got: fabric.nodeName[endportNode[source] ?? 0] ?? "",
    });
  }
  // A switch's own endport enters its crossbar without a cable.
  const first: Relay =
    port < 0
      ? relay(fabric, multicast, row, endportNode[source] ?? 0, 0, lanes)
      : lanes !== undefined && startLane(lanes, lanes.sl, source) < 0
        ? { next: [], dead: 1, discards: [port], local: false }
        : { next: [port], dead: 0, discards: [], local: false };
  const { entered, left, relays, loop } = reach(first.next, (channel) => {
    const peer = portPeer[channel] ?? 0;
    const node = portNode[peer] ?? 0;
    return node < switchCount
      ? relay(
          fabric,
          multicast,
          row,
          node,
          peer - (portStart[node] ?? 0) + 1,
          lanes,
        )
      : NOWHERE;
  });

  const copies = new Map<number, number>(
    entered.map((channel) => [channel, loop === undefined ? 0 : 1]),
  );
  if (loop === undefined) {
    const add = (channel: number, count: number): unknown =>
      copies.set(channel, (copies.get(channel) ?? 0) + count);
    for (const channel of first.next) add(channel, 1);
    for (const channel of left.toReversed())
      for (const next of relays.get(channel)?.next ?? [])
        add(next, copies.get(channel) ?? 0);
  }
  const deliveries = new Float64Array(fabric.endportCount);
  let dead = first.dead;
  for (const [channel, count] of copies) {
    const { dead: ended, local } = relays.get(channel) ?? NOWHERE;
    const peer = portPeer[channel] ?? 0;
    const node = portNode[peer] ?? 0;
    dead += count * ended;
    if (local || node >= switchCount) {
      const endport =
        (nodeEndport[node] ?? 0) + (local ? 0 : peer - (portStart[node] ?? 0));
      deliveries[endport] = (deliveries[endport] ?? 0) + count;
    }
  }
  return {
    deliveries,
    channels: entered,
    crossings: entered.map((channel) => copies.get(channel) ?? 0),
    dead,
    discards: [
      ...new Set([
        ...first.discards,
        ...entered.flatMap((channel) => relays.get(channel)?.discards ?? []),
      ]),
    ],
    relays,
    ...(loop === undefined ? {} : { loop }),
  };
}
