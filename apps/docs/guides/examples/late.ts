import {
  defineMetric,
  JOURNAL_BIRTH,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  timeParam,
  type Journal,
  type Metric,
  type MetricValue,
} from "@fabriclab/spec";
import { z } from "zod";

/** Counts the packets that arrive, and those later after their birth than the bound. */
class Late implements Metric {
  readonly #bound: number;
  #packets = 0;
  #late = 0;

  constructor(boundTicks: number) {
    this.#bound = boundTicks;
  }

  observe(journal: Journal): void {
    const { records, count } = journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
      const time = records[at + JOURNAL_TIME] ?? 0;
      const birth = journalBirth(journal, records[at + JOURNAL_BIRTH] ?? 0);
      this.#packets += 1;
      if (time - birth > this.#bound) this.#late += 1;
    }
  }

  reset(): void {
    this.#packets = 0;
    this.#late = 0;
  }

  merge(other: Late): void {
    this.#packets += other.#packets;
    this.#late += other.#late;
  }

  result(): Record<string, MetricValue> {
    const late: MetricValue =
      this.#packets === 0
        ? { value: NaN, unit: "1", absent: "no packet arrived" }
        : {
            value: this.#late / this.#packets,
            unit: "1",
            detail: { packets: this.#packets, late: this.#late },
          };
    return { late };
  }
}

/** The share of packets that arrive later after their birth than a bound. */
export const late = defineMetric({
  name: "late",
  summary: "The share of packets that take longer than a bound.",
  cites: [],
  params: z.object({
    bound: timeParam("5us").describe("What takes longer is late."),
  }),
  claims: { unit: "1" },
  plots: { late: { label: "Late packets", of: "of all" } },
  create: ({ tickPs }, { bound }) => new Late(bound / tickPs),
});
