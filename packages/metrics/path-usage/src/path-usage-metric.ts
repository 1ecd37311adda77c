import {
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  channelName,
  journalDlid,
  JournalKind,
  type ChannelCounters,
  type Fabric,
  type Journal,
  type Metric,
  type MetricValue,
} from "@fabriclab/spec";
import type { NodeIx } from "@fabriclab/units";
import type { PathsUsed } from "./paths-used.ts";

/** How evenly packets spread over the channels between switches. */
export class PathUsageMetric implements Metric {
  readonly #fabric: Fabric;
  /** Ports that send to another switch. */
  readonly #ports: readonly number[];
  readonly #top: number;
  readonly #packets: Float64Array;
  readonly #paths: PathsUsed | undefined;
  #delivered = 0;

  /**
   * @param top how many of the busiest channels, and of the busiest paths, to name
   * @param paths absent = nothing is told of them
   */
  constructor(fabric: Fabric, top: number, paths?: PathsUsed) {
    this.#paths = paths;
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
    const paths = this.#paths;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
      this.#delivered += 1;
      paths?.delivered(
        records[at + JOURNAL_SOURCE] ?? 0,
        records[at + JOURNAL_PLACE] ?? 0,
        journalDlid(records[at + JOURNAL_CLASS] ?? 0),
      );
    }
  }

  channels({ packets }: ChannelCounters): void {
    for (const port of this.#ports)
      this.#packets[port] = (this.#packets[port] ?? 0) + (packets[port] ?? 0);
  }

  reset(): void {
    this.#packets.fill(0);
    this.#delivered = 0;
    this.#paths?.reset();
  }

  merge(other: PathUsageMetric): void {
    other.#packets.forEach((sent, port) => {
      this.#packets[port] = (this.#packets[port] ?? 0) + sent;
    });
    this.#delivered += other.#delivered;
    if (other.#paths !== undefined) this.#paths?.merge(other.#paths);
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
      ...this.#paths?.result(this.#top),
    };
  }

  /** The channels with the largest shares of all packets by name; ties in port order. */
  #busiest(total: number): Record<string, number> {
    const packets = (port: number): number => this.#packets[port] ?? 0;
    return Object.fromEntries(
      [...this.#ports]
        .sort((a, b) => packets(b) - packets(a) || a - b)
        .slice(0, this.#top)
        .map((port) => [
          channelName(this.#fabric, port),
          packets(port) / total,
        ]),
    );
  }
}
