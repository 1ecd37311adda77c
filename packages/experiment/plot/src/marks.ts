import * as Plot from "@observablehq/plot";
import type { Chart, Point } from "./chart.ts";
import { colourOf, DASHES, GREY } from "./style.ts";

export type Mark = NonNullable<NonNullable<Plot.PlotOptions["marks"]>[number]>;

export const guideMarks = (chart: Chart): Mark[] =>
  (chart.guides ?? []).map((guide) => {
    const look = {
      stroke: guide.style === undefined ? GREY : colourOf(guide.style),
      strokeDasharray: DASHES,
      strokeWidth: 1,
    };
    return guide.axis === "x"
      ? Plot.ruleX([guide.at], look)
      : Plot.ruleY([guide.at], look);
  });

export const hasInterval = (point: Point): point is Required<Point> =>
  point.low !== undefined && point.high !== undefined;
