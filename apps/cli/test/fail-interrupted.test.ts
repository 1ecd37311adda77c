import { beforeAll, describe, expect, it } from "vitest";
import { readFabricFile } from "../src/fabric-file.ts";
import { failReport, type ComparedFailReport } from "../src/fail/compared.ts";
import { comparedText } from "../src/fail/compared-text.ts";
import { failingOf, runFailures } from "../src/fail/fail.ts";
import { basesKept, taskOrder } from "../src/fail/task-order.ts";
import { everyRemoval } from "../src/removals.ts";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const tree = folder.at("tree.topo");

beforeAll(async () => {
  // Two roots and four leaves: eight cables between switches.
  await fabriclab(
    ..."topology fat-tree --ports 4 --levels 2 -o".split(" "),
    tree,
  );
});

const asIs = (routing: string) => ({
  flags: {
    fabric: tree,
    routing,
    multicast: "union",
    lids: "assign" as const,
  },
  options: {},
});

/** The report about three routings when Ctrl-C comes after so many tables. */
async function interruptedAfter(
  tables: number,
  kept: number,
): Promise<ComparedFailReport> {
  const { fabric } = readFabricFile(tree, "--fabric");
  const removals = everyRemoval(fabric, "link");
  const engines = ["minhop", "updn", "dnup"].map(asIs);
  const asked = { samples: 20, seed: 1, byRate: false };
  const results = await runFailures({
    ...asked,
    ...{ engines, removals, cuts: [], kept, jobs: 1, inThread: false },
    ...{ nodeNameMap: undefined, endpoints: "all", modules: [] },
    line: {
      update: ({ jobs }) => {
        if (jobs?.[0] === tables) process.emit("SIGINT");
      },
      end: () => undefined,
    },
    onInterrupt: () => undefined,
  });
  return failReport(
    {
      ...asked,
      ...{ each: "link", drawn: null, interrupted: true },
      fabric: { name: "tree", file: tree },
      endpoints: { choice: "all", count: 8 },
    },
    { engines: engines.map(({ flags }) => flags), lists: {}, set: [] },
    removals.map((one) => failingOf(one, undefined)),
    results,
  ) as ComparedFailReport;
}

const text = (report: ComparedFailReport): string =>
  comparedText(report, {
    ...{ out: () => undefined, err: () => undefined },
    ...{ interactive: false, color: false, columns: 100 },
  });

describe("Ctrl-C in fail of several routings", () => {
  it("leaves them tried after the same failures, which are compared", async () => {
    // The fabric as it is and three failures by each, and a fourth by minhop.
    const report = await interruptedAfter(13, 3);
    expect(
      report.engines.map(
        ({ failures }) =>
          failures.filter(({ status }) => status === "routed").length,
      ),
    ).toEqual([4, 3, 3]);
    expect(report.differences).toMatchObject({ failures: 3, leftOut: [] });
    const out = text(report);
    expect(out).toContain(
      "most bandwidth in the mean over 3 failures tried with all that were begun: ",
    );
    expect(out).toContain(
      "interrupted; tried: minhop after 4 of 8 cables; updn after 3 of 8 cables; dnup after 3 of 8 cables\n",
    );
  });

  it("says which were not begun, where they are tried one after the other", async () => {
    // All of minhop, and of updn the fabric as it is.
    const out = text(await interruptedAfter(10, 1));
    expect(out).toMatch(/^minhop +0 of 8 /m);
    expect(out).toMatch(/^dnup +stopped$/m);
    expect(out).toContain(
      "interrupted; tried: updn on the fabric as it is only; dnup not at all; the others after all\n",
    );
  });
});

describe("one failure at a time in a thread", () => {
  it("says how far it is, and ends at once at Ctrl-C", async () => {
    const notes: string[] = [];
    const [result] = await runFailures({
      engines: [asIs("minhop")],
      // Bisections for many seconds.
      ...{ removals: [], cuts: [], samples: 1e6, seed: 1, byRate: false },
      ...{ kept: 1, jobs: 1, inThread: true },
      ...{ nodeNameMap: undefined, endpoints: "all", modules: [] },
      line: {
        update: ({ note }) => {
          if (note === undefined) return;
          if (notes.push(note) === 1) process.emit("SIGINT");
        },
        end: () => undefined,
      },
      onInterrupt: () => undefined,
    });
    expect(notes[0]).toMatch(/^the fabric as it is: [a-z ]+ \d+ %$/);
    expect(result).toMatchObject({ reason: undefined, before: undefined });
  });
});

describe("the order in which routings are tried", () => {
  it("is failure by failure, so that all stand the same ones when Ctrl-C comes", () => {
    expect(taskOrder(2, 3, 2)).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [0, 2],
      [1, 2],
    ]);
  });

  it("is routing by routing where the tables of all of them cannot be kept", () => {
    expect(taskOrder(2, 2, 1)).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
  });
});

it("tables of a large fabric are kept for one routing, of a small one for many", () => {
  expect(basesKept({ switchCount: 6, endportCount: 14 })).toBeGreaterThan(100);
  expect(basesKept({ switchCount: 2000, endportCount: 20_000 })).toBe(1);
});
