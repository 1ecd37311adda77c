import type { Fabric } from "@fabriclab/spec";
import { ps, type LinkIx, type PortIx, type Ps } from "@fabriclab/units";

/** The channel that decides how fast a set of operations can be at best. */
export interface MakespanBound {
  /** No schedule ends before this. */
  readonly bound: Ps;
  /** The busiest channel in time; -1 where nothing is sent. */
  readonly channel: PortIx | -1;
  /** Packets over it. */
  readonly packets: number;
}

/**
 * The time that the busiest channel needs to carry its packets one after the other: packets times serialisation time. Whatever the switches do,
 * the operations take longer, since a channel carries one packet at a time; flight and switch delays, which come on top, are left out.
 *
 * @param loads channel -> packets, from `channelLoads`
 * @param packetBytes bytes of every packet on the wire. For messages of several packets give the message's bytes on the wire: a channel
 * carries all of them.
 * Time: O(channels).
 */
export function makespanLowerBound(
  fabric: Fabric,
  loads: Float64Array,
  packetBytes: number,
): MakespanBound {
  let best: MakespanBound = { bound: ps(0), channel: -1, packets: 0 };
  loads.forEach((packets, channel) => {
    if (packets === 0) return;
    const link = (fabric.portLink[channel] ?? 0) as LinkIx;
    const num = fabric.linkBytePsNum[link] ?? 0;
    const den = fabric.linkBytePsDen[link] ?? 1;
    // Rounded down: a bound may be too low, never too high.
    const time = Math.floor((packets * packetBytes * num) / den);
    if (time > best.bound)
      best = { bound: ps(time), channel: channel as PortIx, packets };
  });
  return best;
}

/** Largest number of packets on one channel, and the sum over channels (link crossings). */
export function loadSummary(loads: Float64Array): {
  readonly max: number;
  readonly crossings: number;
} {
  let max = 0;
  let crossings = 0;
  for (const packets of loads) {
    max = Math.max(max, packets);
    crossings += packets;
  }
  return { max, crossings };
}
