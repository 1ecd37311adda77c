import {
  JOURNAL_BIRTH,
  JOURNAL_BYTES,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  type Stream,
  type Traffic,
} from "@fabriclab/spec";
import type { Bytes, EndportIx } from "@fabriclab/units";
import type { Network } from "../src/index.ts";

/** One packet of a scripted traffic. */
export interface Shot {
  readonly source: number;
  readonly dlid: number;
  readonly birth: number;
  readonly bytes: number;
  readonly sl?: number;
  readonly tag?: number;
}

/** Packets of 256 bytes, all born at once, their tags in order. */
export const burst = (
  source: number,
  dlid: number,
  count: number,
  birth = 0,
): Shot[] =>
  Array.from({ length: count }, (_, tag) => ({
    source,
    dlid,
    birth,
    bytes: 256,
    tag,
  }));

/** Exactly these packets, in order of birth per source. */
export function scripted(shots: readonly Shot[]): Traffic {
  const bySource = new Map<number, Shot[]>();
  for (const shot of shots) {
    const list = bySource.get(shot.source);
    if (list === undefined) bySource.set(shot.source, [shot]);
    else list.push(shot);
  }
  const streams: Stream[] = [...bySource].map(([source, list]) => {
    let next = 0;
    return {
      source: source as EndportIx,
      serviceLevels: [...new Set(list.map((shot) => shot.sl ?? 0))],
      next(draft) {
        const shot = list[next++];
        if (shot === undefined) return false;
        Object.assign(draft, {
          birth: shot.birth,
          dlid: shot.dlid,
          bytes: shot.bytes,
          sl: shot.sl ?? 0,
          tag: shot.tag ?? 0,
          flags: 0,
        });
        return true;
      },
    };
  });
  const sizes = shots.map((shot) => shot.bytes);
  return {
    streams,
    finite: true,
    maxPacketBytes: Math.max(...sizes) as Bytes,
    minPacketBytes: Math.min(...sizes) as Bytes,
  };
}

/** A journal record with names. */
export interface Happening {
  readonly kind: "delivered" | "injected" | "dropped";
  readonly time: number;
  readonly birth: number;
  readonly source: number;
  readonly place: number;
  readonly bytes: number;
  readonly tag: number;
  readonly lane: number;
}

/** Runs to tick `until` and returns what happened. */
export function play(network: Network, until: number): Happening[] {
  const happenings: Happening[] = [];
  const kinds = Object.entries(JournalKind);
  while (network.now < until) {
    network.run(until);
    const { journal } = network;
    const { records, count, baseTick } = journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      happenings.push({
        kind: kinds.find(
          ([, value]) => value === records[at + JOURNAL_KIND],
        )![0] as Happening["kind"],
        time: baseTick + records[at + JOURNAL_TIME]!,
        birth: baseTick + journalBirth(journal, records[at + JOURNAL_BIRTH]!),
        source: records[at + JOURNAL_SOURCE]!,
        place: records[at + JOURNAL_PLACE]!,
        bytes: records[at + JOURNAL_BYTES]!,
        tag: records[at + JOURNAL_TAG]!,
        lane: (records[at + JOURNAL_CLASS]! >> 4) & 15,
      });
    }
    network.clearJournal();
  }
  return happenings;
}

export const deliveries = (happenings: readonly Happening[]): Happening[] =>
  happenings.filter((h) => h.kind === "delivered");

/** Everything that a network shows, in an order of its own: records of one tick come in no particular order. */
export function outcome(network: Network, until: number) {
  const happenings = play(network, until).map((h) => JSON.stringify(h));
  const { events: _, ...counts } = network.counts;
  return {
    happenings: happenings.sort(),
    counts,
    counters: network.takeChannelCounters(),
    idle: network.idle(),
    cycle: network.diagnose(),
  };
}
