import { join } from "node:path";
import { sharedFile } from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import { workFolder } from "./command.ts";
import { auditFolder, unpack } from "./oracle.ts";

/** Dumps of two real machines, routed by OpenSM 3.3.23; skipped where absent. Figures: README.md beside them. */
const fabrics = sharedFile("fabrics/opensm-3.3.23") ?? "";
const folder = workFolder();

function dumped(fabric: string, engine: string): [string, string] {
  const into = folder.at(`${fabric}-${engine}`);
  unpack(join(fabrics, fabric, `${engine}.dump.tgz`), into);
  return [sharedFile(`fabrics/${fabric}.ibnetdiscover`) ?? "", into];
}

/** Both means are of 200 random bisections, and of 14 comparisons one in twenty falls outside the interval of the difference. */
const TOLERANCE = 2;

const bisection = {
  "qdr-irregular-11sw": {
    minhop: 72.4,
    updn: 60.6,
    updn_roots: 72.3,
    ftree_roots: 72.8,
    sssp: 74.1,
    dfsssp: 74.1,
    nue: 75.3,
    lash: 34.4,
    dor: 54.7,
  },
  "ndr-dgx-40sw": {
    minhop: 71.0,
    updn_roots: 70.9,
    ftree_roots_cn: 78.3,
    sssp: 75.6,
  },
} as const;

describe.skipIf(fabrics === "")("dumps of real machines", () => {
  it.each(
    Object.entries(bisection).flatMap(([fabric, engines]) =>
      Object.entries(engines).map(
        ([engine, percent]) => [fabric, engine, percent] as const,
      ),
    ),
  )(
    "have the effective bisection bandwidth that others measured: %s, %s, %d per cent",
    (fabric, engine, percent) => {
      const { report } = auditFolder(...dumped(fabric, engine), {
        samples: 200,
      });
      const { value, ci95, samples } = report.bisection;
      expect(samples).toBe(200);
      expect(ci95).toBeLessThan(1.5);
      expect(Math.abs(value - percent)).toBeLessThan(TOLERANCE * ci95 + 0.05);
    },
    60_000,
  );

  it.each([
    ["minhop", 333],
    ["sssp", 105],
    ["ftree_roots_cn", 139],
    ["updn_roots", 0],
  ])(
    "of 40 switches with Aggregation Nodes loop over so many channels, and without them over none: %s %d",
    (engine, channels) => {
      const files = dumped("ndr-dgx-40sw", engine);
      const size = (endpoints: string): number =>
        (
          auditFolder(...files, { endpoints, slIgnored: true }).report
            .slIgnoredCreditLoops ?? []
        ).reduce((sum, loop) => sum + loop.channels, 0);
      expect(size("all")).toBe(channels);
      expect(size("compute")).toBe(0);
    },
    120_000,
  );

  it("routed up/down with roots leave 432 pairs of Aggregation Nodes unreachable", () => {
    const files = dumped("ndr-dgx-40sw", "updn_roots");
    const { report } = auditFolder(...files, { endpoints: "all" });
    expect(report.unreachablePairs).toBe(432);
    for (const { source, destination } of report.unreachable.examples)
      expect(`${source} -> ${destination}`).toContain("Aggregation Node");
    expect(auditFolder(...files).report.unreachablePairs).toBe(0);
  });

  it("have their compute hosts in a list of GUIDs, which are those without Aggregation Nodes", () => {
    const list = sharedFile("fabrics/ndr-dgx-40sw.compute-guids") ?? "";
    const files = dumped("ndr-dgx-40sw", "minhop");
    const { endpoints, hops } = auditFolder(...files, {
      endpoints: list,
    }).report;
    expect(endpoints.count).toBe(542);
    expect(hops).toEqual(auditFolder(...files).report.hops);
  });

  it("name Aggregation Nodes among those who close a loop, and leaving them out as a remedy", () => {
    const { report } = auditFolder(...dumped("ndr-dgx-40sw", "minhop"), {
      endpoints: "all",
      remedies: true,
    });
    const roles = report.creditLoops.flatMap(({ pairs }) =>
      pairs.map(({ from }) => from),
    );
    expect(roles.join()).toMatch(/aggregation node/);
    const left = report.creditLoops.flatMap(({ remedies }) =>
      remedies.flatMap(({ endports }) => endports ?? []),
    );
    expect(left.length).toBeGreaterThan(0);
    for (const name of left) expect(name).toContain("Aggregation Node");
  });
});
