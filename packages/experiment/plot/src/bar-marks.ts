import * as Plot from "@observablehq/plot";
import type { Chart, Point } from "./chart.ts";
import { guideMarks, hasInterval, type Mark } from "./marks.ts";
import { colourOf, DASHES } from "./style.ts";

/** Of the line round a hollow bar, CSS pixels. */
const HOLLOW = 1.6;

interface Bar extends Point {
  readonly name: string;
}

/** A bar per series in each category, hollow where it is no steady mean, whiskers for its interval, dashed lines for bounds. */
export function barMarks(
  chart: Chart,
  [low, high]: readonly [number, number],
): Mark[] {
  // A logarithmic axis has no 0, and one of a given range may not reach to it.
  const foot = chart.y.scale === "log" ? low : Math.min(high, Math.max(low, 0));
  const bars: Bar[] = chart.series
    .filter((series) => series.kind !== "bound")
    .flatMap((series) =>
      series.points.map((point) => ({ ...point, name: series.name })),
    );
  const hollow: Bar[] = chart.series.flatMap(({ name, unsteady = [] }) =>
    unsteady.map((point) => ({ ...point, name })),
  );
  // A category without any bar is one all the same, or its place would have no axis.
  const empty = (chart.x.ticks ?? []).map((x) => ({
    x,
    y: Number.NaN,
    name: chart.series[0]?.name ?? "",
  }));
  const colours = new Map(
    chart.series.map((series) => [series.name, colourOf(series.style)]),
  );
  const bounds = chart.series
    .filter((series) => series.kind === "bound")
    .flatMap((series) =>
      series.points.map((point) => ({
        ...point,
        colour: colourOf(series.style),
      })),
    );
  return [
    Plot.barY([...empty, ...bars], {
      fx: "x",
      x: "name",
      y1: foot,
      y2: "y",
      fill: (bar: Bar) => colours.get(bar.name),
      insetLeft: 1,
      insetRight: 1,
    }),
    Plot.barY(hollow, {
      fx: "x",
      x: "name",
      y1: foot,
      y2: "y",
      fill: "white",
      stroke: (bar: Bar) => colours.get(bar.name),
      strokeWidth: HOLLOW,
      // The stroke lies half outside of what it goes round.
      insetLeft: 1 + HOLLOW / 2,
      insetRight: 1 + HOLLOW / 2,
      insetTop: HOLLOW / 2,
    }),
    Plot.ruleX(bars.filter(hasInterval), {
      fx: "x",
      x: "name",
      y1: "low",
      y2: "high",
      stroke: "black",
      strokeWidth: 1.2,
    }),
    Plot.ruleY(bounds, {
      fx: "x",
      y: "y",
      stroke: (bound: { colour: string }) => bound.colour,
      strokeDasharray: DASHES,
    }),
    ...guideMarks(chart),
  ];
}
