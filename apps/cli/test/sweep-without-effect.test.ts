import type { ResultRow, Results } from "@fabriclab/experiment-store";
import { describe, expect, it } from "vitest";
import { factorsWithoutEffect } from "../src/sweep/without-effect.ts";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();

describe("a factor without effect", () => {
  it("is told when the sweep is done, and no other is", async () => {
    const file = work.write(
      "some.yaml",
      `topology: { kind: mesh, columns: 2, rows: 2 }
routing: xy
traffic: { kind: poisson, load: 0.3, size: 256B }
measure: { warmup: 2us, maxPackets: 200 }
`,
    );
    const { code, err } = await fabriclab(
      ...["sweep", file, "--vary", "load=0.1,0.3"],
      ...["--vary", "measure.maxTime=50ms,60ms", "--seeds", "2"],
      ...["-o", work.at("some"), "--jobs", "1"],
    );
    expect(code).toBe(0);
    expect(err.match(/^.*has no effect.*$/gm)).toEqual([
      "note: measure.maxTime has no effect: runs of one seed that differ in nothing else have the same results",
    ]);
  });

  const results = (rows: readonly ResultRow[]) =>
    factorsWithoutEffect({
      factors: ["a", "b"].map((name) => ({
        ...{ name, column: name, kind: "number", unit: "", values: [] },
      })) as Results["factors"],
      columns: (
        [
          ["key", "run"],
          ["a", "factor"],
          ["b", "factor"],
          ["latency", "metric"],
          ["histogram", "histogram"],
        ] as const
      ).map(([name, role]) => ({
        ...{ name, role, type: "DOUBLE", unit: "", description: "" },
      })),
      rows,
    });
  const run = (a: number, b: number, more: ResultRow): ResultRow => ({
    ...{ key: `${a}.${b}.${more["seed"]}`, seed: 1, a, b, status: "finished" },
    ...more,
  });

  it("has the same results in all that was measured, seed by seed", () => {
    const rows = [
      run(1, 1, { latency: 5 }),
      run(1, 2, { latency: 7 }),
      run(2, 1, { latency: 5 }),
      run(2, 2, { latency: 7 }),
      run(2, 2, { latency: 8, seed: 2 }),
    ];
    expect(results(rows)).toEqual(["a"]);
    expect(
      results([...rows, run(3, 1, { latency: 5, histogram: "[]" })]),
    ).toEqual([]);
  });

  it("is none that was never varied alone, or whose other runs failed", () => {
    expect(
      results([run(1, 1, { latency: 5 }), run(2, 2, { latency: 5 })]),
    ).toEqual([]);
    expect(
      results([
        run(1, 1, { latency: 5 }),
        run(2, 1, { latency: null, status: "failed" }),
      ]),
    ).toEqual([]);
  });
});
