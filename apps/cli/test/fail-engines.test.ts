import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { ComparedFailReport } from "../src/fail/compared.ts";
import type { FailReport } from "../src/fail/failure.ts";
import { fabriclab, pressCtrlC, workFolder } from "./command.ts";

const folder = workFolder();
const tree = folder.at("tree.topo");
const mesh = folder.at("mesh.topo");

beforeAll(async () => {
  const make = (words: string, file: string) =>
    fabriclab("topology", ...words.split(" "), "-o", file);
  // IBFT(4,2): roots SW<0,0> and SW<1,0>, 4 leaves of 2 hosts.
  await make("fat-tree --ports 4 --levels 2", tree);
  await make("mesh --columns 3 --rows 3", mesh);
});

async function fail<T = ComparedFailReport>(
  routing: string,
  ...flags: string[]
) {
  const done = await fabriclab(
    ...["fail", "--json", "--quiet", "--fabric", tree],
    ...["--routing", routing, ...flags],
  );
  return { ...done, report: JSON.parse(done.out) as T };
}

/** What people read. */
const said = (fabric: string, ...flags: string[]) =>
  fabriclab("fail", "--quiet", "--fabric", fabric, ...flags);

/** Of several lines the first that begins so. */
const lineOf = (text: string, start: string): string =>
  text.split("\n").find((line) => line.startsWith(start)) ?? "";

