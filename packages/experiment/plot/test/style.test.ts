import { describe, expect, it } from "vitest";
import { drawFigure, type Series } from "@fabriclab/experiment-plot";
import { PALETTE } from "../src/style.ts";

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

/** Normal sight, and complete protanopia, deuteranopia and tritanopia in linear RGB (G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, IEEE TVCG 15(6), 2009). */
const SIGHTS: Readonly<Record<string, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const toXyz: Matrix = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
];

const dot = (a: Vector, b: Vector): number =>
  a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const times = (matrix: Matrix, vector: Vector): Vector => [
  dot(matrix[0], vector),
  dot(matrix[1], vector),
  dot(matrix[2], vector),
];
const channel = (colour: string, at: number): number => {
  const value = parseInt(colour.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const linear = (colour: string): Vector => [
  channel(colour, 1),
  channel(colour, 3),
  channel(colour, 5),
];
/** CIELAB of a colour as somebody sees it, D65. */
function seen(colour: string, sight: Matrix): Vector {
  const clipped = times(sight, linear(colour)).map((one) =>
    Math.min(1, Math.max(0, one)),
  ) as unknown as Vector;
  const [x, y, z] = times(toXyz, clipped);
  const root = (t: number): number =>
    t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116;
  const [fx, fy, fz] = [root(x / 0.95047), root(y), root(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}
const distance = (a: Vector, b: Vector): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
/** Contrast with white, as WCAG counts it. */
const contrast = (colour: string): number =>
  1.05 / (dot(toXyz[1], linear(colour)) + 0.05);

describe("the colours of series", () => {
  it.each(Object.entries(SIGHTS))(
    "are at least eight, and differ under %s",
    (_, sight) => {
      expect(PALETTE.length).toBeGreaterThanOrEqual(8);
      for (const [at, one] of PALETTE.entries())
        for (const other of PALETTE.slice(at + 1))
          expect(
            distance(seen(one, sight), seen(other, sight)),
            `${one} and ${other}`,
          ).toBeGreaterThan(16);
    },
  );

  it.each(PALETTE)("%s is seen on white", (colour) => {
    expect(contrast(colour)).toBeGreaterThan(2.2);
  });
});

describe("a figure of as many series as may be", () => {
  const series: Series[] = Array.from({ length: 21 }, (_, style) => ({
    name: `series ${style}`,
    style,
    points: [
      { x: 1, y: style },
      { x: 2, y: style + 1 },
    ],
  }));
  const svgOf = (some: readonly Series[]): string =>
    drawFigure({
      id: "many",
      title: "Many",
      description: "Many series.",
      charts: [
        {
          title: "",
          x: { label: "x", scale: "linear" },
          y: { label: "y", scale: "linear" },
          series: [...some],
        },
      ],
    });

  it("shows no two alike", () => {
    const samples = [
      ...svgOf(series).matchAll(
        /<line x1="0" x2="28"[^>]*\/><path[^>]*\/>(?=<text[^>]*>\d)/g,
      ),
    ].map(([sample]) => sample);
    expect(samples).toHaveLength(series.length);
    expect(new Set(samples).size).toBe(series.length);
    const lines = samples.map((sample) => /<line[^>]*>/.exec(sample)?.[0]);
    expect(new Set(lines).size).toBe(series.length);
  });

  it("draws the dashes that its legend shows, and those of bounds for no other", () => {
    const dashes = (svg: string): string[] =>
      [...svg.matchAll(/stroke-dasharray="([^"]*)"/g)].map(
        ([, found = ""]) => found,
      );
    for (const one of series) {
      const found = dashes(svgOf([one]));
      expect(new Set(found).size).toBe(one.style < PALETTE.length ? 0 : 1);
      expect(found).toHaveLength(one.style < PALETTE.length ? 0 : 2);
      expect(found).not.toContain("5 3");
    }
  });
});
