import {
  FabricError,
  type ChannelCounters,
  type Journal,
  type Metric,
  type MetricState,
  type MetricValue,
} from "@fabriclab/spec";
import type { Composition } from "./composition.ts";

/** The observer of the metric of that index. */
export function createObserver(
  { experiment, metricContext }: Composition,
  index: number,
): Metric | undefined {
  const use = experiment.metrics[index];
  return use?.plugin.create(metricContext, use.options);
}

/** Observers of an experiment's metrics, each at its metric's index. */
export class MetricSet {
  readonly #composition: Composition;
  /** Metric's index -> observer; a set may leave some metrics out. */
  readonly observers: readonly (Metric | undefined)[];

  /** @param make the observer of the metric of that index, or undefined to leave it out */
  constructor(
    composition: Composition,
    fromTick: number,
    make = (index: number) => createObserver(composition, index),
  ) {
    this.#composition = composition;
    const { experiment } = composition;
    const observers: (Metric | undefined)[] = [];
    // Why not `map`: once V8 compiles this, it makes arrays of another kind, and all that reads them is compiled anew.
    for (let index = 0; index < experiment.metrics.length; index++) {
      const metric = make(index);
      metric?.reset(fromTick);
      observers.push(metric);
    }
    this.observers = observers;
  }

  observe(journal: Journal): void {
    if (journal.count === 0) return;
    for (const observer of this.observers) observer?.observe(journal);
  }

  channels(counters: ChannelCounters, ticks: number): void {
    for (const observer of this.observers)
      observer?.channels?.(counters, ticks);
  }

  /** Forgets everything. @param tick from which on it observes */
  reset(tick: number): void {
    for (const observer of this.observers) observer?.reset(tick);
  }

  /**
   * Adds what another set of the same experiment (or of one that differs in the seed) has seen.
   *
   * @param which leaves out metrics for whose index it is false
   */
  merge(other: MetricSet, which?: (index: number) => boolean): this {
    const { observers } = other;
    for (let index = 0; index < observers.length; index++) {
      if (which?.(index) === false) continue;
      const observer = observers[index];
      if (observer !== undefined) this.observers[index]?.merge(observer);
    }
    return this;
  }

  /** Metric's index -> what its observer saw, for those that can say it. */
  states(): Record<number, MetricState> {
    const states: Record<number, MetricState> = {};
    for (const [index, observer] of this.observers.entries()) {
      const state = observer?.state?.();
      if (state !== undefined) states[index] = state;
    }
    return states;
  }

  /** Adds what another set's `states` gave. */
  mergeStates(states: Readonly<Record<number, MetricState>>): this {
    for (const [index, observer] of this.observers.entries()) {
      const state = states[index];
      if (state !== undefined) observer?.mergeState?.(state);
    }
    return this;
  }

  /**
   * Results of the metrics under their names.
   *
   * @throws FabricError `E_SIM_METRIC_NAME` where two metrics give a result the same name
   */
  results(ticks: number): Record<string, MetricValue> {
    const results: Record<string, MetricValue> = {};
    for (const [index, observer] of this.observers.entries()) {
      const own = observer?.result(ticks) ?? {};
      for (const [name, value] of Object.entries(own)) {
        if (name in results) {
          const plugin = this.#composition.experiment.metrics[index]?.plugin;
          throw new FabricError({
            code: "E_SIM_METRIC_NAME",
            message: "two metrics give results of the same name",
            where: { path: `metrics[${index}]` },
            got: `${name}, again from ${String(plugin?.name)}`,
            expected: "a name of its own for every result",
            hint: "name each metric once",
          });
        }
        results[name] = value;
      }
    }
    return results;
  }

  /** The values of `results` alone: what the confidence intervals of a run ask of hundreds of sets. */
  eachValue(ticks: number, take: (name: string, value: number) => void): void {
    for (const observer of this.observers) {
      if (observer === undefined) continue;
      if (observer.eachValue !== undefined) {
        observer.eachValue(ticks, take);
        continue;
      }
      for (const [name, { value }] of Object.entries(observer.result(ticks)))
        take(name, value);
    }
  }
}
