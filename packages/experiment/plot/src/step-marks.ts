import * as Plot from "@observablehq/plot";
import type { Point, Series } from "./chart.ts";
import { hasInterval, type Mark } from "./marks.ts";
import { colourOf, dashed, markerOf } from "./style.ts";

/** The band of a curve of steps: it holds each interval until the next point. */
export function stepBand({ points, style }: Series): Mark[] {
  const band: Required<Point>[] = points.filter(hasInterval);
  return band.length === 0
    ? []
    : [
        Plot.areaY(band, {
          x: "x",
          y1: "low",
          y2: "high",
          fill: colourOf(style),
          fillOpacity: 0.25,
          curve: "step-after",
        }),
      ];
}

/**
 * A curve of steps: a line that holds each value until the next, and markers at a few points.
 *
 * @param rim how much wider than the topmost curve
 */
export function stepCurve(
  { points, marked = [], style }: Series,
  rim: number,
): Mark[] {
  const colour = colourOf(style);
  return [
    Plot.line([...points], {
      x: "x",
      y: "y",
      stroke: colour,
      strokeWidth: 1.4 + 0.9 * rim,
      ...dashed(style),
      curve: "step-after",
    }),
    Plot.dot([...marked], {
      x: "x",
      y: "y",
      symbol: markerOf(style),
      fill: colour,
      stroke: "white",
      strokeWidth: 0.6,
      r: 3.5 + 1.1 * rim,
    }),
  ];
}
