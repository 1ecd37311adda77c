import { expect, it } from "vitest";
import { beyondSaturation } from "../src/plot/beyond-saturation.ts";
import { plotSource } from "../src/plot/source.ts";
import { fabriclab, workFolder } from "./command.ts";

const tried = (load: number, stage: string, status: string) => ({
  factors: { routing: "xy", load },
  stage,
  status,
});

it("takes for saturated what a short run left open at or beyond a load that longer ones saturate", () => {
  const before = tried(0.3, "saturation x4", "limit");
  const beyond = tried(0.6, "saturation x4", "limit");
  const longest = tried(0.45, "saturation x16", "limit");
  const other = { ...beyond, factors: { routing: "updn", load: 0.6 } };
  const points = [
    before,
    beyond,
    longest,
    other,
    tried(0.8, "design", "saturated"),
  ];
  const search = (ends: { low?: number; high?: number }) => ({
    searched: "load",
    saturation: [
      { factors: { routing: "xy" }, status: "found" as const, ...ends },
    ],
  });
  for (const ended of ["saturated", "deadlocked"]) {
    const all = [...points, tried(0.4, "saturation x16", ended)];
    for (const ends of [{ low: 0.3, high: 0.4 }, { high: 0.4 }])
      expect([...beyondSaturation(search(ends), all)]).toEqual([beyond]);
    // Of a factor whose small values saturate, those beyond are the smaller ones.
    const falling = search({ low: 0.6, high: 0.4 });
    expect([...beyondSaturation(falling, all)]).toEqual([before]);
    expect(beyondSaturation({}, all).size).toBe(0);
  }
  expect(beyondSaturation(search({ high: 0.8 }), points).size).toBe(0);
});

it("draws no mean of a load beyond one that longer runs saturate", async () => {
  const work = workFolder();
  const scenario = work.write(
    "mesh.yaml",
    `topology: { kind: mesh, rows: 3, columns: 3 }
routing: xy
traffic:
  - { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
metrics: [latency, throughput]
measure: { warmup: auto, maxTime: 20us, precision: 0.05 }
`,
  );
  const folder = work.at("searched");
  await fabriclab(
    ...["sweep", scenario, "--vary", "load=0.2,0.95", "-o", folder],
    ...["--saturation", "load", "--resolution", "0.05", "--seeds", "1"],
  );
  const { out } = await fabriclab(
    "query",
    "SELECT load, last(status ORDER BY point) AS ended FROM points GROUP BY load ORDER BY load",
    folder,
  );
  const ended = out
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/ {2,}/));
  // The rows at and beyond the first load that saturates, as DuckDB tells them: runs of one among them were short and came to a cap.
  const first = ended.findIndex(([, status]) => status === "saturated");
  expect(ended.slice(first).map(([, status]) => status)).toContain("limit");
  const { points } = await plotSource([folder], () => undefined);
  const drawn = Object.fromEntries(
    points.map(({ factors, status }) => [factors["load"], status]),
  );
  expect(drawn).toEqual(
    Object.fromEntries(
      ended.map(([load = "", status], at) => [
        load,
        at < first ? status : "saturated",
      ]),
    ),
  );
});
