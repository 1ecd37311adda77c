import type { Composition } from "./composition.ts";
import { JournalSums } from "./load-window.ts";
import { MetricSet } from "./metric-set.ts";

/** A batch: the sums that the rules look at, and observers of its own, mergeable. */
export interface Batch {
  readonly sums: JournalSums;
  /** Absent until something happens: most batches of a short run hold no packet. */
  metrics: MetricSet | undefined;
}

/**
 * Batches and their observers, used again. Why: a run goes through hundreds of batches, and a latency histogram takes some kB.
 *
 * Metrics that read channel counters are left out: the counters are taken once, so they cannot be batched. So are those that must see the whole
 * interval in order.
 */
export class MetricPool {
  readonly #composition: Composition;
  /** By the metric's index. */
  readonly #batched: readonly boolean[];
  readonly #sets: MetricSet[] = [];
  readonly #wholes: MetricSet[] = [];
  readonly #batches: Batch[] = [];

  constructor(composition: Composition) {
    this.#composition = composition;
    const all = new MetricSet(composition, 0);
    this.#batched = all.observers.map(
      (observer, index) =>
        observer !== undefined &&
        observer.channels === undefined &&
        composition.experiment.metrics[index]?.plugin.sequential !== true,
    );
    this.#wholes.push(all);
  }

  /** Whether the metric of that index is among a batch's observers. */
  batches(index: number): boolean {
    return this.#batched[index] === true;
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
        this.batches(index),
      );
    }
    used.reset(tick);
    return used;
  }

  /** Nobody holds this set of {@link take} any more. */
  give(set: MetricSet): void {
    this.#sets.push(set);
  }

  /** A batch in which nothing has happened. */
  takeBatch(): Batch {
    return (
      this.#batches.pop() ?? { sums: new JournalSums(), metrics: undefined }
    );
  }

  /** Nobody holds this batch any more. */
  giveBatch(batch: Batch): void {
    if (batch.metrics !== undefined) this.give(batch.metrics);
    batch.metrics = undefined;
    batch.sums.clear();
    this.#batches.push(batch);
  }
}