describe("fail with several routings", () => {
  it("has a row for each, and one that refuses the fabric ends none of the others", async () => {
    const { report, code } = await fail(
      "minhop,xy,updn",
      ...["--remove", "SW<2,1>"],
    );
    expect(report.engines).toMatchObject([
      // 8 · 7 ordered pairs before, 6 · 5 after, whoever routes
      {
        routing: "minhop",
        status: "routed",
        stands: true,
        failures: [{ outcome: { pairsLost: 26, pairsCutOff: 26 } }],
      },
      {
        routing: "xy",
        status: "refused",
        reason: { code: "E_XY_UNSUPPORTED_FABRIC" },
        before: null,
        stands: false,
        failures: [],
      },
      {
        routing: "updn",
        status: "routed",
        stands: true,
        failures: [{ outcome: { pairsLost: 26, pairsCutOff: 26 } }],
      },
    ]);
    // A leaf has 2 hosts and 2 roots; 6 hosts are left together.
    expect(report.failing).toEqual([
      {
        label: "SW<2,1>",
        cables: 4,
        drawn: [],
        critical: true,
        cut: { parts: [6], partsBefore: 1, uncabled: 2, pairs: 26, of: 56 },
      },
    ]);
    expect(code).toBe(0);
  });

  it("takes the same random cables and bisections for all, and measures what it measures of one", async () => {
    const flags = ["--random-links", "2", "--seed", "5"];
    const { report } = await fail("minhop,sssp,dnup", ...flags);
    for (const engine of report.engines) {
      const alone = (await fail<FailReport>(engine.routing, ...flags)).report;
      expect(alone.failures[0]?.drawn).toEqual(report.failing[0]?.drawn);
      const { before, failures, worst, ranking } = alone;
      expect(engine).toMatchObject({ before, failures, worst, ranking });
    }
  });

  it("gives the same for one thread and for two", async () => {
    const flags = ["--each", "switch"];
    const one = await fail("minhop,xy,ftree", ...flags, "--jobs", "1");
    const two = await fail("minhop,xy,ftree", ...flags, "--jobs", "2");
    expect(two.report).toEqual(one.report);
  });

  it("says in a line why a routing refuses what is left, or the fabric as it is", async () => {
    const { out, code } = await said(
      tree,
      ...["--routing", "minhop,ftree,xy", "--remove", "SW<0,0>:1"],
    );
    expect(lineOf(out, "fails: ")).toBe("fails: SW<0,0>:1 (1 cable)");
    expect(lineOf(out, "minhop ")).toMatch(
      /^minhop +routed +\d+ \(.*\) +0 +0 +0 -> 0 +\S+ % ± \S+ +\S+ % ± \S+ +\S+ ± \S+$/,
    );
    expect(lineOf(out, "ftree ")).toMatch(/^ftree +refused +\S+ % ± \S+$/);
    expect(lineOf(out, "xy ")).toBe("xy       refused");
    expect(out).toMatch(
      /^ftree {2}after it {2}not a fat tree; .*E_FTREE_UNSUPPORTED_FABRIC$/m,
    );
    expect(out).toMatch(
      /^xy {5}as it is {2}not a complete 2-D mesh.*E_XY_UNSUPPORTED_FABRIC$/m,
    );
    expect(out).toContain("hint for ftree: mend the cables");
    expect(out).toContain("new credit loops: minhop\n");
    expect(code).toBe(0);
  });

  it("counts, of failures one at a time, those that each routing refuses", async () => {
    const { out } = await said(
      tree,
      ...["--routing", "minhop,ftree,xy", "--each", "link"],
    );
    expect(out).toContain("fails: 8 cables, one at a time\n");
    expect(lineOf(out, "minhop ")).toMatch(
      /^minhop +0 of 8 +\S+ % each +0 +0 /,
    );
    expect(lineOf(out, "ftree ")).toMatch(/^ftree +8 of 8 +\S+ % ± \S+$/);
    expect(lineOf(out, "xy ")).toBe("xy       refused");
    expect(out).toMatch(/^ftree {2}after 8 of 8 {2}not a fat tree/m);
  });

  it("ends with 1 where none stands what fails, even where all refuse the fabric as it is", async () => {
    const each = ["--each", "link"];
    // A mesh that lacks a cable is not complete; DOR makes loops around it.
    const some = await said(mesh, "--routing", "xy,dor", ...each);
    expect(some.out).toContain("none stands it");
    expect(some.code).toBe(1);
    const all = await said(mesh, "--routing", "ftree,single-lid", ...each);
    expect(all.out).toMatch(/^ftree +refused$/m);
    expect(all.out).toMatch(/^single-lid +refused$/m);
    expect(all.code).toBe(1);
  });

  it("gives lists and parameters to those that take them, and says to whom", async () => {
    const roots = folder.write("roots.txt", "SW<0,0>\nSW<1,0>\n");
    const flags = ["--roots", roots, "--each", "link"];
    const { report } = await fail("minhop,ftree,updn", ...flags);
    expect(report.lists).toEqual({ roots: ["ftree", "updn"] });
    // With roots, ftree takes what lacks a cable.
    for (const { failures } of report.engines)
      expect(failures.every(({ status }) => status === "routed")).toBe(true);
    const { out } = await said(tree, "--routing", "minhop,ftree", ...flags);
    expect(out).toContain("--roots is given to ftree\n");
    const set = await fail(
      "minhop,ftree",
      ...["--set", "ftree:roots=[SW<0,0>, SW<1,0>]", "--each", "link"],
    );
    expect(set.report.set).toEqual([
      { text: "ftree:roots=[SW<0,0>, SW<1,0>]", engines: ["ftree"] },
    ]);
    expect(set.report.engines.map(({ stands }) => stands)).toEqual([
      true,
      true,
    ]);
  });

  it("gives a routing what is set for it alone, whatever all are given and in which order", async () => {
    const named = ["--set", "updn:roots=[SW<0,0>]"];
    const all = ["--set", "roots=[nowhere]"];
    for (const set of [
      [...named, ...all],
      [...all, ...named],
    ]) {
      const { report } = await fail("updn,ftree", ...set, "--each", "link");
      expect(report.engines.map(({ status }) => status)).toEqual([
        "routed",
        "refused",
      ]);
    }
  });

  it("may be named one flag each, and is one routing where they are the same", async () => {
    const flags = ["--remove", "SW<0,0>"];
    const { report } = await fail("minhop", "--routing", "updn", ...flags);
    expect(report.engines.map(({ routing }) => routing)).toEqual([
      "minhop",
      "updn",
    ]);
    const one = await fail<FailReport>("minhop", ...flags);
    const twice = await fail<FailReport>("minhop, minhop", ...flags);
    expect(twice.report).toEqual(one.report);
  });

  it("writes the report to a file, too", async () => {
    const file = folder.at("fail.json");
    const { out } = await fail(
      "minhop,updn",
      ...["--each", "switch", "-o", file],
    );
    expect(readFileSync(file, "utf8")).toBe(out);
  });

  it("keeps what is done when Ctrl-C comes", async () => {
    pressCtrlC();
    const { code, out, err } = await fabriclab(
      ...["fail", "--fabric", tree, "--routing", "minhop,updn"],
      ...["--each", "link"],
    );
    expect(code).toBe(130);
    expect(out + err).toContain("interrupted");
  });

  it.each([
    ["minhop,nosuch", [], "E_CLI_UNKNOWN_PLUGIN", "--routing"],
    ["minhop,", [], "E_CLI_UNKNOWN_PLUGIN", "nothing between two commas"],
    ["minhop,updn", ["--set", "nosuch=1"], "E_SCENARIO_UNKNOWN_KEY", "nosuch"],
    ["minhop,dor", ["--roots", tree], "E_CLI_OPTION_CONFLICT", "minhop,dor"],
  ])("refuses --routing %s %j", async (routing, flags, code, word) => {
    const done = await said(
      tree,
      ...["--routing", routing, "--each", "link", ...flags],
    );
    expect(done.code).toBe(2);
    expect(done.err).toContain(code);
    expect(done.err).toContain(word);
    expect(done.out).toBe("");
  });
});
