import type { FabricError } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import {
  drawFigure,
  metricFigure,
  type PlotData,
  type PlotPoint,
  type PlotWish,
} from "../src/index.ts";

const latency = { name: "latency", unit: "ns" };
const throughput = { name: "throughput", unit: "1" };
const rate = { name: "rate", unit: "B/s" };

const at = (
  load: number,
  arbiter: string,
  ns: number,
  accepted: number,
  status = "converged",
): PlotPoint => ({
  factors: { load, arbiter },
  status,
  metrics: {
    latency: Number.isNaN(ns)
      ? { mean: ns, absent: status }
      : { mean: ns, ci95: ns / 10 },
    throughput: { mean: accepted, ci95: 0.02 },
    rate: { mean: accepted * 1e9 },
  },
});

/** Two arbiters; matrix saturates at a load of .6, where it accepts .5, and round-robin fails there before anything is known. */
const data: PlotData = {
  title: "a mesh",
  factors: [
    { name: "load", unit: "" },
    { name: "arbiter", unit: "" },
  ],
  metrics: [latency, throughput, rate],
  points: [
    at(0.1, "matrix", 1000, 0.1),
    at(0.4, "matrix", 3000, 0.41),
    at(0.6, "matrix", Number.NaN, 0.5, "saturated"),
    at(0.1, "round-robin", 1100, 0.01),
    at(0.4, "round-robin", 2900, 0.39),
    at(0.6, "round-robin", Number.NaN, Number.NaN, "failed"),
  ],
};

const look = { label: "Accepted load", of: "of the host link" };
const figure = (wish: PlotWish = {}) =>
  metricFigure(data, latency, { over: { metric: throughput, look }, ...wish });

describe("a metric over a result", () => {
  it("has each point where its runs came to, with its interval along x", () => {
    const [chart] = figure().charts;
    expect(chart?.title).toBe("Latency over accepted load");
    expect(chart?.x).toMatchObject({
      label: "Accepted load",
      unit: "of the host link",
    });
    const [matrix, roundRobin] = chart?.series ?? [];
    expect(matrix?.points).toEqual([
      { x: 0.1, y: 1000, low: 900, high: 1100 },
      { x: 0.41, y: 3000, low: 2700, high: 3300 },
    ]);
    expect(matrix?.along?.[1]?.low).toBeCloseTo(0.39);
    expect(matrix?.along?.[1]?.high).toBeCloseTo(0.43);
    // No share of a link is below 0.
    expect(roundRobin?.along?.[0]?.low).toBe(0);
  });

  it("has a triangle at what a saturated network accepted", () => {
    expect(figure().charts[0]?.series[0]?.saturated).toEqual([0.5]);
  });

  it("joins loads next to each other, whatever a network that is saturated at larger ones accepts", () => {
    const linesOf = (saturatedAt: number): number => {
      const one: PlotData = {
        ...data,
        points: [
          at(0.1, "matrix", 1000, 0.1),
          at(0.4, "matrix", 3000, 0.41),
          // Between the two along x.
          at(saturatedAt, "matrix", Number.NaN, 0.3, "saturated"),
        ],
      };
      const svg = drawFigure(
        metricFigure(one, latency, { over: { metric: throughput, look } }),
      );
      const [, line = ""] =
        /aria-label="line"[^>]*><path[^>]* d="([^"]*)"/.exec(svg) ?? [];
      return line.split("L").length - 1;
    };
    expect(linesOf(0.6)).toBe(1);
    expect(linesOf(0.2)).toBe(0);
  });

  it("names the points that came to nothing there", () => {
    expect(figure().notes).toContain(
      "Not drawn, without a place along x: load=0.6, arbiter=round-robin (failed).",
    );
  });

  it("has one whisker along x more for each point than over the load", () => {
    const lines = (of: PlotWish): number =>
      [...drawFigure(metricFigure(data, latency, of)).matchAll(/<line /g)]
        .length;
    expect(lines({ over: { metric: throughput, look } })).toBe(lines({}) + 4);
  });

  it("scales the axis and its intervals to the unit that suits", () => {
    const [chart] = metricFigure(data, latency, {
      over: { metric: rate },
    }).charts;
    expect(chart?.x.unit).toBe("MB/s");
    expect(chart?.series[0]?.points[0]?.x).toBeCloseTo(100);
  });

  it.each<[string, PlotWish]>([
    ["a ratio", { baseline: "matrix" }],
    ["bars", { kind: "bars" }],
    ["a distribution", { kind: "distribution" }],
  ])("is refused for %s", (_, wish) => {
    let code = "";
    try {
      figure(wish);
    } catch (error) {
      code = (error as FabricError).code;
    }
    expect(code).toBe("E_PLOT_KIND");
  });
});
