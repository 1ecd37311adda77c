import { Resvg } from "@resvg/resvg-js";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import {
  drawFigure,
  metricFigure,
  type Chart,
  type Figure,
  type Point,
} from "@fabriclab/experiment-plot";

const figureOf = (
  chart: Partial<Chart>,
  more: Partial<Figure> = {},
): Figure => ({
  id: "f",
  title: "title",
  description: "description",
  charts: [
    {
      title: "panel",
      x: { label: "x", scale: "linear" },
      y: { label: "y", scale: "linear" },
      series: [],
      ...chart,
    },
  ],
  ...more,
});

const LONG =
  "a scheme whose name somebody wrote out at length, with its addressing, its lanes and its seed";

/** Words of the marks in the order in which they are painted. */
const painted = (svg: string): string[] =>
  [...svg.matchAll(/aria-label="(area|line|rule|dot|bar)"/g)].map(
    ([, what = ""]) => what,
  );

/** Whether ink lies beside the figure when nothing is cut off there. */
function inkOutside(svg: string): boolean {
  const beside = 300;
  const [, width = 0, height = 0] = /width="(\d+)" height="(\d+)"/
    .exec(svg)!
    .map(Number);
  const wider = svg
    .replace(
      /width="\d+" height="\d+" viewBox="[^"]*"/,
      `width="${width + 2 * beside}" height="${height}" viewBox="${-beside} 0 ${width + 2 * beside} ${height}"`,
    )
    .replaceAll('<svg x="', '<svg overflow="visible" x="');
  const locate = createRequire(import.meta.url);
  const picture = new Resvg(wider, {
    font: {
      loadSystemFonts: false,
      fontFiles: ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((file) =>
        locate.resolve(`dejavu-fonts-ttf/ttf/${file}`),
      ),
      defaultFontFamily: "DejaVu Sans",
    },
  }).render();
  const { pixels } = picture;
  for (let y = 0; y < picture.height; y++)
    for (let x = 0; x < picture.width; x++)
      if (
        (x < beside || x >= beside + width) &&
        pixels[4 * (y * picture.width + x) + 3] !== 0
      )
        return true;
  return false;
}

