import {
  droppedCopies,
  JOURNAL_BYTES,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JournalKind,
  type Journal,
  type Metric,
  type MetricContext,
  type MetricValue,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { sharedOf, zeros } from "./shared.ts";

const PS_PER_SECOND = 1e12;
const NONE = new Float64Array(0);

/** Why shared where empty: an array costs some hundred bytes, and a run has some hundred observers. */
const columnOf = (length: number): Float64Array =>
  length === 0 ? NONE : new Float64Array(length);

export type ThroughputSplit = "none" | "sl" | "traffic";

/** The class of a packet under a split, and how many classes there can be; the label ends the result's name. */
const splits: Record<
  ThroughputSplit,
  {
    readonly classOf: (word: number) => number;
    readonly label: string;
    readonly most: number;
  }
> = {
  none: { classOf: () => 0, label: "", most: 0 },
  sl: { classOf: (word) => word & 0xf, label: "sl", most: 16 },
  traffic: {
    classOf: (word) => (word >>> 8) & 0xff,
    label: "traffic",
    most: 256,
  },
};

/** Bytes and packets delivered in the measured interval, in all, by source and by class. */
export class ThroughputMetric implements Metric {
  readonly #context: MetricContext;
  /** Delivered bytes by the source's endport. */
  readonly #bySource: Float64Array;
  /** Endports that send, whether or not anything of theirs arrived. */
  readonly #senders: readonly EndportIx[];
  readonly #split: ThroughputSplit;
  readonly #levels: ReadonlySet<number>;
  /** Class -> delivered bytes, delivered packets, dropped packets; empty without a split. */
  readonly #classBytes: Float64Array;
  readonly #classPackets: Float64Array;
  readonly #classDropped: Float64Array;
  #packets = 0;
  #dropped = 0;

  constructor(context: MetricContext, split: ThroughputSplit) {
    this.#context = context;
    this.#split = split;
    const { most } = splits[split];
    this.#classBytes = columnOf(most);
    this.#classPackets = columnOf(most);
    this.#classDropped = columnOf(most);
    const shared = sharedOf(context);
    this.#bySource = zeros(shared, context.fabric.endportCount);
    this.#senders = shared.senders;
    this.#levels = shared.levels;
  }

  observe(journal: Journal): void {
    if (this.#split !== "none") this.#observeClasses(journal);
    const { records, count } = journal;
    const bySource = this.#bySource;
    // Why copies: V8 reads what is imported from memory at every use.
    const { delivered, dropped } = JournalKind;
    const [stride, kindAt] = [JOURNAL_STRIDE, JOURNAL_KIND];
    const [sourceAt, bytesAt] = [JOURNAL_SOURCE, JOURNAL_BYTES];
    const end = count * stride;
    let packets = 0;
    for (let at = 0; at < end; at += stride) {
      const kind = records[at + kindAt];
      if (kind === delivered) {
        bySource[records[at + sourceAt]!]! += records[at + bytesAt]!;
        packets++;
      } else if (kind === dropped)
        this.#dropped += droppedCopies(records[at + JOURNAL_CLASS]!);
    }
    this.#packets += packets;
  }

  #observeClasses({ records, count }: Journal): void {
    const { classOf } = splits[this.#split];
    const { delivered, dropped } = JournalKind;
    const end = count * JOURNAL_STRIDE;
    for (let at = 0; at < end; at += JOURNAL_STRIDE) {
      const kind = records[at + JOURNAL_KIND];
      const word = records[at + JOURNAL_CLASS]!;
      const key = classOf(word);
      if (kind === delivered) {
        this.#classBytes[key]! += records[at + JOURNAL_BYTES]!;
        this.#classPackets[key]! += 1;
      } else if (kind === dropped)
        this.#classDropped[key]! += droppedCopies(word);
    }
  }

  reset(): void {
    this.#bySource.fill(0);
    this.#classBytes.fill(0);
    this.#classPackets.fill(0);
    this.#classDropped.fill(0);
    this.#packets = 0;
    this.#dropped = 0;
  }

  merge(other: ThroughputMetric): void {
    const from = other.#bySource;
    for (let source = 0; source < from.length; source++)
      this.#bySource[source]! += from[source]!;
    this.#packets += other.#packets;
    this.#dropped += other.#dropped;
    for (let key = 0; key < this.#classBytes.length; key++) {
      this.#classBytes[key]! += other.#classBytes[key]!;
      this.#classPackets[key]! += other.#classPackets[key]!;
      this.#classDropped[key]! += other.#classDropped[key]!;
    }
  }

  result(ticks: number): Record<string, MetricValue> {
    const { tickPs, hostBytePs, receivers, offeredLoad } = this.#context;
    const ps = ticks * tickPs;
    if (!(ps > 0) || receivers === 0) {
      const absent =
        receivers === 0
          ? "no host can receive"
          : "the measured interval is empty";
      return {
        throughput: { value: NaN, unit: "1", absent },
        "throughput.bytes": { value: NaN, unit: "B/s", absent },
        "throughput.packets": { value: NaN, unit: "packets/s", absent },
        "throughput.fairness": { value: NaN, unit: "1", absent },
      };
    }
    const bytes = this.#bytes();
    const load = (b: number): number => (b * hostBytePs) / ps;
    return {
      throughput: {
        value: load(bytes) / receivers,
        unit: "1",
        ...(offeredLoad === undefined
          ? {}
          : { detail: { offered: offeredLoad } }),
      },
      "throughput.bytes": { value: (bytes / ps) * PS_PER_SECOND, unit: "B/s" },
      "throughput.packets": {
        value: (this.#packets / ps) * PS_PER_SECOND,
        unit: "packets/s",
        detail: { delivered: this.#packets, dropped: this.#dropped },
      },
      "throughput.fairness": this.#fairness(ps),
      ...this.#classes((b) => load(b) / receivers),
    };
  }

  eachValue(ticks: number, take: (name: string, value: number) => void): void {
    const { tickPs, hostBytePs, receivers } = this.#context;
    const ps = ticks * tickPs;
    const none = !(ps > 0) || receivers === 0;
    const bytes = this.#bytes();
    const load = (b: number): number => (b * hostBytePs) / ps;
    take("throughput", none ? NaN : load(bytes) / receivers);
    take("throughput.bytes", none ? NaN : (bytes / ps) * PS_PER_SECOND);
    take(
      "throughput.packets",
      none ? NaN : (this.#packets / ps) * PS_PER_SECOND,
    );
    take("throughput.fairness", none ? NaN : this.#worstServed(ps));
    if (none || this.#split === "none") return;
    for (const [name, { value }] of Object.entries(
      this.#classes((b) => load(b) / receivers),
    ))
      take(name, value);
  }

  #bytes(): number {
    let sum = 0;
    for (const bytes of this.#bySource) sum += bytes;
    return sum;
  }

  /** Accepted load of every class of which a packet was delivered or dropped, or that traffic says it has: that nothing of it arrives is a result, too. */
  #classes(load: (bytes: number) => number): Record<string, MetricValue> {
    const { label } = splits[this.#split];
    const values: Record<string, MetricValue> = {};
    for (const [key, bytes] of this.#classBytes.entries()) {
      const delivered = this.#classPackets[key]!;
      const dropped = this.#classDropped[key]!;
      const offered =
        this.#split === "traffic"
          ? this.#context.traffic[key]?.offeredLoad
          : undefined;
      if (delivered + dropped === 0 && !this.#isSent(key)) continue;
      values[`throughput.${label}${key}`] = {
        value: load(bytes),
        unit: "1",
        detail: {
          ...(offered === undefined ? {} : { offered }),
          delivered,
          dropped,
        },
      };
    }
    return values;
  }

  /** Whether traffic says that it has packets of a class. */
  #isSent(key: number): boolean {
    return this.#split === "sl"
      ? this.#levels.has(key)
      : (this.#context.traffic[key]?.streams.length ?? 0) > 0;
  }

  #fairness(ps: number): MetricValue {
    const value = this.#worstServed(ps);
    if (Number.isNaN(value))
      return { value, unit: "1", absent: "no packet was delivered" };
    let min = Infinity;
    let max = 0;
    let sum = 0;
    let squares = 0;
    for (const source of this.#senders) {
      const share = this.#share(source, ps);
      min = Math.min(min, share);
      max = Math.max(max, share);
      sum += share;
      squares += share * share;
    }
    const jain = (sum * sum) / (this.#senders.length * squares);
    return { value, unit: "1", detail: { min, max, jain } };
  }

  /** The least share of a source over the greatest; NaN where nothing was delivered. */
  #worstServed(ps: number): number {
    let min = Infinity;
    let max = 0;
    for (const source of this.#senders) {
      const share = this.#share(source, ps);
      if (share < min) min = share;
      if (share > max) max = share;
    }
    return max === 0 ? NaN : min / max;
  }

  /** Accepted load of a source as a fraction of its own link; of a switch, which has none of its own, of a mean host's. */
  #share(source: EndportIx, ps: number): number {
    const { fabric, hostBytePs } = this.#context;
    const bytePs =
      source < fabric.switchCount ? hostBytePs : this.#context.bytePs(source);
    return ((this.#bySource[source] ?? 0) * bytePs) / ps;
  }
}
