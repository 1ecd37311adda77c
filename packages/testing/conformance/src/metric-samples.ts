import { randomStream } from "@fabriclab/kernel";
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
  lateBirthWord,
  type ChannelCounters,
  type Fabric,
  type Journal,
  type MetricContext,
  type MetricValue,
  type Traffic,
} from "@fabriclab/spec";
import { bytes, type EndportIx } from "@fabriclab/units";
import { hostEndports } from "./bench-fabrics.ts";

const OPERATIONS = 8;

/** What one run might have told a metric. */
export interface Sample {
  readonly journal: Journal;
  readonly counters: ChannelCounters;
}

/**
 * A journal as the engine might write it, and counters, drawn from the stream called `name`.
 *
 * @param senders which of the hosts send; default all
 */
export function sample(
  fabric: Fabric,
  name: string,
  senders?: readonly number[],
): Sample {
  const random = randomStream(1, `metric kit/${name}`);
  const hosts = hostEndports(fabric);
  const count = 200;
  const baseTick = 5000;
  const records = new Int32Array(count * JOURNAL_STRIDE);
  let time = 0;
  for (let i = 0; i < count; i++) {
    const at = i * JOURNAL_STRIDE;
    const source =
      senders?.[random.below(senders.length)] ?? random.below(hosts.length);
    const kind = random.below(10);
    time += random.below(20);
    records[at + JOURNAL_KIND] =
      kind === 0
        ? JournalKind.dropped
        : kind < 4
          ? JournalKind.injected
          : JournalKind.delivered;
    records[at + JOURNAL_TIME] = time;
    records[at + JOURNAL_BIRTH] = time - 100 - random.below(3000);
    records[at + JOURNAL_SOURCE] = hosts[source] ?? 0;
    records[at + JOURNAL_PLACE] =
      hosts[(source + 1 + random.below(hosts.length - 1)) % hosts.length] ?? 0;
    records[at + JOURNAL_BYTES] = 64 * (1 + random.below(32));
    records[at + JOURNAL_TAG] = random.below(OPERATIONS);
    records[at + JOURNAL_CLASS] =
      random.below(4) | (kind === 0 ? (i % 5) << 16 : 0);
  }
  const packets = Float64Array.from({ length: fabric.portCount }, () =>
    random.below(100),
  );
  return {
    journal: { records, count, baseTick, lateBirths: [] },
    counters: {
      packets,
      busyTicks: packets.map((sent) => sent * 64),
      waitTicks: packets.map((_, port) => 32 * (port % 7)),
      queueTicks: packets.map((_, port) => 48 * (port % 5)),
    },
  };
}

/** The journal in three slices, each relative to a base of its own. */
export function slices({ records, count, baseTick }: Journal): Journal[] {
  return [0, 1, 2].map((part) => {
    const [from, to] = [
      Math.floor((part * count) / 3),
      Math.floor(((part + 1) * count) / 3),
    ];
    const own = records.slice(from * JOURNAL_STRIDE, to * JOURNAL_STRIDE);
    const shift = part * 700;
    for (let at = 0; at < own.length; at += JOURNAL_STRIDE)
      for (const word of [JOURNAL_TIME, JOURNAL_BIRTH])
        own[at + word] = (own[at + word] ?? 0) - shift;
    return {
      records: own,
      count: to - from,
      baseTick: baseTick + shift,
      lateBirths: [],
    };
  });
}

/** The journal as if every packet had waited for too long to have its birth in its record. */
export function withLateBirths(journal: Journal): Journal {
  const records = journal.records.slice();
  const lateBirths = Array.from({ length: journal.count }, (_, index) => {
    const at = index * JOURNAL_STRIDE + JOURNAL_BIRTH;
    const birth = journalBirth(journal, records[at] ?? 0);
    records[at] = lateBirthWord(index);
    return journal.baseTick + birth;
  });
  return { ...journal, records, lateBirths };
}

export function contextOn(fabric: Fabric): MetricContext {
  const hosts = hostEndports(fabric);
  const traffic: Traffic = {
    streams: hosts.map((source) => ({
      source,
      serviceLevels: [0],
      next: () => false,
    })),
    finite: true,
    maxPacketBytes: bytes(2048),
    minPacketBytes: bytes(64),
    operations: OPERATIONS,
    expectedDeliveries: 100,
    // Combine and distribute packets of two groups, in turns, each a barrier of its own.
    barriers: {
      groups: 2,
      members: () => 1,
      top: () => hosts[0] ?? (0 as EndportIx),
      groupOf: (tag) => tag & 1,
      numberOf: (tag) => tag >> 2,
      isCombine: (tag) => (tag & 2) === 0,
      isDistribute: (tag) => (tag & 2) !== 0,
      isFirst: () => true,
      arrives: () => true,
    },
    frames: { streams: 4, periodTicks: 300, packets: (tag) => 2 + tag },
  };
  return {
    fabric,
    tickPs: 4000,
    sources: hosts.length,
    receivers: hosts.length,
    operations: OPERATIONS,
    hostBytePs: 4000,
    bytePs: () => 4000,
    offeredLoad: undefined,
    traffic: [traffic],
  };
}

type Result = Readonly<Record<string, MetricValue>>;

/** Where two results differ by more than rounding. */
export function difference(left: Result, right: Result): string | undefined {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const name of names) {
    const [x, y] = [flat(left[name]), flat(right[name])];
    for (const key of new Set([...Object.keys(x), ...Object.keys(y)])) {
      const [p = NaN, q = NaN] = [x[key], y[key]];
      const close =
        Object.is(p, q) ||
        Math.abs(p - q) <= 1e-9 * Math.max(Math.abs(p), Math.abs(q));
      if (!close || key in x !== key in y)
        return `${name}${key === "" ? "" : `, ${key}`} is ${p} against ${q}`;
    }
  }
  return undefined;
}

function flat(value: MetricValue | undefined): Record<string, number> {
  if (value === undefined) return {};
  return { "": value.value, ...value.percentiles, ...value.detail };
}
