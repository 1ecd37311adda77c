import type { ChannelCounters, Metric, MetricValue } from "@fabriclab/spec";
import type { Channels } from "./channels.ts";

/** What a `CounterMetric` is about. */
export interface Counted {
  /** Of the mean; `<name>.max` are the largest. */
  readonly name: string;
  readonly unit: string;
  /** What the number of channels is called whose value is 0. */
  readonly zeros: string;
  /** The counter, whose growth over the time that passes is the value of a channel. */
  readonly counter: "waitTicks" | "queueTicks";
}

/** One counter of the channels over the time that passes: mean and distribution over channels, and the largest by name. */
export class CounterMetric implements Metric {
  readonly #channels: Channels;
  readonly #counted: Counted;
  readonly #counts: Float64Array;

  constructor(channels: Channels, counted: Counted) {
    this.#channels = channels;
    this.#counted = counted;
    this.#counts = channels.counts();
  }

  observe(): void {
    // Everything is in the counters at the end.
  }

  channels(counters: ChannelCounters): void {
    this.#channels.add(this.#counts, counters[this.#counted.counter]);
  }

  reset(): void {
    this.#counts.fill(0);
  }

  merge(other: CounterMetric): void {
    this.#channels.add(this.#counts, other.#counts);
  }

  state(): readonly number[] {
    return this.#channels.told(this.#counts);
  }

  mergeState(state: readonly number[]): void {
    this.#channels.addTold(this.#counts, state);
  }

  result(ticks: number): Record<string, MetricValue> {
    const { name, unit, zeros } = this.#counted;
    const absent = this.#channels.absent(ticks);
    if (absent !== undefined)
      return {
        [name]: { value: NaN, unit, absent },
        [`${name}.max`]: { value: NaN, unit, absent },
      };
    const value = (port: number): number => (this.#counts[port] ?? 0) / ticks;
    return {
      [name]: this.#channels.spread(value, unit, zeros),
      [`${name}.max`]: this.#channels.most(value, unit),
    };
  }
}
