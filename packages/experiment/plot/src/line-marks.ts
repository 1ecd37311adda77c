import * as Plot from "@observablehq/plot";
import type { Chart, Point, Series } from "./chart.ts";
import { guideMarks, hasInterval, type Mark } from "./marks.ts";
import { stepBand, stepCurve } from "./step-marks.ts";
import { colourOf, dashed, DASHES, markerOf } from "./style.ts";
import { thinned } from "./thinned.ts";

/** Height of a row of marks above the frame. */
export const MARK_ROW = 9;

/** With more curves than this, thick lines hide more than their rims show. */
const MOST_RIMS = 6;

/**
 * Curves with markers, bands and whiskers, bounds, guides, and marks above the frame where a curve has no value. All bands lie under all
 * curves: none is covered by a later one's.
 */
export function lineMarks(chart: Chart): Mark[] {
  const measured = chart.series.filter((series) => series.kind !== "bound");
  const bounds = chart.series.filter((series) => series.kind === "bound");
  // Why: a curve under another one that coincides with it must still be seen, as a rim.
  const rimOf = (index: number): number =>
    measured.length > MOST_RIMS ? 0 : Math.min(3, measured.length - 1 - index);
  return [
    ...guideMarks(chart),
    ...measured.flatMap((series) =>
      series.kind === "steps" ? stepBand(series) : band(series),
    ),
    ...measured.flatMap((series, index) =>
      series.kind === "steps"
        ? stepCurve(series, rimOf(index))
        : curve(chart, series, rimOf(index)),
    ),
    ...bounds.map((series) =>
      series.points.length === 1
        ? // One point makes no line.
          Plot.dot([...series.points], {
            x: "x",
            y: "y",
            symbol: "plus",
            stroke: colourOf(series.style),
            strokeWidth: 1.2,
            r: 4,
          })
        : Plot.line(withGaps(series), {
            x: "x",
            y: "y",
            stroke: colourOf(series.style),
            strokeWidth: 1.2,
            strokeDasharray: DASHES,
          }),
    ),
  ];
}

/** The intervals of a curve, and nothing of them where the curve is broken. */
function band(series: Series): Mark[] {
  const points = withGaps(series);
  return points.some(hasInterval)
    ? [
        Plot.areaY(points, {
          x: "x",
          y1: "low",
          y2: "high",
          fill: colourOf(series.style),
          fillOpacity: 0.2,
        }),
      ]
    : [];
}

/** A measured curve: whiskers, line, markers, and marks above the frame. */
function curve(chart: Chart, series: Series, rim: number): Mark[] {
  const colour = colourOf(series.style);
  const points = withGaps(series);
  const radius = 3 + 1.1 * rim;
  // Why all of scattered points: no line shows what is left out.
  const some = series.scattered === true ? all : thinned;
  const capped = some(series.capped ?? []);
  // Why those of capped points, too: a white dot is seen in a marker only.
  const markers = [...new Set([...some(points), ...capped])];
  const symbol = markerOf(series.style);
  return [
    // A band narrower than its line would not be seen: whiskers show that it is there.
    Plot.ruleX(points.filter(hasInterval), {
      x: "x",
      y1: "low",
      y2: "high",
      stroke: colour,
      strokeWidth: 1.2,
    }),
    Plot.ruleY([...(series.along ?? [])], {
      y: "y",
      x1: "low",
      x2: "high",
      stroke: colour,
      strokeWidth: 1.2,
    }),
    ...(series.scattered === true
      ? []
      : [
          Plot.line(points, {
            x: "x",
            y: "y",
            stroke: colour,
            strokeWidth: 1.6 + 0.9 * rim,
            ...dashed(series.style),
          }),
        ]),
    Plot.dot(markers, {
      x: "x",
      y: "y",
      symbol,
      fill: colour,
      stroke: "white",
      strokeWidth: 0.6,
      r: radius,
    }),
    Plot.dot(capped, {
      x: "x",
      y: "y",
      symbol: "circle",
      fill: "white",
      r: 1.4,
    }),
    Plot.dot([...(series.unsteady ?? [])], {
      x: "x",
      y: "y",
      symbol,
      fill: "white",
      stroke: colour,
      strokeWidth: 1.6,
      r: radius,
    }),
    ...aboveFrame(chart, series, series.gaps ?? [], "times"),
    ...aboveFrame(chart, series, series.saturated ?? [], "triangle"),
  ];
}

const all = (points: readonly Point[]): Point[] => [...points];

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
const emptyPlacesOf = ({ gaps = [], saturated = [] }: Series): number[] => [
  ...gaps,
  ...saturated,
];

/** Curves that have places without a value, in the order of their rows of marks. */
export const curvesWithGaps = (chart: Chart): readonly Series[] =>
  chart.series.filter((series) => emptyPlacesOf(series).length > 0);

/** The points in the order of x, with one that has no value wherever the line breaks. */
function withGaps(series: Series): Point[] {
  const { points, breaks = emptyPlacesOf(series) } = series;
  return breaks.length === 0
    ? [...points]
    : [...points, ...breaks.map((x) => ({ x, y: Number.NaN }))].sort(
        (a, b) => a.x - b.x,
      );
}
