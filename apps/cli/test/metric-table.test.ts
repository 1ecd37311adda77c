import type { Experiment, RunResult } from "@fabriclab/sim";
import type { MetricValue } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { metricTable } from "../src/metric-table.ts";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();

/** The row of one result, of which runs have counted so many values each. */
function row(value: Partial<MetricValue>, counts: readonly number[] = []) {
  const whole: MetricValue = { value: 1, unit: "ns", ...value };
  const plugin = {
    values: { some: { text: "A result.", losses: ["lost", "late"] } },
  };
  const table = metricTable(
    { some: whole },
    {
      metrics: [{ plugin, options: {} }],
      traffic: [],
      measure: { confidence: 0.95 },
    } as unknown as Experiment,
    counts.map(
      (count) =>
        ({
          metrics: { some: { ...whole, detail: { count, max: count } } },
        }) as unknown as RunResult,
    ),
  );
  return table.split("\n")[1]!.trim().split(/ {2,}/).slice(2);
}

describe("the figures beside a result", () => {
  const percentiles = { "50": 1, "90": 2, "99": 3, "99.9": 4 };

  it("are the percentiles that so many values can tell, with their number where that is small", () => {
    const of = (...counts: number[]) => row({ percentiles }, counts);
    expect(of(1000)).toEqual([
      "p50 1 ns",
      "p90 2 ns",
      "p99 3 ns",
      "p99.9 4 ns",
    ]);
    expect(of(999)).toEqual([
      "p50 1 ns",
      "p90 2 ns",
      "p99 3 ns",
      "max 999 ns",
      "count 999",
    ]);
    expect(of(46)).toEqual(["p50 1 ns", "p90 2 ns", "max 46 ns", "count 46"]);
    expect(of(1)).toEqual(["max 1 ns", "count 1"]);
    // Several runs' values are pooled.
    expect(of(60, 40)).toEqual([
      "p50 1 ns",
      "p90 2 ns",
      "p99 3 ns",
      "max 60 ns",
      "count 100",
    ]);
    // Of a metric that does not count.
    expect(row({ percentiles })).toHaveLength(4);
  });

  it("say that runs do not differ, instead of an interval of no width", () => {
    const same = (runs: number, value = 3) =>
      row({ value, ci95: 0, detail: { min: value } }, Array(runs).fill(1));
    expect(same(3)).toEqual(["the same in all 3 runs"]);
    expect(same(3, 0)).toEqual(["the same in all 3 runs"]);
    expect(same(1)).toEqual(["± 0 ps", "min 3 ns"]);
    // Nothing in any part of one run is no interval either.
    expect(same(1, 0)).toEqual(["min 0 ps"]);
    expect(row({ value: 3, ci95: 1, detail: { min: 2 } }, [1, 1])).toEqual([
      "± 1.0 ns",
      "min 2 ns",
    ]);
  });

  it("take what rounding makes of equal numbers for an interval of no width", () => {
    const noisy = (runs: number) =>
      row(
        { value: 396, ci95: 4.3e-11, detail: { min: 396 } },
        Array(runs).fill(1),
      );
    expect(noisy(1)).toEqual(["± 0 ps", "min 396 ns"]);
    expect(noisy(2)).toEqual(["the same in all 2 runs"]);
  });

  it("are the first three, and what the metric calls losses where there are any", () => {
    const detail = { a: 1, b: 0, c: 3, d: 4, lost: 5, late: 0 };
    expect(row({ detail })).toEqual(["a 1", "b 0", "c 3", "lost 5"]);
    expect(row({ detail: { lost: 5, b: 1 } })).toEqual(["lost 5", "b 1"]);
    expect(row({ value: NaN, absent: "none", detail })).toEqual([
      "none",
      "lost 5",
    ]);
  });
});

describe("a cable that is dead", () => {
  const file = work.write(
    "dead.yaml",
    `topology: { kind: mesh, columns: 3, rows: 1 }
routing: xy
switch: relay
traffic: { kind: mpeg2, load: 0.02, frames: 3 }
metrics: [deadline]
changes: [{ at: 0, fail: "N(1,0):1" }]
`,
  );

  it("shows the frames that lost all their packets, beside the status and in the table", async () => {
    const json = JSON.parse((await fabriclab("run", file, "--json")).out) as {
      metrics: Record<string, MetricValue>;
    };
    const { delivered, lost, damaged } = json.metrics["deadline"]!.detail!;
    // The host behind the cable has no other way to or from the rest.
    expect([lost! > 0, damaged]).toEqual([true, 0]);
    const { out } = await fabriclab("run", file);
    const words = `finished, but ${lost} of ${delivered! + lost!} frames lost all their packets`;
    expect(out).toContain(words);
    expect(out).toMatch(
      new RegExp(
        `^deadline +0 +delivered ${delivered} .*damaged 0 +lost ${lost}$`,
        "m",
      ),
    );
    const seeds = await fabriclab("run", file, "--seeds", "2");
    expect(seeds.out).toContain(words);
  });
});
