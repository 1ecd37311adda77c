import { describe, expect, it } from "vitest";
import { reportText, type SweepReport } from "../src/sweep/report.ts";

const report = (unclear: readonly ("low" | "high")[] | undefined) =>
  reportText(
    {
      experiment: "a tree",
      folder: "results",
      status: "finished",
      points: 4,
      runs: 4,
      kept: 0,
      capped: [],
      withoutMean: [],
      failed: [],
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
    } satisfies SweepReport,
    {
      out: () => undefined,
      err: () => undefined,
      interactive: false,
      color: false,
      columns: 200,
    },
  );

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
