import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { barMarks } from "./bar-marks.ts";
import type { Axis, Chart, Series } from "./chart.ts";
import { curvesWithGaps, lineMarks, MARK_ROW } from "./line-marks.ts";
import { FONT } from "./style.ts";
import { plain, ticksOf } from "./ticks.ts";

const MARGIN_TOP = 12;

/** One chart as an `<svg>` element's text, `width` x `height` CSS pixels, without title or legend. */
export function drawPanel(chart: Chart, width: number, height: number): string {
  // Why a document per chart: Plot numbers what it names by document, and equal charts must have equal bytes.
  const { document } = parseHTML(
    "<!doctype html><html><body></body></html>",
  ) as { readonly document: object };
  const bars = chart.mark === "bar";
  const yRange = range(chart, "y");
  const xRange = range(chart, "x");
  const element = Plot.plot({
    document: document as never, // a DOM's types are not among this project's
    width,
    height,
    marginLeft: 62,
    marginRight: 24,
    // Why the room: marks of what is missing stand above the frame, a row for each curve, where they hide no point.
    marginTop: MARGIN_TOP + MARK_ROW * curvesWithGaps(chart).length,
    marginBottom: 44,
    style: { fontFamily: FONT, fontSize: "11px", background: "none" },
    ...(bars
      ? { fx: category(chart), x: { axis: null, domain: names(chart) } }
      : { x: { type: chart.x.scale, domain: [...xRange] } }),
    y: { type: chart.y.scale, domain: [...yRange] },
    marks: [
      Plot.gridY(ticksOf(chart.y, ...yRange)),
      Plot.axisY(...axis(chart.y, yRange)),
      ...(bars
        ? barMarks(chart, yRange)
        : [Plot.axisX(...axis(chart.x, xRange)), ...lineMarks(chart)]),
    ],
  }) as unknown as {
    querySelectorAll(selector: string): Iterable<{ remove(): void }>;
    outerHTML: string;
  };
  // Plot's style sheet is for pages; in a picture it only repeats what is already set.
  for (const style of element.querySelectorAll("style")) style.remove();
  return element.outerHTML;
}

/** Ticks and their look. The text is a channel of its own: Plot leaves out texts of a logarithmic axis as it sees fit. */
function axis(
  of: Axis,
  domain: readonly [number, number],
): [number[], Plot.AxisXOptions & Plot.AxisYOptions] {
  return [
    ticksOf(of, ...domain),
    {
      label: labelOf(of),
      labelAnchor: "center",
      labelArrow: "none",
      text: (value: number) => (of.format ?? plain)(value),
    },
  ];
}

const labelOf = (axis: Axis): string =>
  axis.unit === undefined ? axis.label : `${axis.label} (${axis.unit})`;

const names = (chart: Chart): string[] =>
  chart.series
    .filter((series) => series.kind !== "bound")
    .map((series) => series.name);

const category = (chart: Chart): Plot.ScaleOptions => ({
  label: labelOf(chart.x),
  labelAnchor: "center",
  tickFormat: chart.x.format ?? plain,
  padding: 0.2,
  axis: "bottom",
});

/** The range of an axis: as it says, or all values drawn with a little room. */
function range(chart: Chart, name: "x" | "y"): readonly [number, number] {
  const axis = chart[name];
  if (axis.domain !== undefined) return axis.domain;
  const values = chart.series.flatMap((series: Series) =>
    [...series.points, ...(series.unsteady ?? [])].flatMap((point) =>
      name === "x"
        ? [point.x]
        : [point.y, point.low ?? point.y, point.high ?? point.y],
    ),
  );
  if (name === "x")
    values.push(
      ...chart.series.flatMap(({ gaps = [], saturated = [] }) => [
        ...gaps,
        ...saturated,
      ]),
    );
  for (const guide of chart.guides ?? [])
    if (guide.axis === name) values.push(guide.at);
  const usable = values.filter(
    (value) => Number.isFinite(value) && (axis.scale === "linear" || value > 0),
  );
  if (usable.length === 0) return axis.scale === "log" ? [1, 10] : [0, 1];
  const low = Math.min(...usable);
  const high = Math.max(...usable);
  if (name === "x") return low < high ? [low, high] : [low / 2, high * 2];
  // A logarithmic axis spans at least a factor of two, or noise would look like a slope.
  if (axis.scale === "log")
    return [Math.min(low / 1.15, high / 2), high * 1.15];
  return [Math.min(0, low), high > 0 ? high * 1.06 : 1];
}
