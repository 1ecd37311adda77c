import { beforeAll, describe, expect, it } from "vitest";
import type { ComparedFailReport } from "../src/fail/compared.ts";
import { drawsOf, spreadOf } from "../src/fail/draws.ts";
import type { FailReport, Failure } from "../src/fail/failure.ts";
import { failText } from "../src/fail/report.ts";
import type { Io } from "../src/io.ts";
import { shareInterval } from "../src/share-interval.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const tree = folder.at("tree.topo");

beforeAll(async () => {
  // Roots SW<0,0> and SW<1,0>, 4 leaves of 2 hosts, 8 cables between them.
  await fabriclab(
    ..."topology fat-tree --ports 4 --levels 2 -o".split(" "),
    tree,
  );
});

const fail = (...flags: string[]) =>
  fabriclab("fail", "--quiet", "--fabric", tree, ...flags);

describe("fail --draws", () => {
  it("counts what a chance that is known does, within its interval", async () => {
    const { out } = await fail(
      ...["--json", "--routing", "minhop", "--samples", "20"],
      ...["--random-links", "2", "--draws", "100"],
    );
    const { each, draws, failures } = JSON.parse(out) as FailReport;
    expect(each).toBe("draw");
    expect(failures).toHaveLength(100);
    expect(draws).toMatchObject({ tried: 100, refused: 0, losePairs: 0 });
    // Of 8 · 7 / 2 pairs of cables, those of the 4 leaves cut a leaf off.
    const [from, to] = shareInterval(draws?.critical ?? 0, 100);
    expect(from).toBeLessThan(4 / 28);
    expect(to).toBeGreaterThan(4 / 28);
  });

  it("gives each draw the cables that its seed alone gives", async () => {
    const words = ["--json", "--routing", "minhop", "--samples", "2"];
    const random = ["--random-links", "2", "--seed"];
    const many = await fail(...words, ...random, "7", "--draws", "3");
    const { failures } = JSON.parse(many.out) as FailReport;
    for (const seed of ["7", "8", "9"]) {
      const { out } = await fail(...words, ...random, seed);
      const [alone] = (JSON.parse(out) as FailReport).failures;
      const drawn = failures.find(({ label }) => label === alone?.label);
      expect(drawn?.drawn).toEqual(alone?.drawn);
    }
  });

  it("draws switches, each with all its cables", async () => {
    const { out } = await fail(
      ...["--json", "--routing", "updown", "--samples", "2"],
      ...["--random-switches", "2", "--draws", "60"],
    );
    const { draws, drawn, failures } = JSON.parse(out) as FailReport;
    expect(drawn).toEqual({ what: "switch", count: 2 });
    // Without a leaf its hosts are cut off, and without both roots all are.
    expect(draws?.critical).toBe(60);
    for (const { cables, drawn: names } of failures) {
      const roots = names.filter((name) => name.includes(",0>")).length;
      // Four cables each; a root and a leaf share one.
      expect(cables).toBe(roots === 1 ? 7 : 8);
    }
  });

  it("says what the draws do, and the cables of the worst", async () => {
    const { out } = await fail(
      ...["--routing", "updown", "--samples", "20"],
      ...["--random-links", "1", "--draws", "4"],
    );
    // A cable of a tree with two roots cuts nobody off.
    expect(out).toContain(
      "cut endpoints off under any routing: 0 of 4 (0.0 to 49.0 %)",
    );
    expect(out).toMatch(/bandwidth lost: .* points on average over 4 draws/);
    expect(out).toMatch(
      /worst: 1 random cable \(seed \d\)\n {2}SW<\d,0>:\d - SW<\d,1>:\d\n$/,
    );
  });

  it("compares routings draw by draw", async () => {
    const { out } = await fail(
      ...["--routing", "updown,minhop,dor,xy", "--samples", "20"],
      ...["--random-links", "1", "--draws", "6"],
    );
    expect(out).toContain("6 draws of 1 random cable (seeds from 1 on)");
    expect(out).toMatch(
      /most bandwidth in the mean over 6 draws: (minhop|updown|dor), \d+\.\d % ± \d+\.\d; draw by draw, with 95 % confidence for all of them together:\n( {2}(minhop|updown|dor) .*\n){2}/,
    );
  });

  it("tells in the report of several routings what becomes of each", async () => {
    const { out } = await fail(
      ...["--json", "--routing", "updown,xy", "--samples", "2"],
      ...["--random-links", "1", "--draws", "2"],
    );
    const { engines } = JSON.parse(out) as ComparedFailReport;
    expect(engines.map(({ draws }) => draws?.tried)).toEqual([2, undefined]);
  });

  it.each([
    [["--draws", "5", "--each", "link"], "E_CLI_OPTION_CONFLICT"],
    [["--draws", "5"], "E_CLI_OPTION_CONFLICT"],
    [
      ["--random-links", "1", "--random-switches", "1"],
      "E_CLI_OPTION_CONFLICT",
    ],
    [["--random-switches", "7"], "E_CLI_BAD_NUMBER"],
    [["--random-links", "1", "--draws", "1"], "E_CLI_BAD_NUMBER"],
    [["--random-links", "1", "--draws", "0.5"], "E_CLI_BAD_NUMBER"],
  ])("refuses %j", async (flags, code) => {
    const { code: exit, err } = await fail("--routing", "minhop", ...flags);
    expect(exit).toBe(2);
    expect(err).toContain(code);
  });
});

