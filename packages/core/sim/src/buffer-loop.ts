import {
  many,
  type BufferSize,
  type ChannelCounters,
  type SwitchModel,
} from "@fabriclab/spec";
import { formatTime, ps } from "@fabriclab/units";
import type { Composition } from "./composition.ts";
import type { LanePackets } from "./lane-packets.ts";
import { bytePsAt, flightPsAt } from "./link-times.ts";
import { portName } from "./port-name.ts";

/** Bytes that buffers are counted in. */
const BLOCK = 64;

/** What a lane of the link from a port waits for. */
export interface Loop {
  readonly port: number;
  readonly lane: LanePackets;
  /** The buffer is a host's. */
  readonly isHost: boolean;
  readonly packet: Packet;
  /** Packets that the buffer has room for; may be broken where they are of several lengths. */
  readonly room: number;
  /** Time from when their space is taken until it is known to be free, and how long a packet takes on the link, in ps. */
  readonly loop: number;
  readonly length: number;
  /** Share of the time that the lane can carry packets; may be more than 1. */
  readonly most: number;
}

/** The packet that a buffer's room is told for. */
interface Packet {
  readonly bytes: number;
  /** Whether all are alike, it is the mean of those on the link, or the one of which a buffer carries most. */
  readonly is: "every" | "mean" | "best";
}

/** Whether what lies behind a cable takes only what it has room for. */
export const hasBuffer = (composition: Composition, port: number): boolean =>
  composition.hca.receive !== undefined || hostBehind(composition, port) < 0;

/** The host that a port leads to; -1 where that is a switch. */
const hostBehind = (
  { experiment: { fabric } }: Composition,
  port: number,
): number => {
  const node = fabric.portNode[fabric.portPeer[port] ?? -1] ?? -1;
  return node < fabric.switchCount ? -1 : node;
};

/**
 * What the buffer behind a port allows a lane. The space of a packet is taken for its flight, its stay, its length and the flight of the news, so that by Little's
 * law a buffer for n packets carries n in that time at most, also where they are of several lengths: n of the mean length in slots, and in bytes no more than as many
 * of the mean length as fill them (the product of bytes and length has at least the product of the means as its mean).
 *
 * @param counters what links carried; asked where lengths differ
 * @param isOnly whether links carry nothing else, so that the counters are of this lane
 */
export function loopOf(
  composition: Composition,
  port: number,
  lane: LanePackets,
  counters: ChannelCounters,
  isOnly: boolean,
): Loop {
  const { experiment, switchModel, network, hca, tickPs } = composition;
  const { fabric } = experiment;
  const { receive } = hca;
  const isHost = receive !== undefined && hostBehind(composition, port) >= 0;
  const buffer = isHost ? receive.buffer : dataBuffer(switchModel);
  const bytePs = bytePsAt(fabric, port, network.link);
  const carried = counters.packets[port] ?? 0;
  const packet = packetOf(
    lane,
    buffer,
    isOnly && carried > 0
      ? ((counters.busyTicks[port] ?? 0) * tickPs) / bytePs / carried
      : undefined,
  );
  const { bytes } = packet;
  const flight = flightPsAt(fabric, port, network.link);
  const length = bytes * bytePs;
  const { routingDelay, idleRoutingDelay = routingDelay } = switchModel;
  const stay = isHost
    ? receive.elementDelay + (bytes * receive.bytePs.num) / receive.bytePs.den
    : idleRoutingDelay;
  const room = packetsIn(buffer, packet);
  const loop = 2 * flight + stay + length;
  const most = (room * length) / loop;
  return { port, lane, isHost, packet, room, loop, length, most };
}

/** @param mean of the packets on the link, in bytes, where that is known */
function packetOf(
  { shortest, longest }: LanePackets,
  buffer: BufferSize,
  mean: number | undefined,
): Packet {
  if (shortest === longest) return { bytes: longest, is: "every" };
  if (mean !== undefined)
    return {
      bytes: Math.min(longest, Math.max(shortest, mean)),
      is: "mean",
    };
  // Slots carry most with long packets in them; bytes with short ones, whose space is free again soonest.
  return { bytes: "packets" in buffer ? longest : shortest, is: "best" };
}

function packetsIn(buffer: BufferSize, { bytes, is }: Packet): number {
  if ("packets" in buffer) return buffer.packets;
  const blocks = Math.floor(buffer.bytes / BLOCK);
  return is === "every"
    ? Math.floor(blocks / Math.ceil(bytes / BLOCK))
    : (blocks * BLOCK) / bytes;
}

/** A sentence without its beginning. */
export function loopWords(composition: Composition, of: Loop): string {
  const { fabric } = composition.experiment;
  const { port, isHost, packet, room, loop, length, most } = of;
  const link = `${portName(fabric, port)} to ${portName(fabric, fabric.portPeer[port] ?? 0)}`;
  const percent = Number((100 * most).toPrecision(3));
  const bytes = Math.round(packet.bytes);
  const size = {
    every: `${bytes} B`,
    mean: `${bytes} B (their mean there)`,
    best: `${bytes} B (of which it carries most)`,
  }[packet.is];
  return `${isHost ? "a receive" : "an input"} buffer has room for ${many(Number(room.toPrecision(3)), "packet")} of ${size} per virtual lane, and that is known to be free again ${formatTime(ps(Math.round(loop)))} after it was taken at the earliest, so that a lane of ${link} carries packets for ${percent} % of the time at most. With room for ${Math.ceil(loop / length)} it could carry them all the time.`;
}

/** Of a lane for data: the first is one. */
const dataBuffer = ({
  inputBuffer,
  inputBufferPerLane,
}: SwitchModel): BufferSize => inputBufferPerLane?.[0] ?? inputBuffer;
