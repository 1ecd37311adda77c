import type { Journal, Metric, MetricValue } from "@fabriclab/spec";
import { bytesBorn } from "./births.ts";
import type { Composition } from "./composition.ts";
import type { Injections } from "./injections.ts";
import type { JournalSums } from "./load-window.ts";
import type { Batch, MetricPool } from "./metric-pool.ts";
import type { MetricSet } from "./metric-set.ts";
import {
  batchCounts,
  batchMeansOf,
  intervalOfBatches,
  wider,
  type BatchMeans,
} from "./statistics/batch-means.ts";
import { CollapsingSeries } from "./statistics/collapsing-series.ts";
import { columnOf } from "./statistics/column.ts";
import { linearTrend, rises } from "./statistics/linear-trend.ts";
import {
  backlogOf,
  detectSaturation,
  staysBehind,
  type Saturation,
} from "./statistics/saturation.ts";

/** Batches kept: between half of it and all of it, so that every grouping into 10 … 30 is possible. */
const CAPACITY = 64;

/** Mean latencies that an interval must span. */
const LENGTH = 100;
const DRIFT_LEVEL = 0.99;

/**
 * The measured interval of an open-loop run, kept as 32 to 64 batches of equal length: nothing of a packet is stored, and every metric's confidence
 * interval comes from merging its observers.
 */
