import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reproduce, type Reproduced } from "../../src/reproduce/reproduce.ts";
import { zhou2010, zhou2010On } from "../../src/reproduce/zhou2010/index.ts";

/** The whole study, all readings and figures, on a mesh of 12 hosts with two seeds. */
const tiny = zhou2010On({ columns: 4, rows: 3 });
const options = { quick: false, seeds: 2 };
const folder = mkdtempSync(join(tmpdir(), "fabriclab-mesh-study-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const go = (): Promise<Reproduced> =>
  reproduce(tiny, { ...options, out: folder });
const text = (file: string): string => readFileSync(join(folder, file), "utf8");

describe("reproduce zhou2010", () => {
  let first: Reproduced;
  beforeAll(async () => {
    first = await go();
  }, 180_000);

  it("writes Figures 10 to 27, and those of speed-up, lanes and deliveries, as SVG and PNG", () => {
    const places = ["one", "40", "all"].flatMap((sources) =>
      ["40", "all"].map((group) => `fig-delivery-${sources}-to-${group}`),
    );
    const names = [
      ...Array.from({ length: 18 }, (_, k) => `fig-${10 + k}`),
      "fig-speed-up",
      "fig-lane-gain",
      ...places,
    ];
    expect(readdirSync(join(folder, "figures")).sort()).toEqual(
      names.flatMap((name) => [`${name}.png`, `${name}.svg`]).sort(),
    );
    const html = text("report.html");
    for (const name of names) expect(html).toContain(`id="figure-${name}"`);
    expect(html).not.toMatch(/<script|<link|src=/);
  });

  it("gives each of the eight claims a measured number and a verdict", () => {
    const { claims } = JSON.parse(text("claims.json")) as {
      claims: { id: string; measured: number; verdict: string; why: string }[];
    };
    expect(claims.map(({ id }) => id)).toEqual(
      Array.from({ length: 8 }, (_, k) => `C-000-${k + 1}`),
    );
    for (const { measured, verdict, why } of claims) {
      expect(Number.isFinite(measured)).toBe(true);
      expect(why.length).toBeGreaterThan(10);
      expect(["reproduced", "not reproduced", "contradicted"]).toContain(
        verdict,
      );
    }
    expect(first.status === "finished" && first.claims).toEqual(claims);
  });

  it("keeps every run in the data, none faster than its bound", () => {
    const [head, ...rows] = text("data.csv")
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));
    expect(rows).toHaveLength(tiny.tasks(options).length);
    const makespan = head!.indexOf("makespanNs");
    const bound = head!.indexOf("boundNs");
    for (const row of rows)
      expect(Number(row[makespan])).toBeGreaterThanOrEqual(Number(row[bound]));
  });

  it("runs nothing again that it has", async () => {
    const again = await go();
    expect(again.status === "finished" && again.cached).toBe(
      tiny.tasks(options).length,
    );
  }, 90_000);
});

describe("the study of zhou2010", () => {
  it("runs at least five seeds, quick or not, over 32 B to 8 KB by powers of two", () => {
    for (const quick of [true, false])
      expect(zhou2010.seeds({ quick }).length).toBeGreaterThanOrEqual(5);
    const sizes = zhou2010
      .tasks({ quick: false })
      .map(
        ({ input }) =>
          (input as unknown as { point: { size: number } }).point.size,
      );
    expect([...new Set(sizes)]).toEqual([
      32, 64, 128, 256, 512, 1024, 2048, 4096, 8192,
    ]);
  });

  it("describes every run by what decides it: no two are the same", () => {
    const tasks = zhou2010.tasks({ quick: false });
    expect(
      new Set(
        tasks.map(({ experiment, seed }) => JSON.stringify([experiment, seed])),
      ).size,
    ).toBe(tasks.length);
  });
});
