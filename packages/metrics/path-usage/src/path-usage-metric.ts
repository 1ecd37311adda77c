import {
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JournalKind,
  type ChannelCounters,
  type Fabric,
  type Journal,
  type Metric,
  type MetricValue,
} from "@fabriclab/spec";
import type { NodeIx, PortIx } from "@fabriclab/units";

/** How evenly packets spread over the channels between switches. */
export class PathUsageMetric implements Metric {
  readonly #fabric: Fabric;
  /** Ports that send to another switch. */
  readonly #ports: readonly number[];
  readonly #top: number;
  readonly #packets: Float64Array;
  #delivered = 0;

  /** @param top how many of the busiest channels to name */
  constructor(fabric: Fabric, top: number) {
    this.#fabric = fabric;
    this.#top = top;
    this.#packets = new Float64Array(fabric.portCount);
    const ofSwitch = (port: number): boolean =>
      fabric.isSwitch(fabric.portNode[port] as NodeIx);
    this.#ports = Array.from({ length: fabric.portCount }, (_, p) => p).filter(
      (port) => {
        const peer = fabric.portPeer[port] ?? -1;
        return peer >= 0 && ofSwitch(port) && ofSwitch(peer);
      },
    );
  }

  observe({ records, count }: Journal): void {
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE)
      if (records[at + JOURNAL_KIND] === JournalKind.delivered)
        this.#delivered += 1;
  }

  channels({ packets }: ChannelCounters): void {
    for (const port of this.#ports)
      this.#packets[port] = (this.#packets[port] ?? 0) + (packets[port] ?? 0);
  }

  reset(): void {
    this.#packets.fill(0);
    this.#delivered = 0;
  }

  merge(other: PathUsageMetric): void {
    other.#packets.forEach((sent, port) => {
      this.#packets[port] = (this.#packets[port] ?? 0) + sent;
    });
    this.#delivered += other.#delivered;
  }

  result(): Record<string, MetricValue> {
    const channels = this.#ports.length;
    const sent = this.#ports.map((port) => this.#packets[port] ?? 0);
    const total = sent.reduce((sum, packets) => sum + packets, 0);
    const used = sent.filter((packets) => packets > 0).length;
    const noChannel =
      channels === 0 ? "no channel joins two switches" : undefined;
    const value = (
      unit: string,
      absent: string | undefined,
      number: () => number,
      detail: () => Record<string, number>,
    ): MetricValue =>
      absent === undefined
        ? { value: number(), unit, detail: detail() }
        : { value: NaN, unit, absent };
    const nothing =
      noChannel ??
      (total === 0 ? "no packet went from switch to switch" : undefined);
    const mean = total / channels;
    return {
      "path-usage": value(
        "1",
        noChannel,
        () => used / channels,
        () => ({ channels, used }),
      ),
      "path-usage.cov": value(
        "1",
        nothing,
        () =>
          Math.sqrt(
            sent.reduce((sum, packets) => sum + (packets - mean) ** 2, 0) /
              channels,
          ) / mean,
        () => ({ mean, min: Math.min(...sent), max: Math.max(...sent) }),
      ),
      "path-usage.busiest": value(
        "1",
        nothing,
        () => Math.max(...sent) / mean,
        () => this.#busiest(total),
      ),
      "path-usage.channels": value(
        "channels",
        noChannel ??
          (this.#delivered === 0 ? "no packet was delivered" : undefined),
        () => total / this.#delivered,
        () => ({ sent: total, delivered: this.#delivered }),
      ),
    };
  }

  /** The channels with the largest shares of all packets by name; ties in port order. */
  #busiest(total: number): Record<string, number> {
    const packets = (port: number): number => this.#packets[port] ?? 0;
    return Object.fromEntries(
      [...this.#ports]
        .sort((a, b) => packets(b) - packets(a) || a - b)
        .slice(0, this.#top)
        .map((port) => [this.#name(port as PortIx), packets(port) / total]),
    );
  }

  #name(port: PortIx): string {
    const node = this.#fabric.portNode[port] ?? 0;
    return `${this.#fabric.nodeName[node] ?? ""}:${this.#fabric.numOf(port)}`;
  }
}
