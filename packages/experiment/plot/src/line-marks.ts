import * as Plot from "@observablehq/plot";
import type { Chart, Point, Series } from "./chart.ts";
import { guideMarks, hasInterval, type Mark } from "./marks.ts";
import { stepMarks } from "./step-marks.ts";
import { colourOf, DASHES, markerOf } from "./style.ts";

/** Height of a row of marks above the frame. */
export const MARK_ROW = 9;

/** With more curves than this, thick lines hide more than their rims show. */
const MOST_RIMS = 6;

/** Curves with markers, bands and whiskers, bounds, guides, and marks above the frame where a curve has no value. */
export function lineMarks(chart: Chart): Mark[] {
  const marks: Mark[] = guideMarks(chart);
  // Why the sizes: a curve under another one that coincides with it must still be seen, as a rim.
  const measured = chart.series.filter((series) => series.kind !== "bound");
  for (const series of [
    ...measured,
    ...chart.series.filter((one) => one.kind === "bound"),
  ]) {
    if (series.kind === "steps") {
      marks.push(...stepMarks(series));
      continue;
    }
    const above =
      measured.length > MOST_RIMS
        ? 0
        : measured.length - 1 - measured.indexOf(series);
    const colour = colourOf(series.style);
    const points = withGaps(series);
    if (series.kind === "bound") {
      marks.push(
        Plot.line(points, {
          x: "x",
          y: "y",
          stroke: colour,
          strokeWidth: 1.2,
          strokeDasharray: DASHES,
        }),
      );
      continue;
    }
    const band = points.filter(hasInterval);
    if (band.length > 0) {
      marks.push(
        Plot.areaY(band, {
          x: "x",
          y1: "low",
          y2: "high",
          fill: colour,
          fillOpacity: 0.2,
        }),
        // A band narrower than its line would not be seen: whiskers show that it is there.
        Plot.ruleX(band, {
          x: "x",
          y1: "low",
          y2: "high",
          stroke: colour,
          strokeWidth: 1.2,
        }),
      );
    }
    if (series.scattered !== true) {
      marks.push(
        Plot.line(points, {
          x: "x",
          y: "y",
          stroke: colour,
          strokeWidth: 1.6 + 0.9 * Math.min(above, 3),
        }),
      );
    }
    const radius = 3 + 1.1 * Math.min(above, 3);
    marks.push(
      Plot.dot(points, {
        x: "x",
        y: "y",
        symbol: markerOf(series.style),
        fill: colour,
        stroke: "white",
        strokeWidth: 0.6,
        r: radius,
      }),
      Plot.dot([...(series.unsteady ?? [])], {
        x: "x",
        y: "y",
        symbol: markerOf(series.style),
        fill: "white",
        stroke: colour,
        strokeWidth: 1.6,
        r: radius,
      }),
      ...aboveFrame(chart, series, series.gaps ?? [], "times"),
      ...aboveFrame(chart, series, series.saturated ?? [], "triangle"),
    );
  }
  return marks;
}

/** Marks in the row of a curve above the frame. */
const aboveFrame = (
  chart: Chart,
  series: Series,
  places: readonly number[],
  symbol: "times" | "triangle",
): Mark[] =>
  places.length === 0
    ? []
    : [
        Plot.dot([...places], {
          x: (at: number) => at,
          frameAnchor: "top",
          dy: -MARK_ROW * (curvesWithGaps(chart).indexOf(series) + 1),
          symbol,
          stroke: colourOf(series.style),
          strokeWidth: 1.6,
          r: symbol === "times" ? 3.5 : 2.8,
        }),
      ];

/** Places where a curve has no value. */
const breaksOf = ({ gaps = [], saturated = [] }: Series): number[] => [
  ...gaps,
  ...saturated,
];

/** Curves that have places without a value, in the order of their rows of marks. */
export const curvesWithGaps = (chart: Chart): readonly Series[] =>
  chart.series.filter((series) => breaksOf(series).length > 0);

/** The points in the order of x, with one that has no value at each gap, where a line breaks. */
function withGaps(series: Series): Point[] {
  const breaks = breaksOf(series);
  const { points } = series;
  return breaks.length === 0
    ? [...points]
    : [...points, ...breaks.map((x) => ({ x, y: Number.NaN }))].sort(
        (a, b) => a.x - b.x,
      );
}
