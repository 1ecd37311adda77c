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
 * be busy for n lengths of that time at most, and the link for as many as there are lanes in use.
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
  let busiest = -1;
  for (let port = 0; port < fabric.portCount; port++) {
    const peer = fabric.portPeer[port] ?? -1;
    if (peer < 0) continue;
    const busy = busyTicks[port] ?? 0;
    if (busy > FULL * ticks) return undefined;
    const intoSwitch = (fabric.portNode[peer] ?? -1) < fabric.switchCount;
    if (intoSwitch && busy > (busyTicks[busiest] ?? 0)) busiest = port;
  }
  if (busiest < 0) return undefined;
  const lanes = usedLanes(composition);
  const allowed = (port: number): number =>
    Math.min(1, lanes * loopOf(composition, port).most);
  const share = (busyTicks[busiest] ?? 0) / ticks;
  if (allowed(busiest) <= FULL && share >= DECISIVE * allowed(busiest))
    return { alone: true, words: wordsOf(composition, busiest) };
  const port = hostThatOffersMore(composition, allowed);
  return port < 0
    ? undefined
    : { alone: false, words: wordsOf(composition, port) };
}

/** Buffers that hold packets back. */
interface SmallBuffers {
  /** The busiest link carries about what they allow; else something leaves it less, and a host offers more than they allow. */
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

function loopOf(
  { experiment: { fabric }, switchModel, network, traffic }: Composition,
  port: number,
): Loop {
  const bytes = Math.max(...traffic.map((one) => one.maxPacketBytes));
  const room = packetsIn(dataBuffer(switchModel), bytes);
  const flight = flightPsAt(fabric, port, network.link);
  const { routingDelay, idleRoutingDelay = routingDelay } = switchModel;
  const length = bytes * bytePsAt(fabric, port, network.link);
  const loop = 2 * flight + idleRoutingDelay + length;
  return { bytes, room, loop, length, most: (room * length) / loop };
}

function wordsOf(composition: Composition, port: number): string {
  const { fabric } = composition.experiment;
  const { bytes, room, loop, length, most } = loopOf(composition, port);
  const link = `${portName(fabric, port)} to ${portName(fabric, fabric.portPeer[port] ?? 0)}`;
  const percent = Number((100 * most).toPrecision(3));
  return `an input buffer has room for ${many(room, "packet")} of ${bytes} B per virtual lane, and that is known to be free again ${formatTime(ps(Math.round(loop)))} after it was taken at the earliest, so that a lane of ${link} carries packets for ${percent} % of the time at most. With room for ${Math.ceil(loop / length)} it could carry them all the time.`;
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
