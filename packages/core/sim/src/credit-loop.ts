import type { ChannelCounters } from "@fabriclab/spec";
import { hasBuffer, loopOf, loopWords, type Loop } from "./buffer-loop.ts";
import { FULL } from "./busiest-link.ts";
import type { Composition } from "./composition.ts";
import { lanePackets } from "./lane-packets.ts";
import { bytePsAt } from "./link-times.ts";

/** A link that is busy for less than this share of what its buffers allow waits for something else, such as other heads in the same buffers, unless its host offers more than they allow. */
const DECISIVE = 0.85;

/**
 * What a saturated network waits for where no link is full: buffers smaller than what is on its way until their space is known to be free again. A packet takes
 * the flight, the routing delay and its own length to leave the next input buffer, and the news of that another flight; so a buffer for n packets lets a lane of the link
 * be busy for n lengths of that time at most, and the link for what its lanes may be together. In the receive buffer of a host the engine's work for
 * the packet stands in place of the routing delay.
 *
 * @param ticks of the measured interval; 0 = nothing is known
 * @param engineShare of the time that the busiest engine of a host adapter works: where it has hardly a rest, it decides
 * @returns nothing where some link is full, and where buffers are large enough for what is offered
 */
export function creditLoopWords(
  composition: Composition,
  counters: ChannelCounters,
  ticks: number,
  engineShare: number,
): SmallBuffers | undefined {
  const { fabric } = composition.experiment;
  if (!(ticks > 0) || engineShare > DECISIVE) return undefined;
  const loopsAt = loopsOf(composition, counters);
  let tightest: Loop | undefined;
  let most = 0;
  for (let port = 0; port < fabric.portCount; port++) {
    if ((fabric.portPeer[port] ?? -1) < 0) continue;
    const busy = counters.busyTicks[port] ?? 0;
    if (busy > FULL * ticks) return undefined;
    if (busy === 0 || !hasBuffer(composition, port)) continue;
    const loops = loopsAt(port);
    if (loops.length === 0) continue;
    const limit = allowed(loops);
    const share = busy / (limit * ticks);
    if (limit > FULL || share < DECISIVE || share <= most) continue;
    tightest = leastOf(loops);
    most = share;
  }
  if (tightest !== undefined)
    return { holds: "links", words: loopWords(composition, tightest) };
  return (
    offeredMore(composition, loopsAt) ??
    wantedMore(composition, counters, ticks, loopsAt)
  );
}

/** Buffers that hold packets back. */
interface SmallBuffers {
  /**
   * `links`: some link carries about what they allow. Else something leaves it less, and a host offers more than they allow: its `cable`, or a `lane` of it,
   * while others could fill the cable. Or none does, and a link `inside` the network would have to carry more than they allow, were all carried that is offered.
   */
  readonly holds: "links" | "cable" | "lane" | "inside";
  /** A sentence without its beginning. */
  readonly words: string;
}

/** What each lane of the link from a port waits for. */
function loopsOf(
  composition: Composition,
  counters: ChannelCounters,
): (port: number) => Loop[] {
  const { fabric } = composition.experiment;
  const byHosts = lanePackets(composition, "hosts");
  const bySwitches = lanePackets(composition, "switches");
  // What links carry beside packets of a data lane is in their counters, too.
  const hasOthers =
    composition.switchModel.creditPacketBytes !== undefined ||
    composition.traffic.some(({ streams }) =>
      streams.some(({ management }) => management === true),
    );
  return (port) => {
    const isHost = (fabric.portNode[port] ?? 0) >= fabric.switchCount;
    const lanes = isHost ? byHosts : bySwitches;
    const isOnly = lanes.length === 1 && !hasOthers;
    return lanes.map((lane) =>
      loopOf(composition, port, lane, counters, isOnly),
    );
  };
}

/** Share of the time that lanes together may carry packets. */
const allowed = (loops: readonly Loop[]): number =>
  Math.min(
    1,
    loops.reduce((sum, { most }) => sum + most, 0),
  );

const leastOf = (loops: readonly Loop[]): Loop | undefined =>
  loops.toSorted((a, b) => a.most - b.most)[0];

/** Buffers behind the cable of the first host that offers more than they allow; undefined where none does. */
function offeredMore(
  composition: Composition,
  loopsAt: (port: number) => Loop[],
): SmallBuffers | undefined {
  const { hosts, traffic, experiment } = composition;
  const { fabric } = experiment;
  for (const host of hosts) {
    const loops = loopsAt(fabric.endportPort[host] ?? -1);
    const loads = traffic.map((one) => one.sourceLoad?.(host) ?? 0);
    const most = allowed(loops);
    const least = leastOf(loops);
    if (least !== undefined && most <= FULL && sum(loads) > most)
      return { holds: "cable", words: loopWords(composition, least) };
    const lane = loops.find(
      (one) =>
        one.most <= FULL &&
        sum(one.lane.alone.map((index) => loads[index] ?? 0)) > one.most,
    );
    if (lane !== undefined)
      return { holds: "lane", words: loopWords(composition, lane) };
  }
  return undefined;
}

/**
 * Buffers behind the link that would have to carry most beyond what they allow, were all carried that hosts offer: as often what it carries as that is what
 * they send. Undefined where no link would.
 */
function wantedMore(
  composition: Composition,
  { busyTicks }: ChannelCounters,
  ticks: number,
  loopsAt: (port: number) => Loop[],
): SmallBuffers | undefined {
  const { hosts, traffic, experiment, network, tickPs } = composition;
  const { fabric } = experiment;
  let offered = 0;
  let sent = 0;
  for (const host of hosts) {
    const port = fabric.endportPort[host] ?? -1;
    const bytes = tickPs / bytePsAt(fabric, port, network.link);
    sent += (busyTicks[port] ?? 0) * bytes;
    for (const one of traffic)
      offered += (one.sourceLoad?.(host) ?? 0) * ticks * bytes;
  }
  if (!(sent > 0 && sent < offered)) return undefined;
  let least: Loop | undefined;
  let most = 1;
  for (let port = 0; port < fabric.portCount; port++) {
    const busy = busyTicks[port] ?? 0;
    if (busy === 0 || !hasBuffer(composition, port)) continue;
    const loops = loopsAt(port);
    const limit = allowed(loops);
    const wanted = (busy * offered) / (sent * limit * ticks);
    if (loops.length === 0 || limit > FULL || wanted <= most) continue;
    least = leastOf(loops);
    most = wanted;
  }
  return least === undefined
    ? undefined
    : { holds: "inside", words: loopWords(composition, least) };
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
