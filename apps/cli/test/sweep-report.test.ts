import { describe, expect, it } from "vitest";
import { reportText, type SweepReport } from "../src/sweep/report.ts";

const finished: SweepReport = {
  experiment: "a tree",
  folder: "results",
  status: "finished",
  points: 4,
  runs: 4,
  kept: 0,
  capped: [],
  withoutMean: [],
  failed: [],
  unsteady: [],
  saturation: [],
};

const io = {
  out: () => undefined,
  err: () => undefined,
  interactive: false,
  color: false,
  columns: 200,
};

const report = (unclear: readonly ("low" | "high")[] | undefined) =>
  reportText(
    {
      ...finished,
      saturation: [
        {
          factors: { routing: "xy" },
          status: "found",
          low: 0.41,
          high: 0.42,
          ...(unclear === undefined ? {} : { unclear }),
        },
        { factors: { routing: "cyclic" }, status: "above", low: 0.9 },
      ],
    },
    io,
  );

describe("runs without a steady state", () => {
  const unsteady = [
    { factors: { load: 0.2 }, status: "deadlocked", runs: 1, of: 2 },
    { factors: { load: 0.9 }, status: "saturated", runs: 2, of: 2 },
  ] as const;

  it("are listed by how they ended, without being asked for", () => {
    const text = reportText({ ...finished, unsteady }, io);
    expect(text).toMatch(
      /^1 of 4 runs deadlocked .*:\n {2}load 0\.2: 1 of 2 seeds$/m,
    );
    expect(text).toMatch(
      /^2 of 4 runs saturated.*:\n {2}load 0\.9: 2 of 2 seeds$/m,
    );
    expect(reportText(finished, io)).not.toMatch(/deadlocked|saturated/);
  });

  it("are not told of twice where the points have no mean", () => {
    const text = reportText(
      { ...finished, unsteady, withoutMean: [{ load: 0.9 }] },
      io,
    );
    expect(text).not.toContain("runs saturated");
    expect(text).toContain("1 of 4 runs deadlocked");
  });
});

describe("the table of saturation", () => {
  it("has a heading over every column", () => {
    expect(report(undefined)).toMatch(
      /^routing +not saturated at +saturated at +remark *$/m,
    );
    expect(report(undefined)).not.toContain("ncertain");
  });

  it("names the value whose verdict a cap cut short, and what to do", () => {
    expect(report(["low"])).toMatch(
      /^xy +0\.41 +0\.42 +uncertain at 0\.41 *$/m,
    );
    expect(report(["high"])).toMatch(/uncertain at 0\.42 *$/m);
    expect(report(["low", "high"])).toMatch(/uncertain at 0\.41 and 0\.42 *$/m);
    expect(report(["low"])).toMatch(/^Uncertain: [^]*--set measure\.maxTime=/m);
  });
});
