import {
  many,
  type BufferSize,
  type ChannelCounters,
  type SwitchModel,
} from "@fabriclab/spec";
import { formatTime, ps } from "@fabriclab/units";
import { FULL } from "./busiest-link.ts";
import type { Composition } from "./composition.ts";
import { bytePsAt, flightPsAt } from "./link-times.ts";
import { portName } from "./live-changes.ts";
import { usedLanes } from "./used-lanes.ts";

/** Bytes that buffers are counted in. */
const BLOCK = 64;
/** A link that is busy for less than this share of what its buffers allow waits for something else, such as other heads in the same buffers, unless its host offers more than they allow. */
const DECISIVE = 0.85;

/**
 * What a saturated network waits for where no link is full: buffers smaller than what is on its way until their space is known to be free again. A packet takes
 * the flight, the routing delay and its own length to leave the next input buffer, and the news of that another flight; so a buffer for n packets lets a lane of the link
 * be busy for n lengths of that time at most, and the link for as many as there are lanes in use. In the receive buffer of a host the engine's work for
 * the packet stands in place of the routing delay.
 *
 * @param ticks of the measured interval; 0 = nothing is known
 * @param engineShare of the time that the busiest engine of a host adapter works: where it has hardly a rest, it decides
 * @returns nothing where some link is full, and where buffers are large enough for what is offered
 */
export function creditLoopWords(
  composition: Composition,
  { busyTicks }: ChannelCounters,
  ticks: number,
  engineShare: number,
): SmallBuffers | undefined {
  const { fabric } = composition.experiment;
  if (!(ticks > 0) || engineShare > DECISIVE) return undefined;
  const lanes = usedLanes(composition);
  const allowed = (port: number): number =>
    Math.min(1, lanes * loopOf(composition, port).most);
  let fullest = -1;
  let most = 0;
  for (let port = 0; port < fabric.portCount; port++) {
    if ((fabric.portPeer[port] ?? -1) < 0) continue;
    const busy = busyTicks[port] ?? 0;
    if (busy > FULL * ticks) return undefined;
    if (busy === 0 || !hasBuffer(composition, port)) continue;
    const limit = allowed(port);
    const share = busy / (limit * ticks);
    if (limit > FULL || share < DECISIVE || share <= most) continue;
    fullest = port;
    most = share;
  }
  if (fullest >= 0)
    return { alone: true, words: wordsOf(composition, fullest) };
  const port = hostThatOffersMore(composition, allowed);
  return port < 0
    ? undefined
    : { alone: false, words: wordsOf(composition, port) };
}

/** The host that a port leads to; -1 where that is a switch. */
const hostBehind = (
  { experiment: { fabric } }: Composition,
  port: number,
): number => {
  const node = fabric.portNode[fabric.portPeer[port] ?? -1] ?? -1;
  return node < fabric.switchCount ? -1 : node;
};

/** Whether what lies behind a cable takes only what it has room for. */
const hasBuffer = (composition: Composition, port: number): boolean =>
  composition.hca.receive !== undefined || hostBehind(composition, port) < 0;

/** Buffers that hold packets back. */
interface SmallBuffers {
  /** Some link carries about what they allow; else something leaves it less, and a host offers more than they allow. */
  readonly alone: boolean;
  /** A sentence without its beginning. */
  readonly words: string;
}

/** The port of the first host that offers more than the buffers behind its cable allow; -1 where none does. */
function hostThatOffersMore(
  { hosts, traffic, experiment: { fabric } }: Composition,
  allowed: (port: number) => number,
): number {
  for (const host of hosts) {
    const port = fabric.endportPort[host] ?? -1;
    const most = allowed(port);
    const offered = traffic.reduce(
      (sum, one) => sum + (one.sourceLoad?.(host) ?? 0),
      0,
    );
    if (most <= FULL && offered > most) return port;
  }
  return -1;
}

/** What a lane of the link from a port waits for. */
interface Loop {
  /** The buffer is a host's. */
  readonly isHost: boolean;
  /** Of the longest packets. */
  readonly bytes: number;
  /** Packets that the buffer has room for. */
  readonly room: number;
  /** Time from when their space is taken until it is known to be free, and how long a packet takes on the link, in ps. */
  readonly loop: number;
  readonly length: number;
  /** Share of the time that a lane can carry packets; may be more than 1. */
  readonly most: number;
}

function loopOf(composition: Composition, port: number): Loop {
  const { experiment, switchModel, network, traffic, hca } = composition;
  const { fabric } = experiment;
  const bytes = Math.max(...traffic.map((one) => one.maxPacketBytes));
  const flight = flightPsAt(fabric, port, network.link);
  const length = bytes * bytePsAt(fabric, port, network.link);
  const { routingDelay, idleRoutingDelay = routingDelay } = switchModel;
  const { receive } = hca;
  const isHost = receive !== undefined && hostBehind(composition, port) >= 0;
  const stay = isHost
    ? receive.elementDelay + (bytes * receive.bytePs.num) / receive.bytePs.den
    : idleRoutingDelay;
  const room = packetsIn(
    isHost ? receive.buffer : dataBuffer(switchModel),
    bytes,
  );
  const loop = 2 * flight + stay + length;
  return { isHost, bytes, room, loop, length, most: (room * length) / loop };
}

function wordsOf(composition: Composition, port: number): string {
  const { fabric } = composition.experiment;
  const { isHost, bytes, room, loop, length, most } = loopOf(composition, port);
  const link = `${portName(fabric, port)} to ${portName(fabric, fabric.portPeer[port] ?? 0)}`;
  const percent = Number((100 * most).toPrecision(3));
  return `${isHost ? "a receive" : "an input"} buffer has room for ${many(room, "packet")} of ${bytes} B per virtual lane, and that is known to be free again ${formatTime(ps(Math.round(loop)))} after it was taken at the earliest, so that a lane of ${link} carries packets for ${percent} % of the time at most. With room for ${Math.ceil(loop / length)} it could carry them all the time.`;
}

/** Of a lane for data: the first is one. */
const dataBuffer = ({
  inputBuffer,
  inputBufferPerLane,
}: SwitchModel): BufferSize => inputBufferPerLane?.[0] ?? inputBuffer;

/** Packets of a size that a buffer holds. */
function packetsIn(buffer: BufferSize, bytes: number): number {
  if ("packets" in buffer) return buffer.packets;
  return Math.floor(
    Math.floor(buffer.bytes / BLOCK) / Math.ceil(bytes / BLOCK),
  );
}
