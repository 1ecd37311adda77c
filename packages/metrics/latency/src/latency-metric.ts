import {
  JOURNAL_BIRTH,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  JournalKind,
  type Distribution,
  type Journal,
  type Metric,
  type MetricState,
  type MetricValue,
} from "@fabriclab/spec";
import { LatencyHistogram } from "./histogram.ts";

export type LatencySplit = "none" | "sl" | "traffic";

/** The class of a packet under a split; its label ends the result's name. */
const splits: Record<
  LatencySplit,
  { readonly classOf: (word: number) => number; readonly label: string }
> = {
  none: { classOf: () => 0, label: "" },
  sl: { classOf: (word) => word & 0xf, label: "sl" },
  traffic: { classOf: (word) => (word >>> 8) & 0xff, label: "traffic" },
};

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
  readonly #all = new LatencyHistogram();
  readonly #classes = new Map<number, LatencyHistogram>();

  /** @param tickPs picoseconds per tick */
  constructor(tickPs: number, split: LatencySplit) {
    this.#tickPs = tickPs;
    this.#split = split;
  }

  observe({ records, count }: Journal): void {
    const { classOf } = splits[this.#split];
    const all = this.#all;
    const isSplit = this.#split !== "none";
    // Why copies: V8 reads what is imported from memory at every use.
    const { delivered } = JournalKind;
    const [stride, kindAt] = [JOURNAL_STRIDE, JOURNAL_KIND];
    const [timeAt, birthAt] = [JOURNAL_TIME, JOURNAL_BIRTH];
    const end = count * stride;
    for (let at = 0; at < end; at += stride) {
      if (records[at + kindAt] !== delivered) continue;
      // Both are relative to the same tick, which cancels out.
      const latency = records[at + timeAt]! - records[at + birthAt]!;
      all.record(latency);
      if (isSplit)
        this.#classed(classOf(records[at + JOURNAL_CLASS]!)).record(latency);
    }
  }

  reset(): void {
    this.#all.clear();
    this.#classes.clear();
  }

  merge(other: LatencyMetric): void {
    this.#all.merge(other.#all);
    for (const [key, histogram] of other.#classes)
      this.#classed(key).merge(histogram);
  }

  state(): LatencyState {
    return {
      all: this.#all.state(),
      classes: [...this.#classes].map(
        ([key, histogram]) => [key, histogram.state()] as const,
      ),
    };
  }

  mergeState(state: LatencyState): void {
    this.#all.mergeState(state.all);
    for (const [key, histogram] of state.classes)
      this.#classed(key).mergeState(histogram);
  }

  result(): Record<string, MetricValue> {
    const values: Record<string, MetricValue> = {};
    for (const [name, histogram] of this.#named())
      values[name] = this.#value(histogram);
    return values;
  }

  distributions(): Record<string, Distribution> {
    return Object.fromEntries(
      [...this.#named()].map(([name, histogram]) => [
        name,
        {
          unit: "ns",
          buckets: Array.from(histogram.buckets(), ([ticks, count]) => [
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
    yield ["latency", this.#all];
    const { label } = splits[this.#split];
    for (const key of [...this.#classes.keys()].sort((a, b) => a - b))
      yield [`latency.${label}${key}`, this.#classed(key)];
  }

  #classed(key: number): LatencyHistogram {
    let histogram = this.#classes.get(key);
    if (histogram === undefined) {
      histogram = new LatencyHistogram();
      this.#classes.set(key, histogram);
    }
    return histogram;
  }

  #value(histogram: LatencyHistogram): MetricValue {
    if (histogram.count === 0)
      return { value: NaN, unit: "ns", absent: "no packet was delivered" };
    const nsPerTick = this.#tickPs / 1000;
    const ns = (ticks: number): number => ticks * nsPerTick;
    return {
      value: ns(histogram.mean),
      unit: "ns",
      percentiles: {
        "50": ns(histogram.quantile(50 / 100)),
        "90": ns(histogram.quantile(90 / 100)),
        "99": ns(histogram.quantile(99 / 100)),
        "99.9": ns(histogram.quantile(99.9 / 100)),
      },
      detail: {
        count: histogram.count,
        min: ns(histogram.min),
        max: ns(histogram.max),
      },
    };
  }
}
