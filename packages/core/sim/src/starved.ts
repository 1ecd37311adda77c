import type { EndportIx } from "@fabriclab/units";
import { isOpenLoop, packetsBorn } from "./births.ts";
import type { Composition } from "./composition.ts";
import type { LoadWindow, Saturation } from "./statistics/saturation.ts";

/** Packets of which none has come through, below which nothing is claimed. */
const LEAST_BORN = 20;

/**
 * Entries of which nothing comes through: of what they bore in the first half of the time from tick `from` to `to`, 20 packets or more, no packet came to an end
 * in all of it. Their source queues grow, though no wait of a packet shows it: packets that wait for ever have none.
 *
 * Closed-loop traffic is never among them, as it waits by itself.
 *
 * @param ended packets of an entry that were delivered or dropped in that time
 */
export function starvedEntries(
  composition: Composition,
  ended: (index: number) => number,
  from: number,
  to: number,
): ReadonlyMap<number, Saturation> {
  const starved = new Map<number, Saturation>();
  const half = from + Math.floor((to - from) / 2);
  for (const [index, entry] of composition.traffic.entries()) {
    if (!isOpenLoop(entry) || ended(index) > 0) continue;
    const saturation = refusedShare(composition, index, [from, half], 0);
    if (saturation !== undefined) starved.set(index, saturation);
  }
  return starved;
}

/** Packets born below which nothing is said of a share of them. */
const LEAST_TOLD = 1000;
/** Of what is born, the share that comes to an end where nothing is held back: less is no chance. */
const MOST_ENDED = 0.9;

/**
 * Entries that something else holds back, such as management traffic, which goes before all: of what they bore from tick `from` to `to` less than 90 % came to an
 * end. Some of their hosts may send nothing any more, and then no wait of a packet shows that their queues grow.
 *
 * @param ended packets of an entry that were delivered or dropped in that time
 */
export function heldBackEntries(
  composition: Composition,
  ended: (index: number) => number,
  from: number,
  to: number,
): ReadonlyMap<number, Saturation> {
  const held = new Map<number, Saturation>();
  for (const [index, entry] of composition.traffic.entries()) {
    if (!isOpenLoop(entry)) continue;
    const born = packetsBorn(composition, index, from, to);
    if (born >= LEAST_TOLD && ended(index) < MOST_ENDED * born)
      held.set(index, shareOf(ended(index), born));
  }
  return held;
}

/**
 * The same of an entry of which so little enters the network, or leaves it, that most windows of a time hold none of it: the waits of the few say nothing of a
 * trend, its births do.
 *
 * @param windows of that time
 * @param half its first tick, and the one in its middle
 * @param leftOut hosts whose packets are none of these
 * @returns undefined where windows tell, or where nobody can
 */
export function refusedWhereSparse(
  composition: Composition,
  index: number,
  windows: readonly LoadWindow[],
  half: readonly [number, number],
  leftOut?: (host: EndportIx) => boolean,
): Saturation | undefined {
  const empty = windows.filter(({ injectedPackets }) => injectedPackets === 0);
  if (2 * empty.length <= windows.length) return undefined;
  const entered = windows.reduce((all, one) => all + one.injectedPackets, 0);
  return refusedShare(composition, index, half, entered, leftOut);
}

/**
 * An entry is saturated where twice as many of its packets were born in the first half of a time as entered, or left, in all of it.
 *
 * @returns undefined where that is not so, or where nobody can tell
 */
function refusedShare(
  composition: Composition,
  index: number,
  [from, half]: readonly [number, number],
  entered: number,
  leftOut?: (host: EndportIx) => boolean,
): Saturation | undefined {
  if (!isOpenLoop(composition.traffic[index]!)) return undefined;
  const packets = packetsBorn(composition, index, from, half, leftOut);
  if (packets < LEAST_BORN || 2 * entered > packets) return undefined;
  return shareOf(entered / 2, packets);
}

/** In packets, both in the same time: it is their ratio that is told. */
export const shareOf = (mean: number, offered: number): Saturation => ({
  saturated: true,
  accepted: {
    mean,
    halfWidth: Number.NaN,
    confidence: Number.NaN,
    count: 1,
    lag1: Number.NaN,
    independent: false,
  },
  offered,
  growth: Number.NaN,
});
