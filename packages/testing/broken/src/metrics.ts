import {
  defineMetric,
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
      fails: "the chief result has the unit claimed",
      plugin: broken("mislabelled", ByteCount, "ns"),
      setup,
    },
  ];

/** Merges that break several laws at once, with the checks that must find them. */
export const lawlessMetrics: readonly {
  readonly plugin: MetricPlugin;
  readonly setup: BrokenMetricSetup;
  readonly fails: readonly string[];
}[] = [
  {
    plugin: broken(
      "keeps-first",
      class extends ByteCount {
        override merge(_other: this): void {
          // Forgets the other.
        }
      },
    ),
    setup,
    fails: ["merging is commutative", "merging is observing both"],
  },
  {
    plugin: broken(
      "counts-merges",
      class extends ByteCount {
        override merge(other: this): void {
          super.merge(other);
          this.bytes += 1;
        }
      },
    ),
    setup,
    fails: ["merging is observing both", "an observer of nothing adds nothing"],
  },
];
