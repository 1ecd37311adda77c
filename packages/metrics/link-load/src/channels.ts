import { channelName, type Fabric, type MetricValue } from "@fabriclab/spec";
import type { NodeIx } from "@fabriclab/units";

export type ChannelChoice = "all" | "switch" | "host";

const PERCENTILES = ["50", "90", "99"] as const;

/** The channels (directions of cables) that a metric reports, each by the port that sends on it, and what is said of them. */
export class Channels {
  /** Ports with a cable, in the fabric's order. */
  readonly ports: readonly number[];
  readonly #fabric: Fabric;
  readonly #top: number;

  /**
   * @param top how many channels to name
   * @param ends whether only channels count that end at a switch
   */
  constructor(
    fabric: Fabric,
    choice: ChannelChoice,
    top: number,
    ends: "anywhere" | "switches" = "anywhere",
  ) {
    this.#fabric = fabric;
    this.#top = top;
    const isSwitch = (port: number): boolean =>
      fabric.isSwitch(fabric.portNode[port] as NodeIx);
    this.ports = Array.from({ length: fabric.portCount }, (_, p) => p).filter(
      (port) => {
        const peer = fabric.portPeer[port] ?? -1;
        if (peer < 0 || (ends === "switches" && !isSwitch(peer))) return false;
        return (
          choice === "all" ||
          (choice === "switch") === (isSwitch(port) && isSwitch(peer))
        );
      },
    );
  }

  /** A count per port, of those alone that are reported. */
  counts(): Float64Array {
    return new Float64Array(this.#fabric.portCount);
  }

  /** Adds counts, by port, to others. */
  add(to: Float64Array, counts: Float64Array | undefined): void {
    for (const port of this.ports)
      to[port] = (to[port] ?? 0) + (counts?.[port] ?? 0);
  }

  /** Counts in the order of the ports. */
  told(counts: Float64Array): number[] {
    return this.ports.map((port) => counts[port] ?? 0);
  }

  /** Adds what `told` gave. */
  addTold(to: Float64Array, told: readonly number[]): void {
    this.ports.forEach((port, index) => {
      to[port] = (to[port] ?? 0) + (told[index] ?? 0);
    });
  }

  /** Why an interval of so many ticks gives no numbers, if it does not. */
  absent(ticks: number): string | undefined {
    if (this.ports.length === 0) return "no such channel";
    return ticks > 0 ? undefined : "the measured interval is empty";
  }

  /**
   * Mean and distribution of a value over the channels.
   * @param zeros what the number of channels is called whose value is 0
   */
  spread(
    value: (port: number) => number,
    unit: string,
    zeros: string,
  ): MetricValue {
    const sorted = Float64Array.from(this.ports, value).sort();
    const count = sorted.length;
    const rank = (p: number): number =>
      sorted[Math.max(1, Math.ceil((p / 100) * count)) - 1] ?? NaN;
    return {
      value: sorted.reduce((sum, u) => sum + u, 0) / count,
      unit,
      percentiles: Object.fromEntries(
        PERCENTILES.map((p) => [p, rank(Number(p))]),
      ),
      detail: {
        min: rank(0),
        max: rank(100),
        channels: count,
        [zeros]: sorted.filter((u) => u === 0).length,
      },
    };
  }

  /** The largest value, and the channels with the largest by name; ties in port order. */
  most(value: (port: number) => number, unit: string): MetricValue {
    return {
      value: this.ports.reduce((most, p) => Math.max(most, value(p)), 0),
      unit,
      detail: Object.fromEntries(
        [...this.ports]
          .sort((a, b) => value(b) - value(a) || a - b)
          .slice(0, this.#top)
          .map((port) => [channelName(this.#fabric, port), value(port)]),
      ),
    };
  }
}
