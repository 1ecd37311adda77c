import { describe, expect, it } from "vitest";
import type { FabricError } from "@fabriclab/spec";
import {
  drawFigure,
  keepWhere,
  metricFigure,
  type PlotData,
  type PlotPoint,
  type PlotValue,
} from "../src/index.ts";

const point = (
  load: number,
  routing: string,
  status: string,
  latency: PlotValue,
  accepted: number,
): PlotPoint => ({
  factors: { load, routing },
  status,
  metrics: { latency, throughput: { mean: accepted, ci95: 0.01 } },
});
const none: PlotValue = { mean: NaN, absent: "saturated" };

/** Two routings at four loads; xy saturates at .4, minhop deadlocks there. */
const data: PlotData = {
  title: "a mesh",
  factors: [
    { name: "load", unit: "" },
    { name: "routing", unit: "" },
  ],
  metrics: [
    { name: "latency", unit: "ns" },
    { name: "throughput", unit: "1" },
  ],
  points: [
    point(0.3, "xy", "converged", { mean: 3000, ci95: 100 }, 0.3),
    point(0.1, "xy", "converged", { mean: 1000, ci95: 10 }, 0.1),
    point(0.4, "xy", "saturated", none, 0.35),
    point(0.1, "minhop", "converged", { mean: 500, ci95: 20 }, 0.1),
    point(0.3, "minhop", "converged", { mean: 2000, ci95: 40 }, 0.3),
    point(0.4, "minhop", "deadlocked", none, 0.2),
  ],
};
const [latency, throughput] = data.metrics as [
  (typeof data.metrics)[number],
  (typeof data.metrics)[number],
];
const only = (figure: ReturnType<typeof metricFigure>) => {
  expect(figure.charts).toHaveLength(1);
  return figure.charts[0]!;
};

