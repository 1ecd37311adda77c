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
  limited: [],
  noneArrived: [],
  saturation: [],
};

const io = {
  out: () => undefined,
  err: () => undefined,
  interactive: false,
  color: false,
  columns: 200,
};

const report = (
  found: Partial<SweepReport["saturation"][number]>,
  longer?: readonly number[],
) =>
  reportText(
    {
      ...finished,
      ...(longer === undefined ? {} : { longer }),
      saturation: [
        {
          factors: { routing: "xy" },
          status: "found",
          low: 0.41,
          high: 0.42,
          ...found,
        },
        { factors: { routing: "cyclic" }, status: "above", low: 0.9 },
      ],
    },
    io,
  );

it("keeps a name of several lines on one, so that it forges no other", () => {
  const lines = reportText(
    {
      ...finished,
      failed: [
        {
          factors: { scheme: "a\n  all is well\u001b[2J" },
          seed: 1,
          error: "no way\nat all",
        },
      ],
    },
    io,
  ).split("\n");
  expect(lines).toContain(
    "  scheme a\\n  all is well\\x1b[2J, seed 1: no way\\nat all",
  );
});

it("gives numbers of a factor their unit", () => {
  const units = { "hca.receiveRate": "Gb/s", "link.flight": "ns" };
  const unsteady = [
    {
      factors: { "hca.receiveRate": 0.5, routing: "xy" },
      status: "saturated",
      runs: 1,
      of: 1,
    },
  ] as const;
  expect(reportText({ ...finished, units, unsteady }, io)).toContain(
    "  hca.receiveRate 0.5Gb/s, routing xy: 1 of 1 seed\n",
  );
  const text = reportText(
    {
      ...finished,
      units,
      searched: "hca.receiveRate",
      saturation: [
        {
          factors: { "link.flight": 20 },
          status: "undecided",
          low: 0.61,
          high: 0.6,
          undecided: [0.605],
        },
      ],
    },
    io,
  );
  expect(text).toMatch(/20ns +0\.61Gb\/s +0\.6Gb\/s +not clear at 0\.605Gb\/s/);
});

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

  it("of some of the traffic are told from those that are saturated as a whole", () => {
    const parts = [
      ...unsteady,
      {
        factors: { load: 0.5 },
        status: "saturated",
        runs: 2,
        of: 2,
        partly: 2,
      },
    ] as const;
    const text = reportText({ ...finished, unsteady: parts }, io);
    expect(text).toMatch(
      /^2 of 4 runs saturated \(a saturated run has no mean latency\):\n {2}load 0\.9: 2 of 2 seeds$/m,
    );
    expect(text).toMatch(
      /^2 of 4 runs saturated in some of the traffic, .*:\n {2}load 0\.5: 2 of 2 seeds$/m,
    );
  });

  it("are told of in words that are right of one, too", () => {
    const one = { runs: 1, of: 1, factors: {} };
    const text = reportText(
      {
        ...finished,
        ...{ points: 1, runs: 1, withoutMean: [] },
        unsteady: [{ ...one, status: "saturated" }],
        limited: [one],
        capped: [{ factors: {}, seeds: 3, relative: 0.1 }],
      },
      io,
    );
    expect(text).toContain("1 of 1 run saturated (a saturated run has");
    expect(text).toMatch(/1 of 1 run ended .* before what was asked was/);
    expect(text).toContain("1 of 1 point came to the cap on seeds before the");
    expect(text).not.toMatch(/\b(they|their|have)\b/);
    expect(
      reportText({ ...finished, points: 1, withoutMean: [{}] }, io),
    ).toContain("1 of 1 point without a mean (saturated, or no such result)");
  });

  it("are told of beside those that a limit ended", () => {
    const limited = [{ factors: { load: 0.8 }, runs: 3, of: 3 }];
    const text = reportText({ ...finished, unsteady, limited }, io);
    expect(text).toMatch(
      /^3 of 4 runs ended with status limit, .*:\n {2}load 0\.8: 3 of 3 seeds$/m,
    );
    expect(text).toContain("2 of 4 runs saturated");
    expect(
      reportText(
        {
          ...finished,
          limited,
          saturation: [{ factors: {}, status: "found", low: 0.1, high: 0.2 }],
        },
        io,
      ),
    ).not.toContain("limit");
  });

  it("are told of where no packet arrived", () => {
    const noneArrived = [{ factors: { load: 0.2 }, runs: 2, of: 2 }];
    const saturation = [
      { factors: {}, status: "found", low: 0.1, high: 0.2 },
    ] as const;
    for (const more of [{}, { saturation }])
      expect(reportText({ ...finished, noneArrived, ...more }, io)).toMatch(
        /^2 of 4 runs ended without a packet that arrived: .*:\n {2}load 0\.2: 2 of 2 seeds$/m,
      );
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
    expect(report({})).toMatch(
      /^routing +not saturated at +saturated at +remark *$/m,
    );
    expect(report({})).not.toMatch(/not clear|longer/i);
  });

  it("names the values that stayed open, between the ends that are certain, and what to do", () => {
    const text = report({
      status: "undecided",
      low: 0.38,
      undecided: [0.41, 0.4],
    });
    expect(text).toMatch(/^xy +0\.38 +0\.42 +not clear at 0\.41, 0\.4 *$/m);
    expect(text).toMatch(/^Not clear: [^]*measure\.maxTime/m);
  });

  it("says so where it is the smaller values that saturate", () => {
    expect(report({ low: 5, high: 4 })).toMatch(
      /^xy +5 +4 +the smaller values saturate *$/m,
    );
  });

  it("tells that runs were made longer", () => {
    const text = report({ longer: [{ value: 0.41, step: 2 }] }, [4, 16]);
    expect(text).toMatch(/^xy +0\.41 +0\.42 +runs up to 16 times as long *$/m);
    expect(text).toMatch(/^Longer runs: /m);
  });
});
