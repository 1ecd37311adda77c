import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  reproduce,
  type Reproduced,
  type ReproduceOptions,
} from "../../src/reproduce/reproduce.ts";
import type { Reproduction } from "../../src/reproduce/reproduction.ts";
import { zhou2007, zhou2007On } from "../../src/reproduce/zhou2007/index.ts";

/** The whole study, all cases and figures, on a tree of 16 hosts with two seeds: seconds instead of a minute. */
const tiny = zhou2007On({ ports: 4, levels: 3 });
const options = { quick: true, seeds: 2 };

const folder = mkdtempSync(join(tmpdir(), "fabriclab-reproduce-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const go = (
  name: string,
  more: Partial<ReproduceOptions> = {},
  study: Reproduction = tiny,
): Promise<Reproduced> =>
  reproduce(study, { ...options, out: join(folder, name), ...more });

/** Every file of a report but the kept runs, by name. */
function files(name: string): Record<string, string> {
  const root = join(folder, name);
  return Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.includes("/.runs/"))
      .sort()
      .map((file) => [
        file.slice(root.length + 1),
        createHash("sha256").update(readFileSync(file)).digest("hex"),
      ]),
  );
}
const text = (name: string, file: string): string =>
  readFileSync(join(folder, name, file), "utf8");

describe("reproduce zhou2007", () => {
  let first: Reproduced;
  beforeAll(async () => {
    first = await go("undisturbed");
  }, 180_000);

  it("writes Figures 8 to 17 as SVG and PNG, claims, data and one page", () => {
    const numbers = Array.from(
      { length: 10 },
      (_, k) => `fig-${String(8 + k).padStart(2, "0")}`,
    );
    expect(Object.keys(files("undisturbed"))).toEqual([
      "claims.json",
      "data.csv",
      "data.json",
      ...numbers.flatMap((figure) => [
        `figures/${figure}.png`,
        `figures/${figure}.svg`,
      ]),
      "report.html",
    ]);
    const html = text("undisturbed", "report.html");
    for (const figure of numbers)
      expect(html).toContain(`id="figure-${figure}"`);
    expect(html).not.toMatch(/<script|<link|src=/);
  });

  it("says of each of the eight claims what was measured, and with which verdict", () => {
    const { claims } = JSON.parse(text("undisturbed", "claims.json")) as {
      claims: Record<string, unknown>[];
    };
    expect(claims.map(({ id }) => id)).toEqual(
      Array.from({ length: 8 }, (_, k) => `C-001-${k + 1}`),
    );
    for (const claim of claims) {
      expect(Object.keys(claim)).toEqual(
        expect.arrayContaining([
          "id",
          "statement",
          "paper",
          "measured",
          "unit",
          "ci95",
          "verdict",
          "why",
        ]),
      );
      expect(["reproduced", "not reproduced", "contradicted"]).toContain(
        claim["verdict"],
      );
      expect(Number.isFinite(claim["measured"])).toBe(true);
    }
    expect(first.status === "finished" && first.claims).toEqual(claims);
  });

  it("keeps every run in the data, none faster than its bound", () => {
    const [head, ...rows] = text("undisturbed", "data.csv")
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));
    expect(rows).toHaveLength(tiny.tasks(options).length);
    const makespan = head!.indexOf("makespanNs");
    const bound = head!.indexOf("boundNs");
    for (const row of rows)
      expect(Number(row[makespan])).toBeGreaterThanOrEqual(Number(row[bound]));
  });

  it("goes on after an interruption to the same bytes as without one, and with another number of workers", async () => {
    const controller = new AbortController();
    const stopped = await go("disturbed", {
      workers: 1,
      signal: controller.signal,
      onProgress: ({ ended }) => {
        if (ended === 100) controller.abort();
      },
    });
    expect(stopped).toMatchObject({ status: "interrupted", finished: 100 });
    const resumed = await go("disturbed", { workers: 1 });
    expect(resumed).toMatchObject({ status: "finished", cached: 100 });
    expect(files("disturbed")).toEqual(files("undisturbed"));
  }, 180_000);

  it("runs nothing again that it has", async () => {
    const again = await go("undisturbed");
    expect(again.status === "finished" && again.cached).toBe(
      tiny.tasks(options).length,
    );
  }, 90_000);

  it("writes no report when a run fails, names the run, and keeps the rest", async () => {
    const broken: Reproduction = {
      ...tiny,
      tasks: (study) =>
        tiny
          .tasks(study)
          .slice(0, 6)
          .map((task, index) =>
            index === 2
              ? {
                  ...task,
                  experiment: "broken",
                  input: {
                    point: { scheme: "cyclic" },
                    seed: 1,
                    tree: { ports: 5, levels: 3 },
                  },
                }
              : task,
          ),
    };
    await expect(go("broken", {}, broken)).rejects.toMatchObject({
      code: "E_REPRODUCE_FAILED",
      where: { path: broken.tasks(options)[2]!.label },
    });
    expect(Object.keys(files("broken"))).toEqual([]);
  }, 90_000);

  it("refuses a single seed: one run has no interval", async () => {
    await expect(go("one-seed", { seeds: 1 })).rejects.toMatchObject({
      code: "E_REPRODUCE_SEEDS",
    });
  });

  it("refuses to count frames where there is no video", async () => {
    await expect(go("frames", { frames: 3 })).rejects.toMatchObject({
      code: "E_REPRODUCE_NO_VIDEO",
      where: { path: "--frames" },
    });
  });
});

describe("the study of zhou2007", () => {
  it("runs at least five seeds, quick or not", () => {
    expect(zhou2007.seeds({ quick: true }).length).toBeGreaterThanOrEqual(5);
    expect(zhou2007.seeds({ quick: false }).length).toBeGreaterThanOrEqual(5);
  });

  it("covers 32 B to 128 KB by powers of two, and says what quick leaves out", () => {
    const sizes = new Set(
      zhou2007
        .tasks({ quick: false })
        .map(
          ({ input }) =>
            (input as unknown as { point: { size: number } }).point.size,
        ),
    );
    expect([...sizes]).toEqual([
      32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536,
      131072,
    ]);
  });

  it("describes every run by what decides it: no two are the same", () => {
    const tasks = zhou2007.tasks({ quick: true });
    expect(
      new Set(
        tasks.map(({ experiment, seed }) => JSON.stringify([experiment, seed])),
      ).size,
    ).toBe(tasks.length);
  });
});
