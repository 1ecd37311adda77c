import {
  JOURNAL_BIRTH,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  type Journal,
  type Metric,
  type MetricValue,
} from "@fabriclab/spec";
import { nameOf, splits, type LatencySplit } from "./split.ts";

/** Mean latencies without their histograms: what the batches of a run are asked for. */
export class LatencyMeans implements Metric {
  readonly #tickPs: number;
  readonly #split: LatencySplit;
  /** Class -> packets, and the sum of their latencies in ticks; one class where there is no split. */
  readonly #sums: Float64Array;

  /** @param tickPs picoseconds per tick */
  constructor(tickPs: number, split: LatencySplit) {
    this.#tickPs = tickPs;
    this.#split = split;
    this.#sums = new Float64Array(2 * (splits[split].mask + 1));
  }

  observe(journal: Journal): void {
    const { records, count } = journal;
    const { shift, mask } = splits[this.#split];
    const sums = this.#sums;
    // Why copies: V8 reads what is imported from memory at every use.
    const { delivered } = JournalKind;
    const [stride, kindAt] = [JOURNAL_STRIDE, JOURNAL_KIND];
    const [timeAt, birthAt] = [JOURNAL_TIME, JOURNAL_BIRTH];
    const classAt = JOURNAL_CLASS;
    const end = count * stride;
    for (let at = 0; at < end; at += stride) {
      if (records[at + kindAt] !== delivered) continue;
      const key = (records[at + classAt]! >>> shift) & mask;
      sums[2 * key]! += 1;
      sums[2 * key + 1]! +=
        records[at + timeAt]! - journalBirth(journal, records[at + birthAt]!);
    }
  }

  reset(): void {
    this.#sums.fill(0);
  }

  merge(other: LatencyMeans): void {
    const others = other.#sums;
    const sums = this.#sums;
    for (let at = 0; at < others.length; at++) sums[at]! += others[at]!;
  }

  result(ticks: number): Record<string, MetricValue> {
    const values: Record<string, MetricValue> = {};
    this.eachValue(ticks, (name, value) => {
      values[name] = { value, unit: "ns" };
    });
    return values;
  }

  eachValue(_ticks: number, take: (name: string, value: number) => void): void {
    const nsPerTick = this.#tickPs / 1000;
    const sums = this.#sums;
    let all = 0;
    let allTicks = 0;
    for (let at = 0; at < sums.length; at += 2) {
      const packets = sums[at]!;
      const ticks = sums[at + 1]!;
      all += packets;
      allTicks += ticks;
      if (this.#split !== "none" && packets > 0)
        take(nameOf(this.#split, at / 2), (ticks / packets) * nsPerTick);
    }
    // Not a number where nothing was seen.
    take("latency", (allTicks / all) * nsPerTick);
  }
}
