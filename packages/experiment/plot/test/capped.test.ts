import { describe, expect, it } from "vitest";
import { drawFigure, metricFigure, type PlotData } from "../src/index.ts";

const latency = { name: "latency", unit: "ns" };

/** Three loads of a routing; the runs of one stopped at a cap. */
const data = (status: string): PlotData => ({
  title: "a mesh",
  factors: [{ name: "load", unit: "" }],
  metrics: [latency],
  points: [0.1, 0.2, 0.3].map((load) => ({
    factors: { load },
    status: load === 0.2 ? status : "converged",
    metrics: { latency: { mean: 1000 * load, ci95: 10 } },
  })),
});

describe("a point with runs that stopped at a cap", () => {
  it("keeps its place on the curve, with a mark and a line that says what it means", () => {
    const figure = metricFigure(data("limit"), latency);
    const [series] = figure.charts[0]!.series;
    expect(series?.points).toHaveLength(3);
    expect(series?.capped?.map(({ x }) => x)).toEqual([0.2]);
    const plain = metricFigure(data("converged"), latency);
    expect(plain.charts[0]!.series[0]).not.toHaveProperty("capped");
    expect(plain.notes!.join(" ")).not.toContain("limit");
    const circles = (svg: string) => svg.split("<path").length;
    const svg = drawFigure(figure);
    expect(svg).toContain("White dot in a marker: a run stopped at a cap");
    expect(svg).not.toBe(drawFigure(plain));
    expect(circles(svg) + svg.split("<circle").length).toBe(
      circles(drawFigure(plain)) +
        drawFigure(plain).split("<circle").length +
        1,
    );
  });

  it("is named below bars", () => {
    const said = (status: string) =>
      metricFigure(data(status), latency, { kind: "bars" }).notes!.join(" ");
    expect(said("limit")).toMatch(/Stopped at a cap [^:]*: load=0\.2\./);
    expect(said("converged")).not.toContain("Stopped at a cap");
  });
});
