import { describe, expect, it } from "vitest";
import { metricFigure, together, type PlotData } from "../src/index.ts";

const refusal = (shape: object): Error =>
  expect.objectContaining(shape) as Error;

/** Two routings at two loads: mean and 99th percentile of the latency, and what was accepted. */
const data: PlotData = {
  title: "a mesh",
  factors: [
    { name: "load", unit: "" },
    { name: "routing", unit: "" },
  ],
  metrics: [
    { name: "latency", unit: "ns" },
    { name: "latency_p99", unit: "ns" },
    { name: "throughput", unit: "1" },
  ],
  points: [0.1, 0.3].flatMap((load) =>
    ["xy", "minhop"].map((routing) => ({
      factors: { load, routing },
      status: "converged",
      metrics: {
        latency: { mean: 1000 * load },
        latency_p99: { mean: 5000 * load, ci95: 10 },
        throughput: { mean: load },
      },
    })),
  ),
};
const [mean, p99, throughput] = data.metrics as [
  PlotData["metrics"][number],
  PlotData["metrics"][number],
  PlotData["metrics"][number],
];

const charts = (
  metrics: readonly PlotData["metrics"][number][],
  given: Parameters<typeof together>[2] = {},
  of = data,
) => {
  const { metric, wish, ...rest } = together(of, metrics, given);
  return metricFigure(rest.data, metric, wish).charts;
};

describe("several metrics in one chart", () => {
  it("have a curve for each of them and each of the other factors, with their own bands", () => {
    const [chart, ...others] = charts([mean, p99]);
    expect(others).toEqual([]);
    expect(chart!.x.label).toBe("Offered load");
    expect(chart!.y.unit).toBe("ns");
    expect(chart!.series.map(({ name }) => name)).toEqual([
      "routing=xy, metric=latency",
      "routing=xy, metric=latency_p99",
      "routing=minhop, metric=latency",
      "routing=minhop, metric=latency_p99",
    ]);
    expect(chart!.series[1]!.points).toEqual([
      { x: 0.1, y: 500, low: 490, high: 510 },
      { x: 0.3, y: 1500, low: 1490, high: 1510 },
    ]);
    expect(chart!.series[0]!.points).toEqual([
      { x: 0.1, y: 100 },
      { x: 0.3, y: 300 },
    ]);
  });

  it("stand in one chart for each of the factors that are left over, whether or not they are named as series", () => {
    expect(charts([mean, p99], { series: [] })).toHaveLength(2);
    const panels = charts([mean, p99], { series: ["metric"] });
    expect(panels.map(({ series }) => series.map(({ name }) => name))).toEqual([
      ["latency", "latency_p99"],
      ["latency", "latency_p99"],
    ]);
  });

  it("are bars side by side where nothing was varied", () => {
    const one = { ...data, points: data.points.slice(0, 1) };
    const [chart] = charts([mean, p99], {}, one);
    expect(chart!.mark).toBe("bar");
    expect(chart!.x.ticks!.map((at) => chart!.x.format!(at))).toEqual([
      "latency",
      "latency_p99",
    ]);
    expect(chart!.series[0]!.points.map(({ y }) => y)).toEqual([100, 500]);
  });

  it("keep apart from a factor that is called metric", () => {
    const named = {
      ...data,
      factors: [data.factors[0]!, { name: "metric", unit: "" }],
      points: data.points.map((point) => ({
        ...point,
        factors: {
          load: point.factors["load"]!,
          metric: point.factors["routing"]!,
        },
      })),
    };
    expect(charts([mean, p99], {}, named)[0]!.series[0]!.name).toBe(
      "metric=xy, drawn metric=latency",
    );
  });

  it("are refused where their units differ, or one is named twice", () => {
    expect(() => together(data, [mean, throughput], {})).toThrow(
      refusal({
        code: "E_PLOT_UNITS",
        got: "latency: ns; throughput: 1",
        hint: "draw them side by side: --metric latency --metric throughput",
      }),
    );
    expect(() => together(data, [mean, p99, mean], {})).toThrow(
      refusal({ code: "E_PLOT_TWICE", got: "latency,latency_p99,latency" }),
    );
  });
});
