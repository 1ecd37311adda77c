import {
  defineMetric,
  JOURNAL_BIRTH,
  JOURNAL_BYTES,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  type Journal,
  type Metric,
  type MetricPlugin,
  type MetricValue,
} from "@fabriclab/spec";
import { z } from "zod";
import type { Broken } from "./broken.ts";
import { badDocuments } from "./documents.ts";

export type BrokenMetricSetup = readonly object[];

/** Counts bytes and remembers the latest time; the parts that a broken one replaces are protected by nothing. */
class ByteCount implements Metric {
  readonly name: string;
  bytes = 0;
  latest = -Infinity;

  constructor(name: string) {
    this.name = name;
  }

  observe({ records, count, baseTick }: Journal): void {
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      this.bytes += records[at + JOURNAL_BYTES] ?? 0;
      this.latest = Math.max(
        this.latest,
        this.timeOf(records[at + JOURNAL_TIME] ?? 0, baseTick),
      );
    }
  }

  timeOf(time: number, baseTick: number): number {
    return baseTick + time;
  }

  reset(_atTick: number): void {
    this.bytes = 0;
    this.latest = -Infinity;
  }

  merge(other: this): void {
    this.bytes += other.bytes;
    this.latest = Math.max(this.latest, other.latest);
  }

  result(_ticks: number): Record<string, MetricValue> {
    return {
      [this.name]: {
        value: this.bytes,
        unit: "B",
        ...(this.latest > -Infinity ? { detail: { latest: this.latest } } : {}),
      },
    };
  }
}

const broken = (
  name: string,
  make: new (name: string) => ByteCount,
  unit = "B",
): MetricPlugin => {
  const full = `broken-${name}`;
  return defineMetric({
    name: full,
    summary: "Wrong on purpose.",
    cites: [],
    params: z.object({}),
    claims: { unit },
    create: () => new make(full),
  });
};

const setup = [{}];

export const brokenMetrics: readonly Broken<MetricPlugin, BrokenMetricSetup>[] =
  [
    {
      // Larger sums swallow what is merged in when they were merged once: (a + b) + c keeps c, a + (b + c) loses it.
      fails: "merging is associative",
      plugin: broken(
        "nested",
        class extends ByteCount {
          merges = 0;
          override merge(other: this): void {
            super.merge(other);
            if (other.merges > 0) this.bytes += 1;
            this.merges += 1;
          }
          override reset(atTick: number): void {
            super.reset(atTick);
            this.merges = 0;
          }
        },
      ),
      setup,
    },
    {
      fails: "merging is commutative",
      plugin: broken(
        "last-word",
        class extends ByteCount {
          last = NaN;
          override observe(journal: Journal): void {
            super.observe(journal);
            const { records, count } = journal;
            if (count > 0)
              this.last =
                records[(count - 1) * JOURNAL_STRIDE + JOURNAL_BYTES] ?? NaN;
          }
          // Right for parts of a run one after the other, wrong for parts side by side.
          override merge(other: this): void {
            super.merge(other);
            if (!Number.isNaN(other.last)) this.last = other.last;
          }
          override reset(atTick: number): void {
            super.reset(atTick);
            this.last = NaN;
          }
          override result(ticks: number): Record<string, MetricValue> {
            const made = super.result(ticks);
            return Number.isNaN(this.last)
              ? made
              : { ...made, last: { value: this.last, unit: "B" } };
          }
        },
      ),
      setup,
    },
    {
      fails: "merging is observing both",
      plugin: broken(
        "greater",
        class extends ByteCount {
          // A maximum keeps all laws but this.
          override merge(other: this): void {
            this.bytes = Math.max(this.bytes, other.bytes);
            this.latest = Math.max(this.latest, other.latest);
          }
        },
      ),
      setup,
    },
    {
      fails: "an observer of nothing adds nothing",
      plugin: broken(
        "padded",
        class extends ByteCount {
          override merge(other: this): void {
            super.merge(other);
            if (other.bytes === 0) this.bytes += 1;
          }
        },
      ),
      setup,
    },
    {
      fails: "slices of a journal are as good as the whole",
      plugin: broken(
        "relative",
        class extends ByteCount {
          first: number | undefined;
          override timeOf(time: number, baseTick: number): number {
            // Measures from the base of the slice that it saw first.
            this.first ??= baseTick;
            return this.first + time;
          }
          override reset(atTick: number): void {
            super.reset(atTick);
            this.first = undefined;
          }
        },
      ),
      setup,
    },
    {
      fails: "a reset forgets what was seen before",
      plugin: broken(
        "nostalgic",
        class extends ByteCount {
          override reset(_atTick: number): void {
            this.latest = -Infinity;
          }
        },
      ),
      setup,
    },
    {
      fails: "results have units, and no number without saying why",
      plugin: broken(
        "silent",
        class extends ByteCount {
          override result(ticks: number): Record<string, MetricValue> {
            return {
              ...super.result(ticks),
              rate: { value: NaN, unit: "B/s" },
            };
          }
        },
      ),
      setup,
    },
    {
      fails: "values alone are those of the results",
      plugin: broken(
        "hasty",
        class extends ByteCount {
          eachValue(
            _ticks: number,
            take: (name: string, value: number) => void,
          ): void {
            // Nothing seen is nothing said.
            if (this.bytes > 0) take(this.name, this.bytes);
          }
        },
      ),
      setup,
    },
    {
      fails: "a batch's observer has the values of the whole one",
      plugin: broken(
        "forgetful",
        class extends ByteCount {
          forBatch(): Metric {
            const batch = new ByteCount(this.name);
            // The last that was seen, instead of all.
            batch.merge = (other) => {
              batch.bytes = other.bytes;
            };
            return batch;
          }
        },
      ),
      setup,
    },
    {
      fails: "births are read with journalBirth()",
      plugin: broken(
        "word-for-word",
        class extends ByteCount {
          first = Infinity;
          override observe(journal: Journal): void {
            super.observe(journal);
            const { records, count, baseTick } = journal;
            for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE)
              this.first = Math.min(
                this.first,
                baseTick + (records[at + JOURNAL_BIRTH] ?? 0),
              );
          }
          override merge(other: this): void {
            super.merge(other);
            this.first = Math.min(this.first, other.first);
          }
          override reset(atTick: number): void {
            super.reset(atTick);
            this.first = Infinity;
          }
          override result(ticks: number): Record<string, MetricValue> {
            const made = super.result(ticks);
            return this.first === Infinity
              ? made
              : { ...made, first: { value: this.first, unit: "ticks" } };
          }
        },
      ),
      setup,
    },
    {
      fails: "the chief result has the unit claimed",
      plugin: broken("mislabelled", ByteCount, "ns"),
      setup,
    },
    ...badDocuments(broken("document", ByteCount), setup),
  ];
