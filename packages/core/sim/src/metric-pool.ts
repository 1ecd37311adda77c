import type { Metric } from "@fabriclab/spec";
import type { Composition } from "./composition.ts";
import { JournalSums, OthersSums } from "./load-window.ts";
import { createObserver, MetricSet } from "./metric-set.ts";

/** A batch: the sums that the rules look at, and observers of its own, mergeable. */
export interface Batch {
  readonly sums: JournalSums;
  /** Absent until something happens: most batches of a short run hold no packet. */
  metrics: MetricSet | undefined;
}

/**
 * Batches and their observers, used again. Why: a run goes through hundreds of batches, and memory that is made and thrown away slows all threads down. For the same
 * reason a batch has the lighter observers of those metrics that have such (`Metric.forBatch`), and the whole interval is observed beside it.
 *
 * Metrics that read channel counters are left out: the counters are taken once, so they cannot be batched. So are those that must see the whole
 * interval in order.
 */
export class MetricPool {
  readonly #composition: Composition;
  /** By the metric's index. */
  readonly #batched: readonly boolean[];
  /** Those that batches have lighter observers of; the first set of all, which makes them. */
  readonly #lighter: readonly boolean[];
  readonly #first: MetricSet;
  readonly #sets: MetricSet[] = [];
  readonly #wholes: MetricSet[] = [];
  readonly #batches: Batch[] = [];
  #leftOut: ReadonlySet<number> | undefined;

  constructor(composition: Composition) {
    this.#composition = composition;
    const all = new MetricSet(composition, 0);
    this.#batched = all.observers.map(
      (observer, index) =>
        observer !== undefined &&
        observer.channels === undefined &&
        composition.experiment.metrics[index]?.plugin.sequential !== true,
    );
    this.#lighter = all.observers.map(
      (observer, index) =>
        this.#batched[index] === true && observer?.forBatch !== undefined,
    );
    this.#first = all;
    this.#wholes.push(all);
  }

  /** Whether what the metric of that index saw in the whole interval is to be gathered from the batches. */
  gathers(index: number): boolean {
    return this.#batched[index] === true && this.#lighter[index] !== true;
  }

  /** Observers of all metrics that have seen nothing, from `tick` on. */
  whole(tick: number): MetricSet {
    const used = this.#wholes.pop();
    if (used === undefined) return new MetricSet(this.#composition, tick);
    used.reset(tick);
    return used;
  }

  /** Nobody holds this set of {@link whole} any more. */
  giveWhole(set: MetricSet): void {
    this.#wholes.push(set);
  }

  /** Observers for a batch that have seen nothing, from `tick` on. */
  take(tick: number): MetricSet {
    const used = this.#sets.pop();
    if (used === undefined) {
      return new MetricSet(this.#composition, tick, (index) =>
        this.#forBatch(index),
      );
    }
    used.reset(tick);
    return used;
  }

  #forBatch(index: number): Metric | undefined {
    if (this.#batched[index] !== true) return undefined;
    return this.#lighter[index] === true
      ? this.#first.observers[index]?.forBatch?.()
      : createObserver(this.#composition, index);
  }

  /** Nobody holds this set of {@link take} any more. */
  give(set: MetricSet): void {
    this.#sets.push(set);
  }

  /** From now on, the sums of batches leave out the deliveries of these entries. Nobody holds a batch. */
  leaveOut(entries: ReadonlySet<number>): void {
    this.#leftOut = entries;
    this.#batches.length = 0;
  }

  /** A batch in which nothing has happened. */
  takeBatch(): Batch {
    const batch = this.#batches.pop();
    if (batch !== undefined) return batch;
    const sums =
      this.#leftOut === undefined
        ? new JournalSums()
        : new OthersSums(this.#leftOut);
    return { sums, metrics: undefined };
  }

  /** Nobody holds this batch any more. */
  giveBatch(batch: Batch): void {
    if (batch.metrics !== undefined) this.give(batch.metrics);
    batch.metrics = undefined;
    batch.sums.clear();
    this.#batches.push(batch);
  }
}
