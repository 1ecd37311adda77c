import { describe, expect, it } from "vitest";
import type { Series } from "../src/compare/differences.ts";
import type { ComparedFailReport } from "../src/fail/compared.ts";
import {
  drawDifferences,
  engineDifferences,
} from "../src/fail/engine-differences.ts";
import type { Outcome } from "../src/fail/failure.ts";
import { fabriclab, workFolder } from "./command.ts";

const series = (...means: number[]): Series => ({
  means,
  samples: means.length,
});
const outcome = {} as Outcome;

/** A routing after failures of which each cuts nobody off, but those that are marked; undefined = refused. */
const after = (
  routing: string,
  all: readonly (Series | undefined)[],
  critical: readonly number[] = [],
) => ({
  routing,
  series: all,
  failures: all.map((one, at) => ({
    critical: critical.includes(at),
    outcome: one === undefined ? null : outcome,
  })),
});

describe("routings after the same failure", () => {
  it("are compared bisection by bisection, with Student's t", () => {
    const found = engineDifferences([
      after("a", [series(60, 80)]),
      after("b", [series(61, 83)]),
    ]);
    expect(found).toMatchObject({
      ...{ failures: 1, most: "b", bandwidth: 72, leftOut: [] },
      others: [{ routing: "a", less: 2, isShown: false, isSame: false }],
    });
    // Differences 1 and 3: a spread of √2, over √2, times the 97.5 % quantile of one degree of freedom.
    expect(found?.others[0]?.ci).toBeCloseTo(12.706, 3);
  });

  it("differ by what two intervals would hide, where each bisection shows it", () => {
    const bisections = [50, 60, 70, 80, 90];
    expect(
      engineDifferences([
        after("wide", [series(...bisections)]),
        after("narrow", [series(...bisections.map((one) => one - 1))]),
        after("alike", [series(...bisections)]),
      ])?.others,
    ).toEqual([
      { routing: "narrow", less: 1, ci: 0, isShown: true, isSame: false },
      { routing: "alike", less: 0, ci: 0, isShown: false, isSame: true },
    ]);
  });

  it("have wider intervals the more of them there are, so that all hold together", () => {
    const ciOf = (count: number): number | undefined =>
      engineDifferences([
        after("best", [series(90, 90)]),
        ...Array.from({ length: count }, (_, at) =>
          after(`other${at}`, [series(60, 62)]),
        ),
      ])?.others[0]?.ci;
    // 97.5 % and 98.75 % quantiles of one degree of freedom: tan(π (p - 1/2)).
    expect(ciOf(1)).toBeCloseTo(Math.tan(0.475 * Math.PI), 6);
    expect(ciOf(2)).toBeCloseTo(Math.tan(0.4875 * Math.PI), 6);
  });

  it("are nothing to compare where fewer than two are routed", () => {
    expect(
      engineDifferences([
        after("a", [series(60, 80)]),
        after("b", [undefined]),
        { routing: "refused as it is", series: [], failures: [] },
      ]),
    ).toBeNull();
    expect(engineDifferences([])).toBeNull();
  });
});

describe("routings after failures one at a time", () => {
  it("are compared by the mean over those that cut nobody off, and that they all route", () => {
    const found = engineDifferences([
      after("a", [series(60, 60), series(80, 82), series(1, 1)], [2]),
      after("b", [series(50, 50), series(70, 72), series(99, 99)], [2]),
      after("c", [series(99, 99), undefined, series(1, 1)], [2]),
      { routing: "refused as it is", series: [], failures: [] },
    ]);
    expect(found).toMatchObject({
      ...{ failures: 2, most: "a", bandwidth: 70.5, leftOut: ["c"] },
      others: [{ routing: "b", less: 10, ci: 0, isShown: true }],
    });
  });
});

describe("fail", () => {
  it("says which of several routings has most bandwidth left, and by how much, in the same bisections", async () => {
    const folder = workFolder();
    const tree = folder.at("tree.topo");
    await fabriclab(
      ...["topology", "fat-tree", "--ports", "8", "--levels", "2", "-o", tree],
    );
    const flags = ["fail", "--quiet", "--fabric", tree, "--random-links", "3"];
    const { out } = await fabriclab(...flags, "--routing", "minhop,updn,ftree");
    // A link of a regular tree is gone: ftree refuses it, and is not compared.
    expect(out).toMatch(
      /^most bandwidth after it: minhop, \S+ % ± \S+; in the same bisections, with 95 % confidence:\n {2}updn {2}\S+ ± \S+ points less$/m,
    );
    const { differences, engines } = JSON.parse(
      (await fabriclab(...flags, "--routing", "minhop,updn", "--json")).out,
    ) as ComparedFailReport;
    const [minhop, updn] = engines.map(
      ({ failures }) => failures[0]?.outcome?.after,
    );
    expect(differences?.bandwidth).toBe(minhop?.bandwidth);
    expect(differences?.others[0]?.less).toBeCloseTo(
      (minhop?.bandwidth ?? 0) - (updn?.bandwidth ?? 0),
      9,
    );
    // Flows of both meet the same bisections, so that less is unsure than of two means apart.
    expect(differences?.others[0]?.ci).toBeLessThan(
      Math.hypot(minhop?.ci95 ?? 0, updn?.ci95 ?? 0),
    );
  });
});

describe("routings after the same draws", () => {
  /** A routing after draws that leave so much bandwidth; undefined = refused. */
  const left = (routing: string, ...all: readonly (number | undefined)[]) => ({
    routing,
    failures: all.map((bandwidth) => ({
      critical: true,
      outcome:
        bandwidth === undefined ? null : ({ after: { bandwidth } } as Outcome),
    })),
  });

  it("are compared draw by draw, with Student's t over the draws", () => {
    const found = drawDifferences([
      left("a", 60, 80),
      left("b", 61, 83),
      left("c", 99, undefined),
    ]);
    expect(found).toMatchObject({
      ...{ by: "draw", failures: 2, most: "b", bandwidth: 72 },
      leftOut: ["c"],
      others: [{ routing: "a", less: 2, isShown: false, isSame: false }],
    });
    expect(found?.others[0]?.ci).toBeCloseTo(12.706, 3);
  });

  it("may be more than a series has numbers", () => {
    const many = Array.from({ length: 2000 }, (_, draw) => 50 + (draw % 7));
    const found = drawDifferences([
      left("a", ...many),
      left("b", ...many.map((one) => one - 1)),
    ]);
    expect(found?.failures).toBe(2000);
    expect(found?.others[0]?.less).toBeCloseTo(1, 9);
    expect(found?.others[0]?.ci).toBeCloseTo(0, 9);
  });

  it("are nothing to compare after one", () => {
    expect(drawDifferences([left("a", 60), left("b", 61)])).toBeNull();
  });
});
