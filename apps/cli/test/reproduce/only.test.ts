import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Claim } from "@fabriclab/experiment-report";
import { afterAll, describe, expect, it } from "vitest";
import { reproductions } from "../../src/reproduce/index.ts";
import {
  checkOnly,
  chosenParts,
  partsOf,
} from "../../src/reproduce/part-of-study.ts";
import { partFolder, reproduce } from "../../src/reproduce/reproduce.ts";
import { made } from "../../src/reproduce/reproduction.ts";
import { zhou2007On } from "../../src/reproduce/zhou2007/index.ts";
import { fabriclab, workFolder } from "../command.ts";
import { asThePaper, kimStudy } from "./kim-study.ts";

const tiny = zhou2007On({ ports: 4, levels: 3 });
const options = { quick: true, seeds: 2 };
const folder = mkdtempSync(join(tmpdir(), "fabriclab-only-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const out = join(folder, "study");
const read = (...path: string[]): string =>
  readFileSync(join(out, ...path), "utf8");
const claimsIn = (...path: string[]): Claim[] =>
  (JSON.parse(read(...path, "claims.json")) as { claims: Claim[] }).claims;

describe("a part of a study", () => {
  it("is what the whole study says of it, from the runs that it needs alone; the whole study takes those over", async () => {
    const only = checkOnly(tiny, options, ["C-001-2", "fig-08"]);
    expect(only).toEqual(["fig-08", "C-001-2"]);
    const part = await reproduce(tiny, { ...options, out, only });
    const own = partFolder("", only);
    expect(part).toMatchObject({
      status: "finished",
      cached: 0,
      report: join(out, own, "report.html"),
    });
    const runs = part.status === "finished" ? part.runs : 0;
    // The claim: three sizes of group, two multicast schemes, six sizes, two seeds; the figure has unicast to one size of group besides.
    expect(runs).toBe(3 * 2 * 6 * 2 + 6 * 2);
    expect(read(own, "data.csv").trimEnd().split("\n")).toHaveLength(1 + runs);
    expect(existsSync(join(out, "report.html"))).toBe(false);

    const whole = await reproduce(tiny, { ...options, out });
    expect(whole).toMatchObject({ status: "finished", cached: runs });
    expect(claimsIn(own)).toEqual(
      claimsIn("").filter(({ id }) => id === "C-001-2"),
    );
    expect(read(own, "figures", "fig-08.svg")).toBe(
      read("figures", "fig-08.svg"),
    );
  }, 180_000);

  it.each(Object.keys(reproductions))(
    "has the name of the figure or claim that it makes, in %s",
    (name) => {
      const paper = reproductions[name]!;
      for (const quick of [true, false]) {
        const tasks = paper.tasks({ quick });
        const study = {
          options: { quick },
          tasks,
          results: tasks.map(() => paper.sample),
        };
        for (const parts of [paper.figures(study), paper.claims(study)]) {
          expect(parts.length).toBeGreaterThan(0);
          for (const part of parts) expect(part.make().id).toBe(part.id);
        }
        const parts = partsOf(paper, { quick });
        expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
        for (const { runs } of parts) {
          expect(runs).toBeGreaterThan(0);
          expect(runs).toBeLessThanOrEqual(tasks.length);
        }
      }
    },
  );

  it("asks for further runs where what came out of others decides which it reads", () => {
    const paper = {
      sample: 1,
      figures: () => [],
      claims: ({ results }: { results: readonly unknown[] }) => [
        {
          id: "C",
          // Run 1 is looked at where run 0 gave 5.
          make: () => ({ measured: results[0] === 5 ? results[1] : 0 }),
        },
      ],
    } as never;
    const study = { options: { quick: true }, tasks: [] };
    const runs = (...results: (number | undefined)[]) =>
      chosenParts(paper, study, results, ["C"]).runs;
    expect(runs(undefined, undefined)).toEqual([0]);
    expect(runs(5, undefined)).toEqual([0, 1]);
    expect(runs(4, undefined)).toEqual([0]);
  });

  it("judges a claim by the results that there are, as the whole study does", () => {
    const { kim2007 } = reproductions;
    const whole = kimStudy(asThePaper);
    const claims = made(kim2007!.claims(whole));
    for (const claim of claims) {
      const { runs } = chosenParts(kim2007!, whole, whole.results, [claim.id]);
      // Nothing but these.
      const results = whole.results.map((one, index) =>
        runs.includes(index) ? one : undefined,
      );
      expect(chosenParts(kim2007!, whole, results, [claim.id])).toEqual({
        figures: [],
        claims: [claim],
        runs,
      });
    }
  });

  it("is named by the figure's number, where several begin with it", () => {
    const { kim2007, zhou2010 } = reproductions;
    expect(checkOnly(kim2007!, { quick: false }, ["fig-7", "c-004-8"])).toEqual(
      ["fig-7-random-15", "fig-7-fig6like", "C-004-8"],
    );
    // Not Figure 10.
    expect(() => checkOnly(zhou2010!, { quick: true }, ["fig-1"])).toThrow(
      "no such figure or claim",
    );
  });

  it("has a folder whose name file systems take, and no two the same", () => {
    const many = Array.from({ length: 40 }, (_, i) => `C-001-${i}`);
    const names = [many, many.slice(1), many.slice(0, -1)].map((only) =>
      partFolder("out", only),
    );
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name.length).toBeLessThan(200);
  });
});

describe("reproduce", () => {
  const work = workFolder();

  it("lists figures and claims with their runs, and makes nothing", async () => {
    const listed = await fabriclab("reproduce", "hpp2008", "--list");
    expect(listed.code).toBe(0);
    expect(listed.out).toMatch(/^fig-12 +240 +Figure 12/m);
    expect(listed.out).toMatch(/^C-003-1 +5 +The zero-load latency/m);
    const { out: json } = await fabriclab(
      ...["reproduce", "hpp2008", "--list", "--json"],
    );
    expect((JSON.parse(json) as { parts: unknown[] }).parts).toContainEqual({
      id: "C-003-1",
      kind: "claim",
      title: "The zero-load latency of the switch is 38.4 ns.",
      runs: 5,
    });
  });

  it("lists those of --only alone, and refuses a name that there is not", async () => {
    const some = ["reproduce", "kim2007", "--list", "--only", "fig-7,C-004-8"];
    const { out: json } = await fabriclab(...some, "--json");
    const { parts } = JSON.parse(json) as { parts: { id: string }[] };
    expect(parts.map(({ id }) => id)).toEqual([
      "fig-7-random-15",
      "fig-7-fig6like",
      "C-004-8",
    ]);
    const wrong = await fabriclab(
      ...["reproduce", "kim2007", "--list", "--only", "fig-99"],
    );
    expect(wrong).toMatchObject({ code: 2, out: "" });
    expect(wrong.err).toContain("E_REPRODUCE_UNKNOWN_PART");
  });

  it.each([["--fresh"], ["--resume"], ["--jobs", "2"]])(
    "refuses --list with %s, as it runs nothing",
    async (...flags) => {
      const done = await fabriclab("reproduce", "hpp2008", "--list", ...flags);
      expect(done).toMatchObject({ code: 2, out: "" });
      expect(done.err).toContain("E_CLI_OPTION_CONFLICT");
      expect(done.err).toContain(`--list, or ${flags[0]!}`);
    },
  );

  it.each([
    [["--list"], "E_CLI_OPTION_CONFLICT", "--list, or --output"],
    [["--only", "fig-99"], "E_REPRODUCE_UNKNOWN_PART", "C-001-8"],
    [["--only", "fig-08,,fig-09"], "E_REPRODUCE_UNKNOWN_PART", "two commas"],
    [
      ["--only", "C-001-22"],
      "E_REPRODUCE_UNKNOWN_PART",
      "did you mean C-001-2",
    ],
    [["--only", "fig-08", "--fresh"], "E_CLI_OPTION_CONFLICT", "-o"],
  ])("refuses %j and makes no folder", async (flags, code, word) => {
    const made = work.at("none");
    const done = await fabriclab("reproduce", "zhou2007", ...flags, "-o", made);
    expect(done.code).toBe(2);
    expect(done.err).toContain(code);
    expect(done.err).toContain(word);
    expect(existsSync(made)).toBe(false);
  });
});
