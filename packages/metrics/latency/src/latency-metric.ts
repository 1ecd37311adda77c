import {
  JOURNAL_BIRTH,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  type Distribution,
  type Journal,
  type Metric,
  type MetricState,
  type MetricValue,
} from "@fabriclab/spec";
import { LatencyHistogram } from "./histogram.ts";
import { LatencyMeans } from "./latency-means.ts";
import { nameOf, splits, type LatencySplit } from "./split.ts";

/** Histograms of all packets, and by class. */
interface LatencyState {
  readonly [key: string]: MetricState;
  readonly all: readonly number[];
  readonly classes: readonly (readonly [number, readonly number[]])[];
}

/** Time from birth to the arrival of the last bit, of every packet delivered in the measured interval. */
export class LatencyMetric implements Metric {
  readonly #tickPs: number;
  readonly #split: LatencySplit;
  readonly #percentiles: readonly number[];
  /** Where there is no split; else they are added up when somebody asks. */
  readonly #all = new LatencyHistogram();
  /** By class, from 0; undefined where nothing was seen. */
  #classes: (LatencyHistogram | undefined)[] = [];

  /** Classes that have a result though nothing was seen of them. */
  readonly #expected: readonly number[];

  /** @param tickPs picoseconds per tick */
  constructor(
    tickPs: number,
    split: LatencySplit,
    percentiles: readonly number[],
    expected: readonly number[] = [],
  ) {
    this.#tickPs = tickPs;
    this.#split = split;
    this.#percentiles = percentiles;
    this.#expected = expected;
  }

  observe(journal: Journal): void {
    const { records, count } = journal;
    const { shift, mask } = splits[this.#split];
    const all = this.#all;
    const isSplit = this.#split !== "none";
    // Why copies: V8 reads what is imported from memory at every use.
    const { delivered } = JournalKind;
    const [stride, kindAt] = [JOURNAL_STRIDE, JOURNAL_KIND];
    const [timeAt, birthAt] = [JOURNAL_TIME, JOURNAL_BIRTH];
    const classAt = JOURNAL_CLASS;
    const end = count * stride;
    for (let at = 0; at < end; at += stride) {
      if (records[at + kindAt] !== delivered) continue;
      // Both are relative to the same tick, which cancels out.
      const latency =
        records[at + timeAt]! - journalBirth(journal, records[at + birthAt]!);
      const seen = isSplit
        ? this.#classed((records[at + classAt]! >>> shift) & mask)
        : all;
      seen.record(latency);
    }
  }

  forBatch(): Metric {
    return new LatencyMeans(this.#tickPs, this.#split);
  }

  reset(): void {
    this.#all.clear();
    this.#classes = [];
  }

  merge(other: LatencyMetric): void {
    this.#all.merge(other.#all);
    other.#classes.forEach((histogram, key) => {
      if (histogram !== undefined) this.#classed(key).merge(histogram);
    });
  }

  state(): LatencyState {
    return {
      all: this.#whole().state(),
      classes: this.#seen().map(
        ([key, histogram]) => [key, histogram.state()] as const,
      ),
    };
  }

  mergeState(state: LatencyState): void {
    if (this.#split === "none") this.#all.mergeState(state.all);
    for (const [key, histogram] of state.classes)
      this.#classed(key).mergeState(histogram);
  }

  result(): Record<string, MetricValue> {
    const values: Record<string, MetricValue> = {};
    values["latency"] = this.#value(this.#whole());
    const classes = new Set(this.#seen().map(([key]) => key));
    for (const key of this.#expected) classes.add(key);
    for (const key of [...classes].sort((a, b) => a - b))
      values[nameOf(this.#split, key)] = this.#value(this.#classes[key]);
    return values;
  }

  eachValue(_ticks: number, take: (name: string, value: number) => void): void {
    const nsPerTick = this.#tickPs / 1000;
    // Not a number where nothing was seen, as in result.
    if (this.#split === "none") {
      take("latency", this.#all.mean * nsPerTick);
      return;
    }
    let count = 0;
    let sum = 0;
    for (const key of this.#expected)
      if (this.#classes[key] === undefined)
        take(nameOf(this.#split, key), Number.NaN);
    for (const [key, histogram] of this.#classes.entries()) {
      if (histogram === undefined) continue;
      count += histogram.count;
      sum += histogram.sum;
      take(nameOf(this.#split, key), histogram.mean * nsPerTick);
    }
    take("latency", (sum / count) * nsPerTick);
  }

  distributions(): Record<string, Distribution> {
    return Object.fromEntries(
      [...this.#named()].map(([name, histogram]) => [
        name,
        {
          unit: "ns",
          buckets: histogram.buckets().map(([ticks, count]) => [
            // Why not by nanoseconds a tick: one rounding, so that 1234.5 is written so.
            (ticks * this.#tickPs) / 1000,
            count,
          ]),
        },
      ]),
    );
  }

  /** Results' names, and what they are of. */
  *#named(): Generator<readonly [string, LatencyHistogram]> {
    yield ["latency", this.#whole()];
    for (const [key, histogram] of this.#seen())
      yield [nameOf(this.#split, key), histogram];
  }

  /** Of all packets. */
  #whole(): LatencyHistogram {
    if (this.#split === "none") return this.#all;
    const whole = new LatencyHistogram();
    for (const [, histogram] of this.#seen()) whole.merge(histogram);
    return whole;
  }

  /** Classes of which something was seen, rising. */
  #seen(): (readonly [key: number, LatencyHistogram])[] {
    return this.#classes.flatMap((histogram, key) =>
      histogram === undefined ? [] : [[key, histogram] as const],
    );
  }

  #classed(key: number): LatencyHistogram {
    const known = this.#classes[key];
    return known ?? this.#begun(key);
  }

  /** A class that is seen for the first time. */
  #begun(key: number): LatencyHistogram {
    // Why filled: an array with holes is looked at more slowly.
    while (this.#classes.length <= key) this.#classes.push(undefined);
    return (this.#classes[key] = new LatencyHistogram());
  }

  #value(histogram: LatencyHistogram | undefined): MetricValue {
    if (histogram === undefined || histogram.count === 0)
      return { value: NaN, unit: "ns", absent: "no packet was delivered" };
    const nsPerTick = this.#tickPs / 1000;
    const ns = (ticks: number): number => ticks * nsPerTick;
    return {
      value: ns(histogram.mean),
      unit: "ns",
      percentiles: Object.fromEntries(
        this.#percentiles.map((percentile) => [
          String(percentile),
          ns(histogram.quantile(percentile / 100)),
        ]),
      ),
      detail: {
        count: histogram.count,
        min: ns(histogram.min),
        max: ns(histogram.max),
      },
    };
  }
}
