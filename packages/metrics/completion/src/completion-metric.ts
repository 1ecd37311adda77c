import {
  JOURNAL_BIRTH,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  type Journal,
  type Metric,
  type MetricContext,
  type MetricValue,
} from "@fabriclab/spec";
import { OperationTimes } from "./operation-times.ts";

/**
 * When the operations of finite traffic are done. An operation is a (traffic entry, tag); it is done with its last delivery.
 *
 * Merging joins parts of one run (slices, threads): an operation's end is the latest seen anywhere. Over replications average the results instead.
 */
export class CompletionMetric implements Metric {
  readonly #nsPerTick: number;
  /** Traffic entry -> number of its first operation, -1 for traffic without operations. */
  readonly #first: readonly number[];
  readonly #expected: number;
  readonly #operations: number;
  readonly #times = new OperationTimes();
  #deliveries = 0;
  #latencySum = 0;

  constructor({ tickPs, traffic }: MetricContext) {
    this.#nsPerTick = tickPs / 1000;
    let total = 0;
    let expected = 0;
    this.#first = traffic.map(({ operations, expectedDeliveries }) => {
      if (operations === undefined) return -1;
      expected += expectedDeliveries ?? 0;
      total += operations;
      return total - operations;
    });
    this.#expected = expected;
    this.#operations = total;
  }

  observe(journal: Journal): void {
    const { records, count, baseTick } = journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
      const entry = ((records[at + JOURNAL_CLASS] ?? 0) >>> 8) & 0xff;
      const first = this.#first[entry] ?? -1;
      if (first < 0) continue;
      const operation = first + (records[at + JOURNAL_TAG] ?? 0);
      const birth =
        baseTick + journalBirth(journal, records[at + JOURNAL_BIRTH] ?? 0);
      const time = baseTick + (records[at + JOURNAL_TIME] ?? 0);
      this.#times.add(operation, birth, time);
      this.#deliveries += 1;
      this.#latencySum += time - birth;
    }
  }

  reset(): void {
    this.#times.clear();
    this.#deliveries = 0;
    this.#latencySum = 0;
  }

  merge(other: CompletionMetric): void {
    this.#times.merge(other.#times);
    this.#deliveries += other.#deliveries;
    this.#latencySum += other.#latencySum;
  }

  result(): Record<string, MetricValue> {
    const ns = (ticks: number): number => ticks * this.#nsPerTick;
    const absent = this.#absent();
    if (absent !== undefined) {
      const value: MetricValue = { value: NaN, unit: "ns", absent };
      // Without operations there never is a number: one row says so.
      if (this.#operations === 0) return { completion: value };
      return {
        completion: value,
        "completion.operation": value,
        "completion.delivery": value,
      };
    }
    const { birth, end } = this.#times.span();
    const times = this.#times.durations().sort();
    const rank = (p: number): number =>
      times[Math.max(1, Math.ceil((p / 100) * times.length)) - 1] ?? NaN;
    return {
      completion: {
        value: ns(end - birth),
        unit: "ns",
        detail: { operations: times.length, deliveries: this.#deliveries },
      },
      "completion.operation": {
        value: ns(times.reduce((sum, t) => sum + t, 0) / times.length),
        unit: "ns",
        // Not `percentiles`: those are pooled over replications, whose operations have the same tags.
        detail: {
          min: ns(rank(0)),
          p50: ns(rank(50)),
          p90: ns(rank(90)),
          p99: ns(rank(99)),
          max: ns(rank(100)),
        },
      },
      "completion.delivery": {
        value: ns(this.#latencySum / this.#deliveries),
        unit: "ns",
        detail: { count: this.#deliveries },
      },
    };
  }

  #absent(): string | undefined {
    if (this.#operations === 0) return "no traffic of this run has operations";
    if (this.#deliveries < this.#expected)
      return `${this.#deliveries} of ${this.#expected} deliveries were made`;
    if (this.#times.count < this.#operations)
      return "an operation delivered nothing";
    return undefined;
  }
}
