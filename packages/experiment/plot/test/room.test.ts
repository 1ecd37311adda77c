import { describe, expect, it } from "vitest";
import { drawFigure, metricFigure } from "@fabriclab/experiment-plot";

const metric = { name: "change", unit: "ns" };

/** A figure of one value for each place along x. */
const drawn = (
  values: readonly (readonly [at: number | string, value: number])[],
  wish: Parameters<typeof metricFigure>[2] = {},
  panels: readonly string[] = [],
): string => {
  const shown = panels.length === 0 ? [undefined] : panels;
  return drawFigure(
    metricFigure(
      {
        title: "t",
        factors: [
          { name: "place", unit: "" },
          { name: "panel", unit: "" },
        ],
        metrics: [metric],
        points: shown.flatMap((panel) =>
          values.map(([at, mean]) => ({
            factors: {
              place: at,
              ...(panel === undefined ? {} : { panel }),
            },
            status: "converged",
            metrics: { change: { mean } },
          })),
        ),
      },
      metric,
      { x: "place", ...wish },
    ),
  );
};

/** Texts along the x axis with where their middle is, CSS pixels, in the order of that. */
const labels = (svg: string): [string, number][] => {
  const [, group = ""] =
    /aria-label="x-axis tick label"[^>]*>((?:<text.*?<\/text>)+)/.exec(svg) ??
    [];
  return [
    ...group.matchAll(/<text[^>]*translate\(([-\d.]+),[^>]*>(.*?)<\/text>/g),
  ].map(([, x, text = ""]): [string, number] => [text, Number(x)]);
};

/** Where the categories of bars stand along x, CSS pixels. */
const categories = (svg: string): number[] => {
  const [, names = ""] =
    /aria-label="fx-axis tick label"[^>]*>(.*?)<g [^>]*aria-label/s.exec(svg) ??
    [];
  return [...names.matchAll(/<g transform="translate\(([-\d.]+),/g)].map(
    ([, x]) => Number(x),
  );
};

/** DejaVu Sans at 11: a digit is 7 wide. */
const DIGIT = 7;

/** The bars of a picture, from top to bottom, CSS pixels. */
const bars = (svg: string): { top: number; bottom: number }[] =>
  [...svg.matchAll(/<rect fill="#0072B2"[^>]*>/g)].map(([bar]) => {
    const [top = NaN, height = NaN] = ["y", "height"].map((name) =>
      Number(new RegExp(` ${name}="([-\\d.]+)"`).exec(bar)?.[1]),
    );
    return { top, bottom: top + height };
  });

describe("room in a panel", () => {
  it("keeps the texts of a logarithmic axis apart, and the last one in the picture", () => {
    const sizes = Array.from({ length: 12 }, (_, n) => 4 ** n);
    const texts = labels(
      drawn(
        sizes.map((size) => [size, size]),
        { xScale: "log" },
      ),
    ).filter(([text]) => text !== "");
    expect(texts.length).toBeGreaterThan(4);
    for (const [index, [text, at]] of texts.entries()) {
      const [before, left] = texts[index - 1] ?? ["", -Infinity];
      expect(at - left).toBeGreaterThan(
        ((text.length + before.length) / 2) * DIGIT * 0.9,
      );
      expect(at + (text.length / 2) * DIGIT * 0.9).toBeLessThan(430);
    }
  });

  it("stands bars on 0, those below it and those above it", () => {
    const [down, up] = bars(
      drawn([
        ["a", -100],
        ["b", 100],
      ]),
    );
    expect(down!.top).toBeCloseTo(up!.bottom, 6);
    expect(down!.bottom - down!.top).toBeCloseTo(up!.bottom - up!.top, 6);
  });

  it("fills the panel with values below 0, however small", () => {
    const [least] = bars(drawn([["a", -1e-6]]));
    expect(least!.bottom - least!.top).toBeGreaterThan(150);
  });

  it("has its numbers rise to the right where there is one below 0", () => {
    const numbers = labels(drawn([[-5, 1]], { kind: "curve" })).map(([text]) =>
      Number(text),
    );
    expect(numbers.length).toBeGreaterThan(1);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  });

  it("shows panels in which all is 0 from 0 to 1", () => {
    const svg = drawn(
      [
        [1, 0],
        [2, 0],
      ],
      { series: [] },
      ["left", "right"],
    );
    expect(svg.match(/>0\.8</g)).toHaveLength(2);
  });

  it("is as wide as many bars and their names need", () => {
    const many = Array.from(
      { length: 30 },
      (_, n) => [`fabric ${String(n)}`, 1] as const,
    );
    const svg = drawn(many);
    const places = categories(svg);
    expect(places).toHaveLength(30);
    expect(bars(svg)).toHaveLength(30);
    // `fabric` has six letters, each about as wide as a digit.
    for (const [index, at] of places.slice(1).entries())
      expect(at - places[index]!).toBeGreaterThan(6 * DIGIT * 0.9);
    expect(/^<svg[^>]* width="(\d+)"/.exec(drawn(many.slice(0, 3)))![1]).toBe(
      "454",
    );
  });

  it("keeps the frame, and all of a name and the label under it, however many lines the name takes", () => {
    // Seventeen words of nine letters.
    const words = Array.from({ length: 17 }, (_, n) => `wordy-${n + 100}`);
    const svg = drawn([
      [words.join(" "), 100],
      ["short", 100],
      ["b", 1],
      ["c", 1],
      ["d", 1],
      ["e", 1],
    ]);
    expect(bars(svg)[0]!.bottom - bars(svg)[0]!.top).toBeGreaterThan(150);
    const [, height = NaN] = /<svg x=[^>]* height="(\d+)"/
      .exec(svg)!
      .map(Number);
    const [, below = NaN, frame = NaN] =
      /translate\([^,]*,([\d.]+)\)" aria-label="fx-axis label"><text transform="translate\([^,]*,([\d.]+)\)/
        .exec(svg)!
        .map(Number);
    expect(frame + below).toBeLessThan(height);
    const [, name = ""] = /<text[^>]*>((?:<tspan[^>]*>[^<]*<\/tspan>)+)/.exec(
      svg.slice(svg.indexOf("fx-axis tick label")),
    )!;
    const lines = [...name.matchAll(/>([^<]+)</g)].map(([, line]) => line);
    // Broken at spaces and behind hyphens.
    expect(lines.join("").replaceAll(/[ ]/g, "")).toBe(words.join(""));
    // The lines are 11 px apart and begin 9 px below the frame; the label stands below the last one.
    expect(below).toBeGreaterThan(9 + lines.length * 11);
  });

  it("keeps the frame under the marks of many curves that have no value somewhere", () => {
    const curves = Array.from({ length: 20 }, (_, n) => ({
      name: `s${n}`,
      style: n,
      points: [{ x: 1, y: n }],
      gaps: [2],
    }));
    const svg = drawFigure({
      id: "f",
      title: "t",
      description: "d",
      charts: [
        {
          title: "p",
          x: { label: "x", scale: "linear" },
          y: { label: "y", scale: "linear" },
          series: curves,
        },
      ],
    });
    const grid = /aria-label="y-grid">(.*?)<\/g>/s.exec(svg)![1]!;
    const ys = [...grid.matchAll(/y1="([\d.]+)"/g)].map(([, y]) => Number(y));
    // Ticks at 0, 5, 10 and 15 of 0 to 19 and a little.
    expect(Math.max(...ys) - Math.min(...ys)).toBeGreaterThan(140);
  });

  it("shows values below 0 in a distribution, too", () => {
    const metric = { name: "slack", unit: "1" };
    const svg = drawFigure(
      metricFigure(
        {
          title: "t",
          factors: [],
          metrics: [metric],
          points: [
            {
              factors: {},
              status: "converged",
              metrics: {
                slack: {
                  mean: 0,
                  percentiles: { "10": -50, "50": -20, "90": 10 },
                },
              },
            },
          ],
        },
        metric,
        { kind: "distribution" },
      ),
    );
    const dots = [
      ...svg.matchAll(/<(?:circle|path)[^>]*(?:cx="|translate\()([-\d.]+)/g),
    ];
    expect(labels(svg).map(([text]) => text)).toContain("-40");
    expect(dots.length).toBeGreaterThan(0);
    for (const [, x] of dots) expect(Number(x)).toBeGreaterThanOrEqual(0);
  });

  it("cuts no emoji in two, and counts a square letter for two", () => {
    const svg = drawn([["\u{1f680}".repeat(40), 1]]);
    expect(svg).not.toMatch(/\p{Surrogate}/u);
    const wide = drawn(
      Array.from(
        { length: 8 },
        (_, n) => [`\u6f22\u5b57\u540d\u524d${n}`, 1] as const,
      ),
    );
    // Four squares of 11 and a digit: no two names touch.
    const places = categories(wide);
    for (const [index, at] of places.slice(1).entries())
      expect(at - places[index]!).toBeGreaterThan(4 * 11);
  });
});