describe("the figure of a metric", () => {
  it("says that intervals are cut off only where one would reach below what can be drawn", () => {
    const notes = (ci95: number, yScale: "linear" | "log"): string =>
      metricFigure(
        {
          ...data,
          points: [
            point(0.1, "xy", "converged", { mean: 500, ci95 }, 0),
            ...data.points.slice(0, 1),
          ],
        },
        latency,
        { kind: "curve", x: "load", yScale },
      ).notes!.join(" ");
    const whole = "Bands and whiskers: 95 % confidence intervals.";
    expect(notes(499, "linear")).toContain(whole);
    expect(notes(501, "linear")).toContain("intervals, cut off at 0.");
    expect(notes(499, "log")).toContain(whole);
    expect(notes(501, "log")).toContain(
      "intervals, as far as the logarithmic axis goes.",
    );
  });

  it("tells the level of its intervals, and each where points differ", () => {
    const told = (...levels: (number | "failed" | undefined)[]) => {
      const { notes, charts } = metricFigure(
        {
          ...data,
          points: levels.map((confidence, at) =>
            confidence === "failed"
              ? point(at, "xy", "failed", none, NaN)
              : {
                  ...point(at, "xy", "converged", { mean: 500, ci95: 9 }, 0),
                  ...(confidence === undefined ? {} : { confidence }),
                },
          ),
        },
        latency,
      );
      const [level] = charts.map((chart) => chart.level);
      expect(notes).toContain(
        `Bands and whiskers: ${level} confidence intervals.`,
      );
      return level;
    };
    expect(told(undefined, undefined)).toBe("95 %");
    expect(told(0.999, 0.999)).toBe("99.9 %");
    expect(told(0.999, 0.57, undefined)).toBe("57 % or 95 % or 99.9 %");
    expect(told(0.999, "failed")).toBe("99.9 %");
  });

  it("is a curve over the load for each of the others, with bands", () => {
    const chart = only(metricFigure(data, latency));
    expect(chart.mark).toBeUndefined();
    expect(chart.x.label).toBe("Offered load");
    expect(chart.series.map(({ name, style }) => [name, style])).toEqual([
      ["xy", 0],
      ["minhop", 1],
    ]);
    expect(chart.series[0]!.points).toEqual([
      { x: 0.1, y: 1000, low: 990, high: 1010 },
      { x: 0.3, y: 3000, low: 2900, high: 3100 },
    ]);
    expect(chart.y).toMatchObject({ label: "Latency", unit: "ns" });
  });

  it("names what all points have alike, with units, in its title and description", () => {
    const sized = {
      ...data,
      factors: [
        { name: "load", unit: "" },
        { name: "routing", unit: "" },
        { name: "traffic[0].size", unit: "B" },
        { name: "traffic[1].size", unit: "B" },
        { name: "topology.levels", unit: "" },
      ],
      points: data.points.map((one) => ({
        ...one,
        factors: {
          ...one.factors,
          "traffic[0].size": 256,
          "traffic[1].size": 64,
          "topology.levels": 2,
        },
        metrics: {
          ...one.metrics,
          latency: { mean: 5, percentiles: { "50": 4, "99": 40 } },
        },
      })),
    };
    const fixed = "traffic[0].size=256 B, traffic[1].size=64 B, levels=2";
    const curve = metricFigure(sized, latency);
    expect(curve.title).toBe(`a mesh, ${fixed}`);
    expect(curve.description).toBe(
      `Latency over load for each routing at ${fixed}.`,
    );
    const at = keepWhere(sized, "load=0.3");
    for (const kind of ["bars", "distribution", "tail"] as const) {
      const figure = metricFigure(at, latency, { kind });
      expect(figure.title).toBe(`a mesh, load=0.3, ${fixed}`);
      expect(figure.description).toContain(` at load=0.3, ${fixed}.`);
      const svg = drawFigure(figure);
      expect(svg).toContain(
        `<title id="plot-latency-title">a mesh, load=0.3, ${fixed}</title>`,
      );
      expect(svg).toMatch(/<text[^>]*>a mesh, load=0.3, traffic/);
    }
    // One word is named with its factor: in a title, `xy` alone says nothing.
    expect(metricFigure(keepWhere(data, "routing=xy"), latency).title).toBe(
      "a mesh, routing=xy",
    );
    expect(metricFigure(data, latency).title).toBe("a mesh");
  });

  it("never draws a saturated run as a mean: no value is a triangle, an accepted load a hollow marker, a deadlock a cross", () => {
    const delay = only(metricFigure(data, latency));
    expect(delay.series[0]).toMatchObject({ saturated: [0.4] });
    expect(delay.series[1]).toMatchObject({ gaps: [0.4] });
    const figure = metricFigure(data, throughput);
    const accepted = only(figure);
    expect(accepted.series[0]!.points.map(({ x }) => x)).toEqual([0.1, 0.3]);
    expect(accepted.series[0]!.unsteady).toEqual([{ x: 0.4, y: 0.35 }]);
    // A deadlocked run has an accepted load, too; it says nothing.
    expect(accepted.series[1]).toMatchObject({ gaps: [0.4] });
    expect(figure.notes!.join(" ")).toMatch(/Hollow.*×.*95 %/);
    const svg = drawFigure(figure);
    expect(svg).toContain('fill="white"');
    expect(svg).toContain("Hollow: a saturated run");
  });

  it.each([
    ["load", "Offered load", "over offered load"],
    ["offered.load", "Offered load", "over offered load"],
    ["traffic[1].load", "Load of traffic[1]", "over load of traffic[1]"],
    ["hca.receiveRate", "Receive rate", "over receive rate"],
    ["virtualLanes", "Virtual lanes", "over virtual lanes"],
  ])("calls the factor %s %s", (name, label, over) => {
    const renamed = {
      ...data,
      title: "",
      factors: [{ name, unit: "" }],
      points: data.points
        .filter(({ factors }) => factors["routing"] === "xy")
        .map((one) => ({ ...one, factors: { [name]: one.factors["load"]! } })),
    };
    const figure = metricFigure(renamed, latency);
    expect(only(figure).x.label).toBe(label);
    expect(JSON.stringify(figure)).toContain(over);
  });

  it("draws of a run whose endless traffic is saturated what it has as ever, and what it has not as saturated", () => {
    const beside = {
      ...data,
      points: data.points.map((one) =>
        one.status === "saturated"
          ? { ...one, status: "finished", partly: true as const }
          : one,
      ),
    };
    const delay = only(metricFigure(beside, latency));
    expect(delay.series[0]).toMatchObject({ saturated: [0.4] });
    const had = only(metricFigure(beside, throughput)).series[0]!;
    expect(had.points.map(({ x }) => x)).toEqual([0.1, 0.3, 0.4]);
    expect(had).not.toHaveProperty("unsteady");
    const bars = metricFigure(beside, latency, { x: "routing" });
    expect(bars.notes!.join(" ")).toContain("(saturated in part)");
  });

  it("takes the larger unit where values are ten times that, one for all panels", () => {
    const far = {
      ...data,
      points: [
        point(0.1, "xy", "converged", { mean: 20_000 }, 0.1),
        point(0.2, "xy", "converged", { mean: 9_000 }, 0.2),
        point(0.1, "minhop", "converged", { mean: 4_000 }, 0.1),
        point(0.2, "minhop", "converged", { mean: 5_000 }, 0.2),
      ],
    };
    const { charts } = metricFigure(far, latency, { series: [] });
    expect(charts.map(({ title }) => title)).toEqual(["xy", "minhop"]);
    for (const { y } of charts) {
      expect(y.unit).toBe("µs");
      expect(y.domain).toEqual([0, 20 * 1.06]);
    }
    expect(charts[1]!.series[0]!.points.map(({ y }) => y)).toEqual([4, 5]);
  });

  it("is bars over categories, and names what has no bar", () => {
    const figure = metricFigure(data, latency, { x: "routing" });
    const chart = only(figure);
    expect(chart.mark).toBe("bar");
    expect([0, 1].map((at) => chart.x.format!(at))).toEqual(["xy", "minhop"]);
    expect(chart.series.map(({ name }) => name)).toEqual([
      "load=0.1",
      "load=0.3",
      "load=0.4",
    ]);
    expect(figure.notes!.join(" ")).toContain(
      "No bar, as there is no steady mean: routing=xy, load=0.4 (saturated); routing=minhop, load=0.4 (deadlocked).",
    );
  });

  it("draws what a saturated network accepted as a hollow bar, and none for a deadlock", () => {
    const figure = metricFigure(data, throughput, { x: "routing" });
    const accepted = only(figure).series.at(-1);
    expect(accepted).toMatchObject({
      name: "load=0.4",
      points: [],
      unsteady: [{ x: 0, y: 0.35 }],
      notSteady: [
        { at: "xy", why: "saturated" },
        { at: "minhop", why: "deadlocked" },
      ],
    });
    expect(figure.notes).toContain(
      "Hollow: a saturated run, or a ratio to one; what it had until its end, no steady mean.",
    );
    expect(figure.notes!.join(" ")).toContain(
      "No bar, as there is no steady mean: routing=minhop, load=0.4 (deadlocked).",
    );
    // A group of marks with one bar in it, in the colour of the third series.
    expect(drawFigure(figure)).toMatch(
      /<g [^>]*fill="white"[^>]*><rect stroke="#009E73"[^>]*><\/g>/,
    );
  });

  it("sets times against a baseline as speed-ups, with the interval of a quotient", () => {
    const figure = metricFigure(data, latency, {
      baseline: "xy",
      kind: "bars",
    });
    const chart = only(figure);
    expect(chart.guides).toEqual([{ axis: "y", at: 1 }]);
    expect(chart.title).toBe("Latency against xy over offered load");
    expect(chart.y.label).toBe("Speed-up over xy");
    expect(figure.notes).toContain(
      "Speed-up: latency of xy / that of the others.",
    );
    const [minhop] = chart.series;
    expect(chart.series).toHaveLength(1);
    // 1000 / 500 with relative half-widths 1 % and 4 %; 3000 / 2000.
    expect(minhop!.points[0]!.y).toBe(2);
    expect(minhop!.points[0]!.high! - 2).toBeCloseTo(
      2 * Math.sqrt(0.01 ** 2 + 0.04 ** 2),
      12,
    );
    expect(minhop!.points[1]!.y).toBe(1.5);
    // Where either did not settle, there is no ratio.
    expect(minhop!.points).toHaveLength(2);
    expect(figure.notes!.join(" ")).toContain("0.4");
    // Of what is not a time, more is better.
    const share = only(
      metricFigure(data, throughput, { baseline: "minhop", kind: "curve" }),
    );
    expect(share.y.label).toBe("Ratio to minhop");
  });

  it("says of a ratio without steady mean whose fault it is: its own, or its baseline's", () => {
    const lower = {
      ...data,
      points: data.points.map((one) =>
        one.factors["routing"] === "minhop" && one.factors["load"] === 0.4
          ? point(0.4, "minhop", "converged", { mean: 900, ci95: 9 }, 0.4)
          : one,
      ),
    };
    const because = "load=0.4, routing=minhop (its baseline is saturated)";
    const bars = metricFigure(lower, latency, { baseline: "xy", kind: "bars" });
    expect(bars.notes).toContain(
      `No bar, as there is no steady mean: ${because}.`,
    );
    const notSteady = [{ at: 0.4, why: "its baseline is saturated" }];
    expect(only(bars).series[0]).toMatchObject({ notSteady });
    const curve = metricFigure(lower, latency, {
      baseline: "xy",
      kind: "curve",
    });
    expect(curve.notes).toContain(`No ratio to a steady mean: ${because}.`);
    const [healthy] = only(curve).series;
    expect(healthy).toMatchObject({ notSteady, gaps: [0.4] });
    expect(healthy).not.toHaveProperty("saturated");
    // The other way round it is its own.
    const own = metricFigure(lower, latency, {
      baseline: "minhop",
      kind: "bars",
    });
    expect(own.notes!.join(" ")).toContain("load=0.4, routing=xy (saturated).");
    expect(only(own).series[0]).toMatchObject({
      notSteady: [{ at: 0.4, why: "saturated" }],
    });
    // What a saturated baseline accepted is drawn apart: hollow, 0.4 / 0.35.
    const accepted = only(
      metricFigure(lower, throughput, { baseline: "xy", kind: "curve" }),
    );
    expect(accepted.series[0]!.unsteady).toEqual([{ x: 0.4, y: 0.4 / 0.35 }]);
  });

  it("tells that values span more than a factor 30 of a linear axis that nobody asked for", () => {
    const spanning = (last: number): PlotData => ({
      ...data,
      points: [
        point(
          0.1,
          "xy",
          "converged",
          { mean: 120, percentiles: { 50: 100, 90: 200, 99: last } },
          0.1,
        ),
      ],
    });
    const kind = "distribution";
    expect(metricFigure(spanning(3000), latency, { kind })).not.toHaveProperty(
      "wideX",
    );
    expect(metricFigure(spanning(3001), latency, { kind }).wideX).toBe(true);
    for (const xScale of ["linear", "log"] as const)
      expect(
        metricFigure(spanning(3001), latency, { kind, xScale }),
      ).not.toHaveProperty("wideX");
  });

  it("is the whole distribution in steps where it was kept, with its band cut off at 0 and 1", () => {
    const steps = [
      { upTo: 100, share: 0.5, ci95: 0.1 },
      { upTo: 200, share: 0.95, ci95: 0.1 },
      { upTo: 300, share: 1, ci95: 0 },
    ];
    const one: PlotData = {
      ...data,
      points: [
        point(
          0.1,
          "xy",
          "converged",
          { mean: 120, distribution: () => steps },
          0.1,
        ),
      ],
    };
    const below = metricFigure(one, latency, { kind: "distribution" });
    expect(only(below).series).toMatchObject([
      {
        kind: "steps",
        points: [
          { x: 100, y: 0 },
          { x: 100, y: 0.5, low: 0.4, high: 0.6 },
          { x: 200, y: 0.95, high: 1 },
          { x: 300, y: 1, low: 1, high: 1 },
        ],
        marked: [
          { x: 100, y: 0.5 },
          { x: 200, y: 0.95 },
          { x: 300, y: 1 },
          { x: 300, y: 1 },
        ],
      },
    ]);
    expect(below.notes).toEqual([
      "Bands: 95 % confidence intervals over the runs, at each place by itself.",
      "Markers at 50, 90, 99 and 99.9 %; every run of a point counts the same.",
    ]);
    expect(below.description).toBe(
      "Distribution of latency at load=0.1, routing=xy.",
    );
    expect(drawFigure(below)).toContain("<path");
    // Above: it ends before nothing is left, and so does the band.
    const [tail] = only(metricFigure(one, latency, { kind: "tail" })).series;
    expect(tail?.points.map(({ x }) => x)).toEqual([100, 200]);
    expect(tail?.points[1]?.low).toBeCloseTo(0.05, 12);
    expect(tail?.points[1]?.high).toBeCloseTo(0.15, 12);
  });

  it("is the distribution of its percentiles where nothing differs, share above on a logarithmic axis where asked for", () => {
    const one: PlotData = {
      ...data,
      factors: [],
      points: [
        {
          factors: {},
          status: "converged",
          metrics: {
            latency: {
              mean: 5,
              percentiles: { "50": 4, "99": 40, "90": 9 },
            },
          },
        },
      ],
    };
    const chart = only(
      metricFigure(one, latency, { look: { label: "Mean latency" } }),
    );
    expect(chart.x.label).toBe("Latency");
    expect(chart.series[0]!.points).toEqual([
      { x: 4, y: 0.5 },
      { x: 9, y: 0.9 },
      { x: 40, y: 0.99 },
    ]);
    const tail = only(metricFigure(one, latency, { kind: "tail" }));
    expect(tail.y.scale).toBe("log");
    expect(tail.series[0]!.points[1]!.y).toBeCloseTo(0.1, 12);
    expect(() => metricFigure(one, throughput)).toThrow(/nothing to draw/);
    expect(() => metricFigure(one, throughput, { kind: "tail" })).toThrow(
      /no distribution/,
    );
  });

  it("draws sizes on a logarithmic axis with their unit, loads on a linear one", () => {
    const sizes: PlotData = {
      ...data,
      factors: [{ name: "traffic[0].size", unit: "B" }],
      points: [32, 256, 2048, 16384].map((size) => ({
        factors: { "traffic[0].size": size },
        status: "finished",
        metrics: { latency: { mean: size } },
      })),
    };
    const chart = only(metricFigure(sizes, latency));
    expect(chart.x).toMatchObject({
      label: "Size",
      unit: "B",
      scale: "log",
      ticks: [32, 256, 2048, 16384],
    });
    expect(only(metricFigure(data, latency)).x.scale).toBe("linear");
    expect(
      only(metricFigure(sizes, latency, { xScale: "linear" })).x.scale,
    ).toBe("linear");
  });

  it("takes a metric's own declaration where it fits, and a wish before it", () => {
    const bars = metricFigure(data, latency, {
      look: { kind: "bars", label: "Delay" },
    });
    expect(only(bars)).toMatchObject({
      mark: "bar",
      y: { label: "Delay" },
    });
    const curve = metricFigure(data, latency, {
      look: { kind: "bars" },
      kind: "curve",
    });
    expect(only(curve).mark).toBeUndefined();
    const share = metricFigure(data, throughput, {
      look: { of: "of the host link" },
    });
    expect(only(share).y.unit).toBe("of the host link");
    expect(only(share).y.format!(0.3)).toBe("30 %");
  });

  it("refuses a factor that is to stand at two places, by the names of the two flags", () => {
    const refused = (wish: object): unknown => {
      try {
        metricFigure(data, latency, wish);
      } catch (error) {
        return error;
      }
      return undefined;
    };
    expect(refused({ x: "routing", series: ["routing"] })).toMatchObject({
      code: "E_PLOT_TWICE",
      where: { path: "--x routing --series routing" },
      hint: expect.stringContaining("load") as string,
    });
    expect(refused({ series: ["routing", "routing"] })).toMatchObject({
      code: "E_PLOT_TWICE",
      got: "--series routing and --series routing",
    });
    expect(refused({ x: "load", series: ["routing"] })).toBeUndefined();
  });

  it("says of a panel without anything to draw where it is and what became of its points", () => {
    // At 0.4, xy saturates and minhop deadlocks: no bar.
    const figure = metricFigure(data, latency, { x: "routing", series: [] });
    expect(figure.charts.map(({ title }) => title)).toContain("load=0.4");
    expect(() => drawFigure(figure)).toThrow(
      expect.objectContaining({
        code: "E_PLOT_EMPTY",
        where: { path: "a mesh / load=0.4" },
        got: "2 points without a steady mean: 1 saturated, 1 deadlocked",
        hint: expect.stringContaining("--where") as string,
      }) as Error,
    );
    expect(() =>
      metricFigure(data, { name: "order.behind", unit: "1" }),
    ).toThrow(
      expect.objectContaining({
        code: "E_PLOT_EMPTY",
        where: { path: "a mesh / Order behind over offered load" },
        got: "6 points with latency, throughput",
        hint: expect.stringContaining("metrics: [order]") as string,
      }) as Error,
    );
  });

  it("leaves a panel out that cannot be drawn where that may be, and says so; but not all of them", () => {
    const left: string[] = [];
    const wish = {
      ...{ x: "routing", series: [] },
      onLeft: (panel: string, { code, got }: FabricError) =>
        left.push(`${panel} ${code} ${got}`),
    };
    const figure = metricFigure(data, latency, wish);
    expect(figure.charts.map(({ title }) => title)).toEqual([
      "load=0.1",
      "load=0.3",
    ]);
    expect(left).toEqual([
      "load=0.4 E_PLOT_EMPTY 2 points without a steady mean: 1 saturated, 1 deadlocked",
    ]);
    expect(drawFigure(figure)).toContain(
      "Left out, as nothing can be drawn there: load=0.4.",
    );
    left.length = 0;
    expect(() =>
      metricFigure(keepWhere(data, "load=0.4"), latency, wish),
    ).toThrow(expect.objectContaining({ code: "E_PLOT_EMPTY" }) as Error);
    expect(left).toEqual([]);
  });

  it("refuses more curves than can be told apart, factors that are none, and curves over words", () => {
    const many: PlotData = {
      ...data,
      points: Array.from({ length: 44 }, (_, i) =>
        point(
          0.1 + (i % 2) / 10,
          `r${Math.floor(i / 2)}`,
          "converged",
          { mean: 1 },
          0.1,
        ),
      ),
    };
    expect(() => metricFigure(many, latency)).toThrow(/22 curves/);
    expect(() => metricFigure(data, latency, { x: "lod" })).toThrow(
      /nothing of that name was varied/,
    );
    expect(() =>
      metricFigure(data, latency, { x: "routing", kind: "curve" }),
    ).toThrow(/needs numbers/);
    expect(() => metricFigure(data, latency, { baseline: "yx" })).toThrow(
      /nothing of that name to compare/,
    );
  });
});

describe("keepWhere", () => {
  it("keeps the points with a value, numbers with or without their unit", () => {
    expect(
      keepWhere(data, "routing=xy").points.map(
        ({ factors }) => factors["load"],
      ),
    ).toEqual([0.3, 0.1, 0.4]);
    expect(keepWhere(data, "load=0.10,0.4").points).toHaveLength(4);
    const sizes = {
      ...data,
      factors: [{ name: "size", unit: "B" }],
      points: [32, 64].map((size) => ({
        factors: { size },
        status: "finished",
        metrics: {},
      })),
    };
    expect(keepWhere(sizes, "size=64B").points).toHaveLength(1);
    expect(keepWhere(sizes, "size=0.064KB").points).toHaveLength(1);
    expect(() => keepWhere(sizes, "size=65")).toThrow(/no point has this size/);
    expect(() => keepWhere(sizes, "size")).toThrow(/names a factor/);
  });
});