describe("fail --draws of a fabric with one switch", () => {
  it("refuses to draw cables between switches, of which there are none", async () => {
    const star = folder.at("star.topo");
    await fabriclab(
      ..."topology fat-tree --ports 4 --levels 1 -o".split(" "),
      star,
    );
    const { code, err } = await fabriclab(
      ...["fail", "--quiet", "--fabric", star, "--routing", "minhop"],
      ...["--random-links", "1", "--draws", "2"],
    );
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_NO_SUCH_CABLE");
    expect(err).toContain("--random-links");
  });
});

describe("draws that Ctrl-C came before", () => {
  const before = {
    ...{ unreachable: 0, cutOff: 0, loopChannels: 0, endpoints: 8 },
    ...{ bandwidth: 90, ci95: 1 },
  };
  const stopped = (label: string): Failure => ({
    ...{ label, cables: 1, drawn: [`${label}, its cable`], critical: false },
    ...{ cut: null, status: "stopped", reason: null, outcome: null },
  });
  const failures = [stopped("one"), stopped("other")];
  const report: FailReport = {
    fabric: { name: "net", file: "net.topo" },
    routing: "minhop",
    endpoints: { choice: "compute", count: 8 },
    each: "draw",
    drawn: { what: "link", count: 1 },
    ...{ samples: 20, seed: 1, byRate: false, before, failures, ranking: null },
    worst: { pairs: null, loops: null, bandwidth: null },
    draws: drawsOf(failures, before),
    interrupted: true,
  };

  const io: Io = {
    ...{ out: () => undefined, err: () => undefined },
    ...{ interactive: false, color: false, columns: 100 },
  };

  it("have no worst, and are counted as draws", () => {
    const out = failText(report, io);
    expect(out).toContain("of the draws none was tried");
    expect(out).toContain("interrupted: 2 draws were not tried");
    expect(out).not.toContain("worst");
    expect(out).not.toContain("its cable");
  });
});

describe("a spread", () => {
  it("has the mean, its interval and the ranks of its values", () => {
    // Of 1 to 5 the variance is 2.5, and t of 4 degrees of freedom at 97.5 % is 2.776445.
    const spread = spreadOf([5, 1, 4, 2, 3]);
    expect(spread).toMatchObject({
      count: 5,
      mean: 3,
      median: 3,
      p95: 5,
      most: 5,
    });
    expect(spread?.ci95).toBeCloseTo(2.776445 * Math.sqrt(2.5 / 5), 5);
    expect(spreadOf([2])).toMatchObject({ mean: 2, ci95: null, median: 2 });
    expect(spreadOf([])).toBeNull();
  });
});
