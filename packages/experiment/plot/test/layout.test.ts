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

describe("more than can be read", () => {
  // A drawing has 21 colours with markers of their own.
  const loads = (count: number): number[] =>
    Array.from({ length: count }, (_, at) => (at + 1) / 1000);

  it.each([
    ["distribution", 21, 22, "22 curves"],
    ["tail", 21, 22, "22 curves"],
    ["bars", 300, 301, "301 categories"],
  ] as const)("is refused: %s", (kind, most, many, got) => {
    expect(
      metricFigure(mesh(loads(most), ["xy"]), latency, { kind }).charts,
    ).toHaveLength(1);
    expect(() =>
      metricFigure(mesh(loads(many), ["xy"]), latency, { kind }),
    ).toThrow(
      expect.objectContaining({
        code: "E_PLOT_TOO_MANY",
        message: expect.stringContaining(got) as string,
        expected: `at most ${most}`,
      }),
    );
  });

  it("is no number of points along a curve", () => {
    const { charts } = metricFigure(mesh(loads(900), ["xy"]), latency, {});
    expect(charts[0]!.series[0]!.points).toHaveLength(900);
  });
});
