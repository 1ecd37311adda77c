import { describe, expect, it } from "vitest";
import {
  drawFigure,
  metricFigure,
  type Figure,
} from "@fabriclab/experiment-plot";

const WIDTH = 430;
/** Twelve pixels of DejaVu Sans: a letter is as wide as 0.617 of them on average. */
const LETTER = 0.617 * 12;

const figureOf = (names: readonly string[], bounds = 0): Figure => ({
  id: "f",
  title: "t",
  description: "d",
  charts: [
    {
      title: "c",
      x: { label: "x", scale: "linear" },
      y: { label: "y", scale: "linear" },
      series: names.map((name, at) => ({
        name,
        style: at,
        points: [{ x: 0, y: at }],
        ...(at >= names.length - bounds ? { kind: "bound" as const } : {}),
      })),
    },
  ],
});

/** Names of the legend with where they stand, their whole names where these are longer, and what stands above them. */
function legendOf(names: readonly string[], bounds = 0) {
  const svg = drawFigure(figureOf(names, bounds), { panelWidth: WIDTH });
  const entries = [
    ...svg.matchAll(
      /<g transform="translate\(([\d.]+),([\d.]+)\)">(?:<title>(.*?)<\/title>)?<line .*?<text[^>]*>(.*?)<\/text><\/g>/g,
    ),
  ].map(([, x, y, whole, name = ""]) => ({
    name,
    x: Number(x),
    y: Number(y),
    ...(whole === undefined ? {} : { whole }),
  }));
  const heading = /<text x="0" y="11" font-size="11"[^>]*>(.*?)<\/text>/.exec(
    svg,
  )?.[1];
  return { entries, heading };
}

const product = (a: readonly string[], b: readonly string[]): string[] =>
  a.flatMap((one) => b.map((other) => `${one}, ${other}`));

describe("a legend", () => {
  it("of few rows has whole names one after the other", () => {
    const { entries, heading } = legendOf(["cyclic, 1 lane", "xy", "updown"]);
    expect(heading).toBeUndefined();
    expect(entries.map(({ name }) => name)).toEqual([
      "cyclic, 1 lane",
      "xy",
      "updown",
    ]);
    expect(new Set(entries.map(({ y }) => y)).size).toBe(1);
    expect(entries.some((one) => "whole" in one)).toBe(false);
  });

  it("of many combinations names the factors once, and stands in columns", () => {
    const engines = ["xy", "west-first", "north-last", "negative-first"];
    const names = product(
      engines.map((one) => `routing=${one}`),
      ["1", "2", "4"].map((lanes) => `virtualLanes=${lanes}`),
    );
    const { entries, heading } = legendOf(names);
    expect(heading).toBe("routing, virtualLanes:");
    expect(entries.map(({ name }) => name)).toEqual(
      product(engines, ["1", "2", "4"]),
    );
    expect(entries.map(({ whole }) => whole)).toEqual(names);
    // Two columns of "negative-first, 4" fit: six rows, which before were seven and not below each other.
    const columns = [...new Set(entries.map(({ x }) => x))];
    expect(columns).toHaveLength(2);
    expect(columns[1]! - columns[0]!).toBeGreaterThan(17 * LETTER);
    expect(new Set(entries.map(({ y }) => y)).size).toBe(6);
  });

  it("of files whose names are much alike has what differs of them", () => {
    const names = Array.from(
      { length: 12 },
      (_, at) => `results-of-the-second-campaign-seed-${at + 1}-mesh`,
    );
    const { entries, heading } = legendOf(names);
    expect(heading).toBe(
      "results-of-the-second-campaign-seed-…-mesh, where … is:",
    );
    expect(entries.map(({ name }) => name)).toEqual(
      Array.from({ length: 12 }, (_, at) => String(at + 1)),
    );
    expect(entries[0]!.whole).toBe(names[0]);
    // Twelve rows before.
    expect(new Set(entries.map(({ y }) => y)).size).toBeLessThan(4);
  });

  it("takes nothing in brackets for a factor and its value", () => {
    const names = Array.from(
      { length: 10 },
      (_, i) => `mean latency (traffic=video stream ${i + 1}0)`,
    );
    const { entries, heading } = legendOf(names);
    expect(heading).toBe("mean latency (traffic=video stream …, where … is:");
    expect(entries[0]).toMatchObject({ name: "10)", whole: names[0] });
  });

  it("keeps names that have nothing alike, or of which one is what the others begin with, and the names of bounds", () => {
    const unlike = Array.from({ length: 12 }, (_, at) =>
      String.fromCharCode(97 + at).repeat(14),
    );
    const begun = [
      "a-campaign-of-1-",
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((at) => `a-campaign-of-1-seed-${at}`),
    ];
    for (const names of [unlike, begun]) {
      const { entries, heading } = legendOf(names);
      expect(entries.map(({ name }) => name)).toEqual(names);
      expect(heading).toBeUndefined();
    }
    const bounded = [
      ...Array.from({ length: 11 }, (_, at) => `campaign-one-seed-${at}`),
      "what theory says",
    ];
    const { entries } = legendOf(bounded, 1);
    expect(entries.map(({ name }) => name)).toEqual([
      ...Array.from({ length: 11 }, (_, at) => String(at)),
      "what theory says",
    ]);
  });
});

describe("a baseline", () => {
  it("may be named by its values, as a legend has them", () => {
    const latency = { name: "latency", unit: "ns" };
    const combinations = ["xy", "updn"].flatMap((routing) =>
      [1, 2].map((lanes) => ({ routing, lanes })),
    );
    // 100 and 200 ns with xy, 300 and 400 with updn.
    const data = {
      title: "t",
      factors: ["load", "routing", "lanes"].map((name) => ({ name, unit: "" })),
      metrics: [latency],
      points: combinations.flatMap((factors, at) =>
        [0.1, 0.2].map((load) => ({
          factors: { ...factors, load },
          status: "converged",
          metrics: { latency: { mean: 100 * (at + 1) } },
        })),
      ),
    };
    const [chart] = metricFigure(data, latency, { baseline: "xy, 2" }).charts;
    expect(
      chart?.series.map(({ name, points }) => [name, points[0]?.y]),
    ).toEqual([
      ["routing=xy, lanes=1", 2],
      ["routing=updn, lanes=1", 200 / 300],
      ["routing=updn, lanes=2", 0.5],
    ]);
  });
});
