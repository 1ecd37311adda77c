import {
  JOURNAL_BIRTH,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  journalBirth,
  JournalKind,
  type Journal,
  type Metric,
  type MetricContext,
  type MetricValue,
} from "@fabriclab/spec";

export type OrderSplit = "none" | "sl" | "traffic";

const splits: Record<
  OrderSplit,
  { readonly classOf: (word: number) => number; readonly label: string }
> = {
  none: { classOf: () => 0, label: "" },
  sl: { classOf: (word) => word & 0xf, label: "sl" },
  traffic: { classOf: (word) => (word >>> 8) & 0xff, label: "traffic" },
};

/** Arrivals of one class. */
interface Arrivals {
  packets: number;
  reordered: number;
  /** Ticks by which reordered packets are older than the latest-born packet that came before them: sum and largest. */
  behind: number;
  mostBehind: number;
}

const none = (): Arrivals => ({
  packets: 0,
  reordered: 0,
  behind: 0,
  mostBehind: 0,
});

/**
 * Arrivals behind a packet of their flow that was born later. A flow is (traffic, source, destination, SL), or of a traffic with frames (stream,
 * source, destination), as streams of one host may have paths of their own; the birth stands for the sequence number.
 */
export class OrderMetric implements Metric {
  readonly #nsPerTick: number;
  readonly #endports: number;
  readonly #split: OrderSplit;
  /** Streams of a traffic with frames, by its index; a frame's tag modulo them is its stream. */
  readonly #streams: readonly (number | undefined)[];
  /** Traffic -> flow -> latest birth among its arrivals, in absolute ticks. */
  readonly #latest: Map<number, number>[] = [];
  readonly #classes = new Map<number, Arrivals>();
  #all = none();
  /** Flows of observers that were merged in: theirs are not this run's. */
  #mergedFlows = 0;

  constructor(
    {
      tickPs,
      fabric,
      traffic,
    }: Pick<MetricContext, "tickPs" | "fabric" | "traffic">,
    split: OrderSplit,
  ) {
    this.#streams = traffic.map(({ frames }) => frames?.streams);
    this.#nsPerTick = tickPs / 1000;
    this.#endports = fabric.endportCount;
    this.#split = split;
  }

  observe(journal: Journal): void {
    const { records, count, baseTick } = journal;
    const { classOf } = splits[this.#split];
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
      const word = records[at + JOURNAL_CLASS] ?? 0;
      const traffic = (word >>> 8) & 0xff;
      const flow = this.#flow(
        this.#streams[traffic],
        records[at + JOURNAL_TAG] ?? 0,
        word & 0xf,
        records[at + JOURNAL_SOURCE] ?? 0,
        records[at + JOURNAL_PLACE] ?? 0,
      );
      const latestOf = (this.#latest[traffic] ??= new Map<number, number>());
      const birth =
        baseTick + journalBirth(journal, records[at + JOURNAL_BIRTH] ?? 0);
      const latest = latestOf.get(flow);
      const behind = latest === undefined ? 0 : Math.max(0, latest - birth);
      if (behind === 0) latestOf.set(flow, birth);
      record(this.#all, behind);
      if (this.#split !== "none") record(this.#classed(classOf(word)), behind);
    }
  }

  reset(): void {
    this.#latest.length = 0;
    this.#classes.clear();
    this.#all = none();
    this.#mergedFlows = 0;
  }

  merge(other: OrderMetric): void {
    add(this.#all, other.#all);
    for (const [key, arrivals] of other.#classes)
      add(this.#classed(key), arrivals);
    this.#mergedFlows += other.#flows;
  }

  result(): Record<string, MetricValue> {
    const values: Record<string, MetricValue> = {
      order: this.#share(this.#all, { flows: this.#flows }),
      "order.behind": this.#behind(this.#all),
    };
    const { label } = splits[this.#split];
    for (const key of [...this.#classes.keys()].sort((a, b) => a - b)) {
      values[`order.${label}${key}`] = this.#share(this.#classed(key));
      values[`order.behind.${label}${key}`] = this.#behind(this.#classed(key));
    }
    return values;
  }

  get #flows(): number {
    return this.#latest.reduce((sum, of) => sum + of.size, this.#mergedFlows);
  }

  /**
   * A number of its own for every flow of a traffic: up to streams · endports², which is far below 2^53, and below zero for flows by service level. Probes
   * have negative tags and belong to no stream.
   */
  #flow(
    streams: number | undefined,
    tag: number,
    sl: number,
    source: number,
    destination: number,
  ): number {
    const byStream = streams !== undefined && tag >= 0;
    const pair = source * this.#endports + destination;
    const pairs = this.#endports ** 2;
    return byStream ? (tag % streams) * pairs + pair : -1 - sl * pairs - pair;
  }

  #classed(key: number): Arrivals {
    let arrivals = this.#classes.get(key);
    if (arrivals === undefined) {
      arrivals = none();
      this.#classes.set(key, arrivals);
    }
    return arrivals;
  }

  #share(
    { packets, reordered }: Arrivals,
    more: Record<string, number> = {},
  ): MetricValue {
    if (packets === 0)
      return { value: NaN, unit: "1", absent: "no packet was delivered" };
    return {
      value: reordered / packets,
      unit: "1",
      detail: { packets, reordered, ...more },
    };
  }

  #behind({ reordered, behind, mostBehind }: Arrivals): MetricValue {
    if (reordered === 0)
      return { value: NaN, unit: "ns", absent: "every packet was in order" };
    return {
      value: (behind / reordered) * this.#nsPerTick,
      unit: "ns",
      detail: { count: reordered, max: mostBehind * this.#nsPerTick },
    };
  }
}

function record(to: Arrivals, behind: number): void {
  to.packets += 1;
  if (behind === 0) return;
  to.reordered += 1;
  to.behind += behind;
  to.mostBehind = Math.max(to.mostBehind, behind);
}

function add(to: Arrivals, from: Arrivals): void {
  to.packets += from.packets;
  to.reordered += from.reordered;
  to.behind += from.behind;
  to.mostBehind = Math.max(to.mostBehind, from.mostBehind);
}
