import type {
  ChannelCounters,
  Fabric,
  Metric,
  MetricState,
  MetricValue,
} from "@fabriclab/spec";
import type { NodeIx, PortIx } from "@fabriclab/units";

export type ChannelChoice = "all" | "switch" | "host";

const PERCENTILES = ["50", "90", "99"] as const;

interface LinkLoadState {
  readonly [key: string]: MetricState;
  readonly packets: readonly number[];
  readonly busy: readonly number[];
}

/** How busy the channels (directions of links) are. A channel is named by the port that sends on it, `SW<20,1>:3`. */
export class LinkLoadMetric implements Metric {
  readonly #fabric: Fabric;
  /** Ports whose channels are reported. */
  readonly #ports: readonly number[];
  readonly #top: number;
  readonly #packets: Float64Array;
  readonly #busy: Float64Array;

  /** @param top how many of the busiest channels to name */
  constructor(fabric: Fabric, choice: ChannelChoice, top: number) {
    this.#fabric = fabric;
    this.#top = top;
    this.#packets = new Float64Array(fabric.portCount);
    this.#busy = new Float64Array(fabric.portCount);
    const isSwitch = (port: number): boolean =>
      fabric.isSwitch(fabric.portNode[port] as NodeIx);
    this.#ports = Array.from({ length: fabric.portCount }, (_, p) => p).filter(
      (port) => {
        const peer = fabric.portPeer[port] ?? -1;
        if (peer < 0) return false;
        return (
          choice === "all" ||
          (choice === "switch") === (isSwitch(port) && isSwitch(peer))
        );
      },
    );
  }

  observe(): void {
    // Everything is in the counters at the end.
  }

  channels(counters: ChannelCounters): void {
    for (const port of this.#ports) {
      this.#packets[port] =
        (this.#packets[port] ?? 0) + (counters.packets[port] ?? 0);
      this.#busy[port] =
        (this.#busy[port] ?? 0) + (counters.busyTicks[port] ?? 0);
    }
  }

  reset(): void {
    this.#packets.fill(0);
    this.#busy.fill(0);
  }

  merge(other: LinkLoadMetric): void {
    for (const port of this.#ports) {
      this.#packets[port] =
        (this.#packets[port] ?? 0) + (other.#packets[port] ?? 0);
      this.#busy[port] = (this.#busy[port] ?? 0) + (other.#busy[port] ?? 0);
    }
  }

  /** Packets and busy ticks of the channels that are reported, in the order of their ports. */
  state(): LinkLoadState {
    return {
      packets: this.#ports.map((port) => this.#packets[port] ?? 0),
      busy: this.#ports.map((port) => this.#busy[port] ?? 0),
    };
  }

  mergeState({ packets, busy }: LinkLoadState): void {
    this.#ports.forEach((port, index) => {
      this.#packets[port] = (this.#packets[port] ?? 0) + (packets[index] ?? 0);
      this.#busy[port] = (this.#busy[port] ?? 0) + (busy[index] ?? 0);
    });
  }

  result(ticks: number): Record<string, MetricValue> {
    const count = this.#ports.length;
    if (!(ticks > 0) || count === 0) {
      const absent =
        count === 0 ? "no such channel" : "the measured interval is empty";
      return {
        "link-load": { value: NaN, unit: "1", absent },
        "link-load.max": { value: NaN, unit: "1", absent },
        "link-load.packets": { value: NaN, unit: "packets", absent },
      };
    }
    const load = (port: number): number => (this.#busy[port] ?? 0) / ticks;
    const packets = (port: number): number => this.#packets[port] ?? 0;
    const sorted = Float64Array.from(this.#ports, load).sort();
    const rank = (p: number): number =>
      sorted[Math.max(1, Math.ceil((p / 100) * count)) - 1] ?? NaN;
    return {
      "link-load": {
        value: sorted.reduce((sum, u) => sum + u, 0) / count,
        unit: "1",
        percentiles: Object.fromEntries(
          PERCENTILES.map((p) => [p, rank(Number(p))]),
        ),
        detail: {
          min: rank(0),
          max: rank(100),
          channels: count,
          idle: sorted.filter((u) => u === 0).length,
        },
      },
      "link-load.max": {
        value: rank(100),
        unit: "1",
        detail: this.#busiest(load),
      },
      "link-load.packets": {
        value: this.#ports.reduce((most, p) => Math.max(most, packets(p)), 0),
        unit: "packets",
        detail: this.#busiest(packets),
      },
    };
  }

  /** The channels with the largest values by name; ties in port order. */
  #busiest(value: (port: number) => number): Record<string, number> {
    return Object.fromEntries(
      [...this.#ports]
        .sort((a, b) => value(b) - value(a) || a - b)
        .slice(0, this.#top)
        .map((port) => [this.#name(port as PortIx), value(port)]),
    );
  }

  #name(port: PortIx): string {
    const node = this.#fabric.portNode[port] ?? 0;
    return `${this.#fabric.nodeName[node] ?? ""}:${this.#fabric.numOf(port)}`;
  }
}
