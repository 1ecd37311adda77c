import * as Plot from "@observablehq/plot";
import type { Point, Series } from "./chart.ts";
import { hasInterval, type Mark } from "./marks.ts";
import { colourOf, markerOf } from "./style.ts";

/** A curve of steps: a band and a line that hold each value until the next, and markers at a few points. */
export function stepMarks({ points, marked = [], style }: Series): Mark[] {
  const colour = colourOf(style);
  const band: Required<Point>[] = points.filter(hasInterval);
  return [
    ...(band.length === 0
      ? []
      : [
          Plot.areaY(band, {
            x: "x",
            y1: "low",
            y2: "high",
            fill: colour,
            fillOpacity: 0.25,
            curve: "step-after",
          }),
        ]),
    Plot.line([...points], {
      x: "x",
      y: "y",
      stroke: colour,
      strokeWidth: 1.4,
      curve: "step-after",
    }),
    Plot.dot([...marked], {
      x: "x",
      y: "y",
      symbol: markerOf(style),
      fill: colour,
      stroke: "white",
      strokeWidth: 0.6,
      r: 3.5,
    }),
  ];
}
