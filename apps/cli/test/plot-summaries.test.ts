import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const results = folder.at("results");

const scenario = folder.write(
  "mesh.yaml",
  `topology: { kind: mesh, columns: 2, rows: 2 }
addressing: sequential
routing: xy
switch: relay
traffic: { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
metrics: [latency, throughput]
measure: { warmup: 5us, maxTime: 60us }
`,
);

/** 0.975 quantile of Student's t with one degree of freedom. */
const T_1 = 12.7062047361747;

interface Row {
  readonly load: number;
  readonly seed: number;
  readonly [column: string]: number;
}
let rows: readonly Row[];

/** What a drawing of the results holds. */
async function charts(...flags: readonly string[]): Promise<
  {
    readonly y: { readonly label: string; readonly unit: string };
    readonly mark?: string;
    readonly series: {
      readonly name: string;
      readonly points: { x: number; y: number; low?: number; high?: number }[];
    }[];
  }[]
> {
  const { code, out, err } = await fabriclab("plot", ...flags, "--json");
  expect(code, err).toBe(0);
  const [drawing] = JSON.parse(out) as [{ charts: never }];
  return drawing.charts;
}

const refusal = async (...flags: readonly string[]) => {
  const { code, err } = await fabriclab(
    ...["plot", ...flags, "--json", "-o"],
    folder.at("none.svg"),
  );
  expect(code).toBe(2);
  const { error } = JSON.parse(err) as {
    error: { code: string; got: string; expected: string };
  };
  return error;
};

beforeAll(async () => {
  const sweep = await fabriclab(
    ...["sweep", scenario, "--vary", "load=0.1,0.4", "--seeds", "2"],
    ...["--quiet", "-o", results],
  );
  expect(sweep.code, sweep.err).toBe(0);
  const { out } = await fabriclab(
    ...["query", "SELECT * FROM runs ORDER BY load, seed", results, "--json"],
  );
  rows = JSON.parse(out) as Row[];
  expect(rows).toHaveLength(4);
}, 60_000);

describe("a percentile over the load", () => {
  it("is the mean of the runs' own, with its interval over them", async () => {
    const [chart] = await charts(results, "--metric", "latency_p99");
    expect(chart!.y.label).toBe("Latency p99");
    const scale = { ns: 1, µs: 1e-3 }[chart!.y.unit]!;
    for (const [at, load] of [0.1, 0.4].entries()) {
      const [a, b] = rows
        .filter((row) => row.load === load)
        .map((row) => row["latency_p99"]!) as [number, number];
      const { x, y, high } = chart!.series[0]!.points[at]!;
      expect(x).toBe(load);
      expect(y).toBeCloseTo(((a + b) / 2) * scale, 9);
      // Of two values, the standard error of the mean is half their distance.
      expect(high! - y).toBeCloseTo((T_1 * Math.abs(a - b) * scale) / 2, 6);
    }
  });

  it("is found by the names of folders and of results, with the point left out too", async () => {
    for (const [name, label] of [
      ["latency.p99", "Latency p99"],
      ["latency_p999", "Latency p99.9"],
      ["latency_p99_9", "Latency p99.9"],
      ["latency_max", "Latency max"],
      ["latency_mean", "Mean latency"],
    ] as const)
      expect((await charts(results, "--metric", name))[0]!.y.label).toBe(label);
  });

  it("is refused where it was not kept, with what was, and has no distribution", async () => {
    const absent = await refusal(results, "--metric", "latency_p95");
    expect(absent.code).toBe("E_CLI_PLOT_METRIC");
    expect(absent.expected).toContain("latency_p50, latency_p90, latency_p99");
    expect(
      (await refusal(results, "--metric", "latency_p99", "--kind", "tail"))
        .code,
    ).toBe("E_PLOT_KIND");
  });
});

describe("several results in one chart", () => {
  it("are curves with a legend and bands, in every format", async () => {
    const both = ["--metric", "latency_mean,latency_p99"];
    const [chart] = await charts(results, ...both);
    expect(chart!.series.map(({ name }) => name)).toEqual([
      "latency",
      "latency_p99",
    ]);
    for (const { points } of chart!.series)
      for (const { low } of points) expect(low).toBeDefined();
    for (const ending of ["svg", "png", "html"]) {
      const file = folder.at(`both.${ending}`);
      const { code, err } = await fabriclab(
        ...["plot", results, ...both, "-o", file],
      );
      expect(code, err).toBe(0);
      if (ending === "png") continue;
      expect(readFileSync(file, "utf8")).toContain("latency_p99</text>");
    }
  });

  it("are bars of a run's file", async () => {
    const file = folder.at("run.json");
    await fabriclab("run", scenario, "--quiet", "-o", file);
    const { metrics } = JSON.parse(readFileSync(file, "utf8")) as {
      metrics: {
        latency: { percentiles: Record<string, number>; detail: Row };
      };
    };
    const { percentiles, detail } = metrics.latency;
    const [chart] = await charts(
      ...[file, "--metric", "latency_p50,latency_p99,latency_max"],
    );
    expect(chart!.mark).toBe("bar");
    const scale = { ns: 1, µs: 1e-3 }[chart!.y.unit]!;
    expect(chart!.series[0]!.points.map(({ y }) => y / scale)).toEqual(
      [percentiles["50"], percentiles["99"], detail["max"]].map(
        (value) => expect.closeTo(value!, 6) as number,
      ),
    );
  });

  it("are refused where a comma has nothing beside it", async () => {
    expect(await refusal(results, "--metric", "latency_p99,")).toMatchObject({
      code: "E_CLI_PLOT_METRIC",
      got: "nothing",
    });
  });

  it("are refused where they have several units", async () => {
    expect(
      await refusal(results, "--metric", "latency_mean,throughput"),
    ).toMatchObject({
      code: "E_PLOT_UNITS",
      got: "latency: ns; throughput: 1",
    });
  });
});
