import {
  many,
  type BufferSize,
  type ChannelCounters,
  type SwitchModel,
} from "@fabriclab/spec";
import { formatTime, ps } from "@fabriclab/units";
import { FULL } from "./busiest-link.ts";
import type { Composition } from "./composition.ts";
import { portName } from "./live-changes.ts";

/** Bytes that buffers are counted in. */
const BLOCK = 64;
/** A link that is busy for less than this share of what its buffers allow waits for something else, such as other heads in the same buffers. */
const DECISIVE = 0.85;

/**
 * What a saturated network waits for where no link is full: buffers smaller than what is on its way until their space is known to be free again. A packet takes
 * the flight, the routing delay and its own length to leave the next input buffer, and the news of that another flight; so a buffer for n packets lets the link
 * be busy for n lengths of that time at most.
 *
 * @param ticks of the measured interval; 0 = nothing is known
 * @returns a sentence; nothing where some link is full, and where buffers do not decide
 */
export function creditLoopWords(
  { experiment, switchModel, network, traffic }: Composition,
  { busyTicks }: ChannelCounters,
  ticks: number,
): string {
  const { fabric } = experiment;
  if (!(ticks > 0)) return "";
  let busiest = -1;
  for (let port = 0; port < fabric.portCount; port++) {
    const peer = fabric.portPeer[port] ?? -1;
    if (peer < 0) continue;
    const busy = busyTicks[port] ?? 0;
    if (busy > FULL * ticks) return "";
    const intoSwitch = (fabric.portNode[peer] ?? -1) < fabric.switchCount;
    if (intoSwitch && busy > (busyTicks[busiest] ?? 0)) busiest = port;
  }
  if (busiest < 0) return "";
  const bytes = Math.max(...traffic.map((one) => one.maxPacketBytes));
  const room = packetsIn(dataBuffer(switchModel), bytes);
  const cable = fabric.portLink[busiest] ?? -1;
  const bytePs =
    network.link?.byteTimePs ??
    (fabric.linkBytePsNum[cable] ?? 0) / (fabric.linkBytePsDen[cable] ?? 1);
  const flight = network.link?.flightPs ?? fabric.linkFlightPs[cable] ?? 0;
  const { routingDelay, idleRoutingDelay = routingDelay } = switchModel;
  const length = bytes * bytePs;
  const loop = 2 * flight + idleRoutingDelay + length;
  const most = (room * length) / loop;
  const share = (busyTicks[busiest] ?? 0) / ticks;
  if (most > FULL || share < DECISIVE * most) return "";
  const link = `${portName(fabric, busiest)} to ${portName(fabric, fabric.portPeer[busiest] ?? 0)}`;
  const percent = Number((100 * most).toPrecision(3));
  return `No link is full: an input buffer has room for ${many(room, "packet")} of ${bytes} B per virtual lane, and that is known to be free again ${formatTime(ps(Math.round(loop)))} after it was taken at the earliest, so that a lane of ${link} carries packets for ${percent} % of the time at most. With room for ${Math.ceil(loop / length)} it could carry them all the time.`;
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
