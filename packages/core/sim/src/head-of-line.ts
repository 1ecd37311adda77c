import type { ChannelCounters } from "@fabriclab/spec";
import type { Composition } from "./composition.ts";

/** Up to this share of the time a link is far from full: at a link that carries more, chance alone makes queues. */
const FAR_FROM_FULL = 0.85;

/**
 * What a saturated network waits for where no link is nearly full and nothing else is known to hold packets back: the packets at the heads of its buffers. Behind
 * a head that waits for an output, packets of its lane wait for outputs that are idle; with one lane and uniform traffic a switch of many ports carries 2 - √2,
 * 58.6 %, of what its links could (M. J. Karol, M. G. Hluchyj, S. P. Morgan, Input versus output queueing on a space-division packet switch, IEEE Trans.
 * Communications 35(12), 1987).
 *
 * It is what is left when all else is ruled out, so nothing is said where something else may be the reason: hosts with engines and buffers that receive, multicast
 * copies, traffic that waits for answers, management packets, switches that drop or send credits as packets, links that fail.
 *
 * @param ticks of the measured interval; 0 = nothing is known
 * @returns a sentence, or nothing
 */
export function headOfLineWords(
  { experiment, switchModel, hca, traffic, groups }: Composition,
  { busyTicks }: ChannelCounters,
  ticks: number,
): string {
  const { fabric, changes = [] } = experiment;
  const otherReasons =
    hca.receive !== undefined ||
    groups.length > 0 ||
    changes.length > 0 ||
    switchModel.drop !== undefined ||
    switchModel.creditPacketBytes !== undefined ||
    traffic.some(
      ({ streams, timers, delivered }) =>
        timers === true ||
        delivered !== undefined ||
        streams.some(({ management }) => management === true),
    );
  if (otherReasons || !(ticks > 0)) return "";
  let most = 0;
  for (let port = 0; port < fabric.portCount; port++)
    if ((fabric.portPeer[port] ?? -1) >= 0)
      most = Math.max(most, busyTicks[port] ?? 0);
  if (most === 0 || most > FAR_FROM_FULL * ticks) return "";
  return "No link is full: packets wait behind others of their virtual lane that go elsewhere (head-of-line blocking); on lanes of their own they would not.";
}
