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

  it("is named for itself where it is the baseline of ratios, once for all of them", () => {
    const compared = (stopped: readonly string[]): PlotData => ({
      title: "a mesh",
      factors: [
        { name: "load", unit: "" },
        { name: "routing", unit: "" },
      ],
      metrics: [latency],
      points: [0.1, 0.2].flatMap((load) =>
        ["xy", "minhop", "updn"].map((routing) => ({
          factors: { load, routing },
          status:
            load === 0.2 && stopped.includes(routing) ? "limit" : "converged",
          metrics: { latency: { mean: 1000 * load } },
        })),
      ),
    });
    const capped = (stopped: readonly string[], kind: "bars" | "curve") =>
      metricFigure(compared(stopped), latency, {
        kind,
        baseline: "xy",
      }).notes!.find((note) => note.startsWith("Stopped at a cap"));
    expect(capped(["xy"], "bars")).toMatch(
      /: load=0\.2, routing=xy \(the baseline\)\.$/,
    );
    expect(capped(["xy", "updn"], "bars")).toMatch(
      /: load=0\.2, routing=xy \(the baseline\); load=0\.2, routing=updn\.$/,
    );
    expect(capped(["updn"], "bars")).toMatch(/: load=0\.2, routing=updn\.$/);
    // A curve's own points have their mark; the baseline has none.
    expect(capped(["xy", "updn"], "curve")).toMatch(
      /: load=0\.2, routing=xy \(the baseline\)\.$/,
    );
    expect(capped(["updn"], "curve")).toBeUndefined();
  });
});
