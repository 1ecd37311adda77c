import type {
  ChannelCounters,
  Metric,
  MetricState,
  MetricValue,
} from "@fabriclab/spec";
import type { Channels } from "./channels.ts";

interface LinkLoadState {
  readonly [key: string]: MetricState;
  readonly packets: readonly number[];
  readonly busy: readonly number[];
}

/** How busy the channels are. */
export class LinkLoadMetric implements Metric {
  readonly #channels: Channels;
  readonly #packets: Float64Array;
  readonly #busy: Float64Array;

  constructor(channels: Channels) {
    this.#channels = channels;
    this.#packets = channels.counts();
    this.#busy = channels.counts();
  }

  observe(): void {
    // Everything is in the counters at the end.
  }

  channels({ packets, busyTicks }: ChannelCounters): void {
    this.#channels.add(this.#packets, packets);
    this.#channels.add(this.#busy, busyTicks);
  }

  reset(): void {
    this.#packets.fill(0);
    this.#busy.fill(0);
  }

  merge(other: LinkLoadMetric): void {
    this.#channels.add(this.#packets, other.#packets);
    this.#channels.add(this.#busy, other.#busy);
  }

  state(): LinkLoadState {
    return {
      packets: this.#channels.told(this.#packets),
      busy: this.#channels.told(this.#busy),
    };
  }

  mergeState({ packets, busy }: LinkLoadState): void {
    this.#channels.addTold(this.#packets, packets);
    this.#channels.addTold(this.#busy, busy);
  }

  result(ticks: number): Record<string, MetricValue> {
    const absent = this.#channels.absent(ticks);
    if (absent !== undefined)
      return {
        "link-load": { value: NaN, unit: "1", absent },
        "link-load.max": { value: NaN, unit: "1", absent },
        "link-load.packets": { value: NaN, unit: "packets", absent },
      };
    const load = (port: number): number => (this.#busy[port] ?? 0) / ticks;
    const packets = (port: number): number => this.#packets[port] ?? 0;
    return {
      "link-load": this.#channels.spread(load, "1", "idle"),
      "link-load.max": this.#channels.most(load, "1"),
      "link-load.packets": this.#channels.most(packets, "packets"),
    };
  }
}
