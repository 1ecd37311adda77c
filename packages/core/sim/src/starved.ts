import type { PacketDraft, Traffic } from "@fabriclab/spec";
import type { Composition } from "./composition.ts";
import type { Saturation } from "./statistics/saturation.ts";

/** Packets of which none has come through, below which nothing is claimed. */
const LEAST_BORN = 20;

/** Whether what it sends is its own affair: births of other traffic depend on what arrives, so that nobody can say what it would have sent. */
export const isOpenLoop = ({ finite, timers, delivered }: Traffic): boolean =>
  !finite && timers !== true && delivered === undefined;

/** What an entry of endless traffic has born in some time. */
export interface Born {
  readonly packets: number;
  readonly bytes: number;
}

/**
 * What an entry of endless open-loop traffic has born from tick `from` up to, not including, `to`: its streams are drafted once more, so that packets count that
 * never left their hosts, and hosts that are silent by then do not.
 *
 * O(packets born before `to`).
 */
export function bornOf(
  composition: Composition,
  index: number,
  from: number,
  to: number,
): Born {
  let packets = 0;
  let bytes = 0;
  const draft: PacketDraft = {
    birth: 0,
    dlid: 0,
    bytes: 0,
    sl: 0,
    tag: 0,
    flags: 0,
    retryAt: -1,
  };
  for (const stream of composition.freshTraffic()[index]?.streams ?? [])
    while (stream.next(draft) && draft.birth < to) {
      if (draft.birth < from) continue;
      packets += 1;
      bytes += draft.bytes;
    }
  return { packets, bytes };
}

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

/**
 * The same of an entry of which little enters the network: it is saturated where twice as many packets were born in the first half of a time as entered in all of it.
 *
 * @param half first tick of that time, and the one in its middle
 * @param entered packets
 * @returns undefined where that is not so, or where nobody can tell
 */
export function refusedShare(
  composition: Composition,
  index: number,
  [from, half]: readonly [number, number],
  entered: number,
): Saturation | undefined {
  if (!isOpenLoop(composition.traffic[index]!)) return undefined;
  const { packets } = bornOf(composition, index, from, half);
  if (packets < LEAST_BORN || 2 * entered > packets) return undefined;
  // In packets, both in the same time: it is their ratio that is told.
  const mean = entered / 2;
  return {
    saturated: true,
    accepted: {
      mean,
      halfWidth: Number.NaN,
      confidence: Number.NaN,
      count: 1,
      lag1: Number.NaN,
      independent: false,
    },
    offered: packets,
    growth: Number.NaN,
  };
}
