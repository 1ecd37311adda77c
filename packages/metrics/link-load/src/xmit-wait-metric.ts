import type { ChannelCounters, Metric, MetricValue } from "@fabriclab/spec";
import type { Channels } from "./channels.ts";

/** How long the ports wait that send on the channels. */
export class XmitWaitMetric implements Metric {
  readonly #channels: Channels;
  readonly #waits: Float64Array;

  constructor(channels: Channels) {
    this.#channels = channels;
    this.#waits = channels.counts();
  }

  observe(): void {
    // Everything is in the counters at the end.
  }

  channels({ waitTicks }: ChannelCounters): void {
    this.#channels.add(this.#waits, waitTicks);
  }

  reset(): void {
    this.#waits.fill(0);
  }

  merge(other: XmitWaitMetric): void {
    this.#channels.add(this.#waits, other.#waits);
  }

  state(): readonly number[] {
    return this.#channels.told(this.#waits);
  }

  mergeState(state: readonly number[]): void {
    this.#channels.addTold(this.#waits, state);
  }

  result(ticks: number): Record<string, MetricValue> {
    const absent = this.#channels.absent(ticks);
    if (absent !== undefined)
      return {
        "xmit-wait": { value: NaN, unit: "1", absent },
        "xmit-wait.max": { value: NaN, unit: "1", absent },
      };
    const share = (port: number): number => (this.#waits[port] ?? 0) / ticks;
    return {
      "xmit-wait": this.#channels.spread(share, "never"),
      "xmit-wait.max": this.#channels.most(share, "1"),
    };
  }
}
