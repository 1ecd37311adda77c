import type { Composition } from "./composition.ts";
import { MetricSet } from "./metric-set.ts";

/**
 * Observers for batches, used again. Why: a run goes through hundreds of batches, and a latency histogram takes some kB.
 *
 * Metrics that read channel counters are left out: the counters are taken once, so they cannot be batched. So are those that must see the whole
 * interval in order.
 */
export class MetricPool {
  readonly #composition: Composition;
  readonly #batched: ReadonlySet<number>;
  readonly #free: MetricSet[] = [];

  constructor(composition: Composition) {
    this.#composition = composition;
    const all = new MetricSet(composition, 0);
    this.#batched = new Set(
      [...all.observers]
        .filter(
          ([index, observer]) =>
            observer.channels === undefined &&
            composition.experiment.metrics[index]?.plugin.sequential !== true,
        )
        .map(([index]) => index),
    );
  }

  /** Whether the metric of that index is among a batch's observers. */
  batches(index: number): boolean {
    return this.#batched.has(index);
  }

  /** A set that has seen nothing, from `tick` on. */
  take(tick: number): MetricSet {
    const used = this.#free.pop();
    if (used === undefined) {
      return new MetricSet(this.#composition, tick, (index) =>
        this.batches(index),
      );
    }
    for (const observer of used.observers.values()) observer.reset(tick);
    return used;
  }

  /** Nobody holds this set any more. */
  give(set: MetricSet): void {
    this.#free.push(set);
  }
}
