import {
  defineMetric,
  defineTraffic,
  JOURNAL_BIRTH,
  JOURNAL_BYTES,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  type MetricPlugin,
  type PacketDraft,
  type TrafficPlugin,
} from "@fabriclab/spec";
import type { Bytes, EndportIx, Sl } from "@fabriclab/units";
import { z } from "zod";

/** A packet that a test sends; hosts by their index. */
export interface Sent {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  /** Nanoseconds; per source never decreasing. */
  readonly at: number;
  /** Default: what the tables say. */
  readonly sl?: Sl;
}

/**
 * Sends exactly these packets; a packet's tag is its index.
 *
 * @param counted says how many deliveries are to be expected
 */
export function scripted(
  packets: readonly Sent[],
  counted = true,
): TrafficPlugin {
  return defineTraffic({
    name: "test-script",
    summary: "Sends what a test says.",
    cites: [],
    params: z.object({}),
    claims: { loop: "open", finite: true },
    groups: () => [],
    create({ hosts, tickPs, tables }) {
      const levelsOf = (
        source: EndportIx,
        mine: readonly (readonly [number, Sent])[],
      ): number[] => [
        ...new Set([
          0,
          ...mine.map(
            ([, { to, sl }]) =>
              sl ?? tables.pathSl(source, hosts[to] ?? source),
          ),
        ]),
      ];
      const streams = hosts.flatMap((source, host) => {
        const mine = [...packets.entries()].filter(
          ([, packet]) => packet.from === host,
        );
        if (mine.length === 0) return [];
        let next = 0;
        return {
          source,
          serviceLevels: levelsOf(source, mine),
          next(draft: PacketDraft): boolean {
            const entry = mine[next];
            if (entry === undefined) return false;
            next += 1;
            const [tag, packet] = entry;
            const to = hosts[packet.to];
            if (to === undefined) throw new Error("no such host");
            draft.birth = Math.round((packet.at * 1000) / tickPs);
            draft.dlid = tables.pathLid(source, to);
            draft.bytes = packet.bytes;
            draft.sl = packet.sl ?? tables.pathSl(source, to);
            draft.tag = tag;
            draft.flags = 0;
            draft.retryAt = -1;
            return true;
          },
        };
      });
      const sizes = packets.map(({ bytes }) => bytes);
      return {
        streams,
        finite: true,
        maxPacketBytes: Math.max(...sizes) as Bytes,
        minPacketBytes: Math.min(...sizes) as Bytes,
        ...(counted ? { expectedDeliveries: packets.length } : {}),
      };
    },
  });
}

/** A delivery as the journal tells it; endports as numbers, times in ps. */
export interface Seen {
  readonly source: number;
  readonly destination: number;
  readonly tag: number;
  readonly bytes: number;
  readonly birth: number;
  readonly time: number;
}

/** A metric that writes every delivery down. */
export function recorder(): { plugin: MetricPlugin; seen: Seen[] } {
  const seen: Seen[] = [];
  const plugin = defineMetric({
    name: "test-recorder",
    summary: "Writes every delivery down.",
    cites: [],
    params: z.object({}),
    claims: { unit: "packets" },
    create: ({ tickPs }) => ({
      observe(journal) {
        const { records, count, baseTick } = journal;
        for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
          if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
          seen.push({
            source: records[at + JOURNAL_SOURCE] ?? -1,
            destination: records[at + JOURNAL_PLACE] ?? -1,
            tag: records[at + JOURNAL_TAG] ?? -1,
            bytes: records[at + JOURNAL_BYTES] ?? -1,
            birth:
              (baseTick +
                journalBirth(journal, records[at + JOURNAL_BIRTH] ?? 0)) *
              tickPs,
            time: (baseTick + (records[at + JOURNAL_TIME] ?? 0)) * tickPs,
          });
        }
      },
      reset: () => undefined,
      merge: () => undefined,
      result: () => ({}),
    }),
  });
  return { plugin, seen };
}
