import type { Worst } from "@fabriclab/analysis-balance";
import { chain } from "@fabriclab/testing-fabrics";
import { expect, it } from "vitest";
import { balanceReport } from "../src/audit/balance.ts";
import type { AuditReport } from "../src/audit/report.ts";
import { balanceText } from "../src/audit/text-balance.ts";
import type { Io } from "../src/io.ts";

const io: Io = {
  out: () => undefined,
  err: () => undefined,
  interactive: false,
  color: false,
  columns: 200,
};

const reportOf = (looked: number, all: number) => {
  const fabric = chain(2);
  const shift: Worst = {
    mean: 0.5,
    most: 1,
    channel: undefined,
    slowest: 2,
    which: 1,
    looked,
    all,
  };
  return balanceReport(fabric, {
    counts: {
      routes: new Int32Array(fabric.portCount),
      channels: [],
      max: 0,
      mean: 0,
      dark: [],
      bundles: [],
    },
    bisection: { value: 1, ci95: 0, samples: 2 },
    shift,
    permutation: { ...shift, all: undefined },
    seed: 1,
    byRate: false,
  });
};

it("says of how many shifts not all were looked at", () => {
  const some = reportOf(20, 11_663);
  expect(some.worstShift).toMatchObject({ shifts: 20, ofShifts: 11_663 });
  const text = (report: ReturnType<typeof reportOf>): string =>
    balanceText(report as AuditReport, io);
  expect(text(some)).toContain("of 20 looked at, evenly spread over all 11663");
  expect(text(reportOf(15, 15))).toContain("(of 15 shifts)");
});

it("says where no cable joins two switches, instead of counts of nothing", () => {
  const text = balanceText(reportOf(15, 15) as AuditReport, io);
  expect(text).toMatch(
    /^ {2}routes per channel +no cable joins two switches$/m,
  );
  expect(text).not.toContain("dark channels");
});

it("says once how many routes a channel carries where all carry alike", () => {
  const report = (least: number): AuditReport => {
    const empty = reportOf(15, 15) as AuditReport;
    return {
      ...empty,
      maxRoutesPerChannel: 66,
      balance: {
        ...empty.balance,
        channels: 144,
        busiestChannel: "a:1 -> b",
        meanRoutesPerChannel: 66,
        distribution: { "0": least, "50": 66, "100": 66 },
      },
    };
  };
  expect(balanceText(report(66), io)).toMatch(
    /^ {2}routes per channel +66 on each of 144 channels between switches$/m,
  );
  expect(balanceText(report(66), io)).not.toContain("p50");
  expect(balanceText(report(65), io)).toContain("p0 65  p50 66  p100 66");
});

it("gives the bandwidth as the other commands do, with what its interval is", () => {
  const empty = reportOf(15, 15) as AuditReport;
  const bisection = { ...empty.bisection, value: 84.214, ci95: 0.7644 };
  expect(balanceText({ ...empty, bisection }, io)).toContain(
    "84.2 % ± 0.8 of full (2 random bisections, seed 1; ± 95 % confidence)",
  );
});

it("names, by rate, the slow cable that leaves a single flow less than all", () => {
  const empty = reportOf(15, 15) as AuditReport;
  const slow = { value: 25, flows: 1, busiestChannel: "L:10 -> R" };
  const text = (byRate: boolean): string =>
    balanceText(
      {
        ...empty,
        bisection: { ...empty.bisection, byRate },
        worstShift: { ...empty.worstShift, ...slow },
      },
      io,
    );
  expect(text(true)).toContain("1 flow on L:10 -> R");
  // Where all are alike, a single flow has all; what is missing did not arrive.
  expect(text(false)).not.toContain("L:10 -> R");
});