describe("a figure that can be read", () => {
  const points = (lift: number): Point[] =>
    [1, 2, 3].map((x) => ({
      x,
      y: x + lift,
      low: x + lift - 1,
      high: x + lift + 1,
    }));

  it.each(["measured", "steps"] as const)(
    "has no band over a curve: %s",
    (kind) => {
      const svg = drawFigure(
        figureOf({
          series: [0, 1, 2].map((style) => ({
            name: `s${style}`,
            style,
            kind,
            points: points(style / 4),
          })),
        }),
      );
      const marks = painted(svg);
      expect(marks.filter((mark) => mark === "area")).toHaveLength(3);
      expect(marks.lastIndexOf("area")).toBeLessThan(marks.indexOf("line"));
      expect(marks.lastIndexOf("area")).toBeLessThan(
        marks.indexOf("dot") < 0 ? Infinity : marks.indexOf("dot"),
      );
    },
  );

  it("shows a bound that is known at one place only", () => {
    const drawn = (bounds: readonly Point[]): string =>
      drawFigure(
        figureOf({
          series: [
            { name: "s", style: 0, points: points(0) },
            { name: "bound", style: 1, kind: "bound", points: bounds },
          ],
        }),
      );
    const orange = (svg: string): string[] =>
      [...svg.matchAll(/<[^>]*stroke="#D55E00"[^>]*aria-label="(\w+)"/g)].map(
        ([, what = ""]) => what,
      );
    const one = drawn([{ x: 2, y: 2 }]);
    const two = drawn([
      { x: 1, y: 2 },
      { x: 2, y: 2 },
    ]);
    expect(orange(one)).toEqual(["dot"]);
    expect(orange(two)).toEqual(["line"]);
    // And its legend has what is drawn: a plus is two strokes, neither of them dashed.
    const sample = (svg: string): string[] =>
      /((?:<line [^>]*>)+)<text[^>]*>bound</
        .exec(svg)![1]!
        .match(/<line [^>]*>/g)!;
    expect(sample(one).map((line) => line.includes("dash"))).toEqual([
      false,
      false,
    ]);
    expect(sample(two).map((line) => line.includes("dash"))).toEqual([true]);
  });

  it("has no band where the curve is broken", () => {
    const drawn = (gaps: readonly number[]): string =>
      /aria-label="area"[^>]*><path d="([^"]+)"/.exec(
        drawFigure(
          figureOf({
            series: [
              {
                name: "s",
                style: 0,
                points: [1, 2, 4, 5].map((x) => ({ x, y: x, low: 1, high: 6 })),
                gaps,
              },
            ],
          }),
        ),
      )![1]!;
    expect(drawn([]).match(/M/g)).toHaveLength(1);
    expect(drawn([3]).match(/M/g)).toHaveLength(2);
  });

  it("shows a curve under another one that coincides with it, as a rim", () => {
    const widths = (kind: "measured" | "steps"): number[] =>
      [
        ...drawFigure(
          figureOf({
            series: [0, 1].map((style) => ({
              name: `s${style}`,
              style,
              kind,
              points: points(0),
            })),
          }),
        ).matchAll(/stroke-width="([\d.]+)"[^>]*aria-label="line"/g),
      ].map(([, width]) => Number(width));
    for (const kind of ["measured", "steps"] as const) {
      const [under = 0, over = 0] = widths(kind);
      expect(under).toBeGreaterThanOrEqual(over + 0.8);
    }
  });

  it("draws an interval that reaches to 0 on a logarithmic axis as far as the frame", () => {
    const drawn = (low: number): string =>
      drawFigure(
        figureOf({
          y: { label: "y", scale: "log" },
          series: [
            {
              name: "s",
              style: 0,
              points: [
                { x: 1, y: 100, low: 90, high: 110 },
                { x: 2, y: 200, low, high: 400 },
              ],
            },
          ],
        }),
      );
    expect(drawn(0)).toBe(drawn(-200));
    // A tenth of its mean is as far as the axis goes for it.
    expect(drawn(0)).toContain(">20<");
    expect(drawn(0)).not.toContain(">10<");
  });

  it("has room between an axis's label and the longest of its ticks", () => {
    const svg = drawFigure(
      figureOf({
        y: { label: "latency", unit: "µs", scale: "log" },
        series: [
          {
            name: "s",
            style: 0,
            points: [
              { x: 1, y: 2e5 },
              { x: 2, y: 6e5 },
            ],
          },
        ],
      }),
    );
    /** Where the texts of a group of the axis stand along x. */
    const placeOf = (part: string): number => {
      const [, shift, frame] = new RegExp(
        `<g transform="translate\\(([-\\d.]+),[^)]*\\)"[^>]* aria-label="y-axis ${part}"[^>]*><text transform="translate\\(([-\\d.]+),`,
      ).exec(svg)!;
      return Number(shift) + Number(frame);
    };
    expect(svg).toContain(">500 000<");
    // DejaVu Sans at 11: a digit is 7 wide, a space 3.5; the label is a line of 13.
    const ticksFrom = placeOf("tick label") - 6 * 7 - 3.5;
    expect(ticksFrom).toBeGreaterThan(placeOf("label") + 13);
  });

  it("keeps the place of a category that has no bar", () => {
    const point = (pattern: string, status: string, mean: number) => ({
      factors: { pattern },
      status,
      metrics: { latency: { mean } },
    });
    const latency = { name: "latency", unit: "ns" };
    const svg = drawFigure(
      metricFigure(
        {
          title: "t",
          factors: [{ name: "pattern", unit: "" }],
          metrics: [latency],
          points: [
            point("uniform", "converged", 1000),
            point("transpose", "saturated", NaN),
            point("shift", "converged", 1200),
          ],
        },
        latency,
      ),
    );
    for (const name of ["uniform", "transpose", "shift"])
      expect(svg).toContain(`>${name}<`);
    expect(svg.match(/<rect[^>]*fill="#0072B2"/g)).toHaveLength(2);
    // One axis of values, not one on each side of the empty place.
    expect(svg.match(/>1000</g)).toHaveLength(1);
  });

  it("breaks names that are longer than their place", () => {
    const chart = {
      x: { label: `${LONG}, ${LONG}`, scale: "linear", format: () => LONG },
      y: { label: LONG, unit: "of the time", scale: "linear" },
      title: LONG,
    } as const;
    const series = [0, 1].map((style) => ({
      // Nothing alike at both ends, which a legend would name once.
      name: `${style} ${LONG}, ${"x".repeat(80)} ${style}`,
      style,
      points: points(0),
    }));
    for (const mark of ["bar", "line"] as const) {
      const svg = drawFigure(
        figureOf(
          {
            ...chart,
            mark,
            series,
            ...(mark === "bar" ? {} : { x: { label: "x", scale: "linear" } }),
          },
          { title: `${LONG}, ${LONG}`, notes: [LONG] },
        ),
      );
      expect(inkOutside(svg)).toBe(false);
      expect(inkOutside(svg.replaceAll('x="34"', 'x="334"'))).toBe(true);
    }
  });
});