export class Measurement {
  readonly #composition: Composition;
  readonly #pool: MetricPool;
  readonly #series = new CollapsingSeries<Batch>(CAPACITY, (earlier, later) => {
    earlier.sums.add(later.sums);
    if (earlier.metrics === undefined) {
      earlier.metrics = later.metrics;
      later.metrics = undefined;
    } else if (later.metrics !== undefined)
      earlier.metrics.merge(later.metrics);
    this.#pool.giveBatch(later);
    return earlier;
  });
  readonly #unit: number;
  /** Observers of the whole interval: some gather the batches at its end, the others watch it from its start. */
  readonly #whole: MetricSet;
  /** Those that watch. */
  readonly #apart: readonly (Metric | undefined)[];
  #open: Batch;
  /** First tick of the measured interval. */
  readonly start: number;
  /** Tick from which on all traffic has begun: before it, nothing can be said of what the network takes. */
  readonly #begun: number;
  #now: number;

  /**
   * @param begun tick from which on all traffic has begun
   * @param unit length of the first batches, in ticks
   */
  constructor(
    composition: Composition,
    pool: MetricPool,
    { start, begun }: { readonly start: number; readonly begun: number },
    unit: number,
  ) {
    this.#composition = composition;
    this.#pool = pool;
    this.#unit = unit;
    this.start = start;
    this.#begun = begun;
    this.#now = start;
    this.#whole = pool.whole(start);
    this.#apart = this.#whole.observers.filter(
      (_, index) => !pool.gathers(index),
    );
    this.#open = pool.takeBatch();
  }

  /** Tick at which the batch in progress ends: a slice must not pass it. */
  get batchEnd(): number {
    return this.#now - this.#open.sums.ticks + this.#unit * this.#series.units;
  }

  get ticks(): number {
    return this.#now - this.start;
  }

  /** Packets delivered in whole batches. */
  get delivered(): number {
    return this.#series.windows.reduce(
      (sum, { sums }) => sum + sums.delivered,
      0,
    );
  }

  /** Packets that entered the network in whole batches. */
  get injected(): number {
    return this.#series.windows.reduce(
      (sum, { sums }) => sum + sums.injectedPackets,
      0,
    );
  }

  observe(journal: Journal, injections: Injections): void {
    const open = this.#open;
    open.sums.observe(journal, injections);
    if (journal.count === 0) return;
    open.metrics ??= this.#pool.take(this.#now - open.sums.ticks);
    open.metrics.observe(journal);
    for (const observer of this.#apart) observer?.observe(journal);
  }

  /** Time has come to `tick`, at most `batchEnd`; what was observed since belongs to the open batch. */
  advance(tick: number): void {
    const ends = tick >= this.batchEnd;
    this.#open.sums.ticks += tick - this.#now;
    this.#now = tick;
    if (!ends) return;
    this.#series.push(this.#open);
    this.#open = this.#pool.takeBatch();
  }

  /** Mean latency in ticks with its interval, by batch means. */
  latency(confidence: number): BatchMeans | undefined {
    const { windows } = this.#series;
    return batchMeansOf(
      columnOf(windows, ({ sums }) => sums.latency),
      columnOf(windows, ({ sums }) => sums.delivered),
      confidence,
    );
  }

  /**
   * Whether the measured interval is long against what it measures, so that its batches can tell a steady state from a slow drift: at least
   * `LENGTH` mean latencies, and latency does not rise over it (99 %).
   *
   * Why: a network of hardly more load than it can take wanders for long; a short run then sees batches that pass for independent around a
   * mean that means nothing. A packet's latency is the least that a queue remembers.
   */
  steady(): boolean {
    const { windows } = this.#series;
    let latency = 0;
    for (const { sums } of windows) latency += sums.latency;
    latency /= this.delivered;
    return this.ticks >= LENGTH * latency && !this.rises();
  }

  /** Whether latency rises over the measured interval (99 %). */
  rises(): boolean {
    const trend = linearTrend(
      columnOf(
        this.#series.windows,
        ({ sums }) => sums.latency / sums.delivered,
      ),
    );
    return rises(trend, DRIFT_LEVEL);
  }

  /** {@link saturation}, where the network is saturated; costs little where it is not. */
  saturated(): Saturation | undefined {
    if (!backlogOf(this.#sums()).linear) return undefined;
    const saturation = this.saturation();
    return saturation.saturated && this.#leavesBehind()
      ? saturation
      : undefined;
  }

  /**
   * Whether less entered the network than was born meanwhile, batch by batch; true where nobody can tell.
   *
   * Why not what the traffic offers on average: of a load little below capacity less than that may be born for long, and the network takes all of it.
   */
  #leavesBehind(): boolean {
    const windows = this.#sums();
    const size = this.#unit * this.#series.units;
    const born = bytesBorn(this.#composition, {
      from: this.start + size * this.#early,
      size,
      count: windows.length,
    });
    return born === undefined || staysBehind(windows, born);
  }

  /** Batches that begin before all traffic has. */
  get #early(): number {
    const size = this.#unit * this.#series.units;
    return Math.max(0, Math.ceil((this.#begun - this.start) / size));
  }

  /** Of the batches since all traffic has begun. Why not `map`: see the arrays of `MetricSet`. */
  #sums(): JournalSums[] {
    const all: JournalSums[] = [];
    const { windows } = this.#series;
    for (let at = this.#early; at < windows.length; at++)
      all.push(windows[at]!.sums);
    return all;
  }

  saturation(): Saturation {
    const { offeredBytesPerTick } = this.#composition;
    return detectSaturation(
      this.#sums(),
      offeredBytesPerTick === undefined
        ? undefined
        : offeredBytesPerTick * this.#unit * this.#series.units,
    );
  }

  /** Gives the batches' observers back, for a measurement that is begun anew. */
  discard(): void {
    for (const batch of this.#series.windows) this.#pool.giveBatch(batch);
    this.#pool.giveBatch(this.#open);
    this.#pool.giveWhole(this.#whole);
  }

  /** Everything observed, the open batch included. Ends the measurement. */
  total(): MetricSet {
    const gathers = (index: number): boolean => this.#pool.gathers(index);
    for (const { metrics } of [...this.#series.windows, this.#open])
      if (metrics !== undefined) this.#whole.merge(metrics, gathers);
    return this.#whole;
  }

  /**
   * Intervals of all results that are averages over time.
   *
   * Observers are merged into 10 to 30 batches; each result gets the grouping that {@link wider} chooses. Metrics that
   * read channel counters have no intervals, as those are taken once.
   *
   * @returns result name -> interval of the mean of its batch values
   */
  intervals(confidence: number): Map<string, BatchMeans> {
    const intervals = new Map<string, BatchMeans>();
    const batches = this.#series.windows;
    const merged = this.#pool.take(this.start);
    for (const count of batchCounts(batches.length)) {
      const size = Math.floor(batches.length / count);
      // What does not fit is left out at the front, where a rest of the transient would be.
      let at = batches.length - size * count;
      const values = new Map<string, Float64Array>();
      let batch = 0;
      const take = (name: string, value: number): void => {
        let list = values.get(name);
        if (list === undefined)
          // Not a number where a batch has no such result.
          values.set(name, (list = new Float64Array(count).fill(NaN)));
        list[batch] = value;
      };
      for (; batch < count; batch++) {
        merged.reset(this.start);
        let ticks = 0;
        for (const end = at + size; at < end; at++) {
          const { sums, metrics } = batches[at]!;
          ticks += sums.ticks;
          if (metrics !== undefined) merged.merge(metrics);
        }
        merged.eachValue(ticks, take);
      }
      for (const [name, list] of values)
        if (list.every(Number.isFinite))
          intervals.set(
            name,
            wider(intervals.get(name), intervalOfBatches(list, confidence)),
          );
    }
    this.#pool.give(merged);
    return intervals;
  }
}

/**
 * The value with its interval, where the value is what its batches average to. A maximum or a count is not, and gets none.
 */
export function withInterval(
  value: MetricValue,
  interval: BatchMeans | undefined,
): MetricValue {
  if (interval === undefined || !Number.isFinite(value.value)) return value;
  const slack = Math.max(interval.halfWidth, 1e-9 * Math.abs(value.value));
  if (Math.abs(interval.mean - value.value) > slack) return value;
  return { ...value, ci95: interval.halfWidth };
}
