import type { Network } from "@fabriclab/network";
import {
  JOURNAL_BIRTH,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  type HcaModel,
  type Stream,
  type Traffic,
} from "@fabriclab/spec";
import { bytes as asBytes, ps, type EndportIx } from "@fabriclab/units";

/** One packet, ready at tick `birth`. */
export interface Shot {
  readonly source: EndportIx;
  readonly dlid: number;
  readonly birth: number;
  readonly bytes: number;
  readonly tag: number;
  readonly flags?: number;
}

/** Exactly these packets, in the order given for each source. */
export function scripted(shots: readonly Shot[]): Traffic {
  const bySource = new Map<EndportIx, Shot[]>();
  for (const shot of shots) {
    const list = bySource.get(shot.source) ?? [];
    bySource.set(shot.source, list);
    list.push(shot);
  }
  const streams: Stream[] = [...bySource].map(([source, list]) => {
    let next = 0;
    return {
      source,
      serviceLevels: [0],
      next(draft) {
        const shot = list[next++];
        if (shot === undefined) return false;
        draft.birth = shot.birth;
        draft.dlid = shot.dlid;
        draft.bytes = shot.bytes;
        draft.sl = 0;
        draft.tag = shot.tag;
        draft.flags = shot.flags ?? 0;
        draft.retryAt = -1;
        return true;
      },
    };
  });
  const sizes = shots.map(({ bytes }) => bytes);
  return {
    streams,
    finite: true,
    maxPacketBytes: asBytes(Math.max(...sizes)),
    minPacketBytes: asBytes(Math.min(...sizes)),
  };
}

/** A host adapter without delays. */
export const plainHca: HcaModel = {
  name: "plain",
  sendDelay: ps(0),
  receiveDelay: ps(0),
};

export interface Delivery {
  readonly source: number;
  readonly place: number;
  readonly birth: number;
  readonly time: number;
  readonly tag: number;
}

/** Runs to tick `until`, or until nothing is left, and returns the deliveries in order. */
export function play(network: Network, until: number): Delivery[] {
  const seen: Delivery[] = [];
  while (network.now < until && !network.idle()) {
    network.run(until);
    const { journal } = network;
    const { records, count, baseTick } = journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
      seen.push({
        source: records[at + JOURNAL_SOURCE] ?? -1,
        place: records[at + JOURNAL_PLACE] ?? -1,
        birth:
          baseTick + journalBirth(journal, records[at + JOURNAL_BIRTH] ?? 0),
        time: baseTick + (records[at + JOURNAL_TIME] ?? 0),
        tag: records[at + JOURNAL_TAG] ?? -1,
      });
    }
    network.clearJournal();
  }
  return seen;
}
