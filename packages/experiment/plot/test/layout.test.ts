import { describe, expect, it } from "vitest";
import { metricFigure, type PlotData } from "../src/index.ts";

const latency = { name: "latency", unit: "ns" };

/** Every combination of loads and routings, with percentiles. */
const mesh = (
  loads: readonly number[],
  routings: readonly string[],
): PlotData => ({
  title: "a mesh",
  factors: [
    { name: "load", unit: "" },
    { name: "routing", unit: "" },
  ],
  metrics: [latency],
  points: loads.flatMap((load) =>
    routings.map((routing) => ({
      factors: { load, routing },
      status: "converged",
      metrics: {
        latency: { mean: 1000 * load, percentiles: { "50": 1, "90": 2 } },
      },
    })),
  ),
});

describe("what stands along x where --series names the load", () => {
  it("is another factor that differs", () => {
    const data = mesh([0.1, 0.3], ["xy", "minhop"]);
    const { charts, description } = metricFigure(data, latency, {
      series: ["load"],
    });
    expect(description).toBe("Latency over routing for each load.");
    expect(charts).toHaveLength(1);
    expect(charts[0]!.mark).toBe("bar");
    expect(charts[0]!.series.map(({ name, points }) => [name, points])).toEqual(
      [
        [
          "load=0.1",
          [
            { x: 0, y: 100 },
            { x: 1, y: 100 },
          ],
        ],
        [
          "load=0.3",
          [
            { x: 0, y: 300 },
            { x: 1, y: 300 },
          ],
        ],
      ],
    );
  });

  it("is nothing where nothing else differs: a distribution, or a bar, for each load", () => {
    const data = mesh([0.1, 0.3], ["xy"]);
    const wish = { series: ["load"] };
    const names = (kind?: "bars") =>
      metricFigure(data, latency, {
        ...wish,
        ...(kind === undefined ? {} : { kind }),
      }).charts[0]!.series.map(({ name }) => name);
    expect(names()).toEqual(["load=0.1", "load=0.3"]);
    expect(names("bars")).toEqual(["load=0.1", "load=0.3"]);
    expect(() =>
      metricFigure(data, latency, { ...wish, kind: "curve" }),
    ).toThrow(
      expect.objectContaining({
        code: "E_PLOT_KIND",
        got: "points that differ in the series only",
      }) as Error,
    );
  });
});
