import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { Axis, Chart, Point, Series } from "./chart.ts";
import { colourOf, DASHES, FONT, GREY, markerOf } from "./style.ts";
import { plain, ticksOf } from "./ticks.ts";

type Mark = NonNullable<NonNullable<Plot.PlotOptions["marks"]>[number]>;

const MARGIN_TOP = 12;
/** Height of a row of crosses. */
const GAP_ROW = 9;

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
    // Why the room: crosses of gaps stand above the frame, a row for each curve, where they hide no point.
    marginTop: MARGIN_TOP + GAP_ROW * withGapsIn(chart).length,
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

function lineMarks(chart: Chart): Mark[] {
  const marks: Mark[] = guides(chart);
  // Why the sizes: a curve under another one that coincides with it must still be seen, as a rim.
  const measured = chart.series.filter((series) => series.kind !== "bound");
  for (const series of [
    ...measured,
    ...chart.series.filter((one) => one.kind === "bound"),
  ]) {
    const above = measured.length - 1 - measured.indexOf(series);
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
    marks.push(
      Plot.line(points, {
        x: "x",
        y: "y",
        stroke: colour,
        strokeWidth: 1.6 + 0.9 * Math.min(above, 3),
      }),
      Plot.dot(points, {
        x: "x",
        y: "y",
        symbol: markerOf(series.style),
        fill: colour,
        stroke: "white",
        strokeWidth: 0.6,
        r: 3 + 1.1 * Math.min(above, 3),
      }),
      Plot.dot([...(series.gaps ?? [])], {
        x: (at: number) => at,
        frameAnchor: "top",
        dy: -GAP_ROW * (withGapsIn(chart).indexOf(series) + 1),
        symbol: "times",
        stroke: colour,
        strokeWidth: 1.6,
        r: 3.5,
      }),
    );
  }
  return marks;
}

/** Curves that have gaps, in the order of their rows of crosses. */
const withGapsIn = (chart: Chart): readonly Series[] =>
  chart.series.filter(({ gaps = [] }) => gaps.length > 0);

/** The points in the order of x, with one that has no value at each gap, where a line breaks. */
const withGaps = ({ points, gaps = [] }: Series): Point[] =>
  gaps.length === 0
    ? [...points]
    : [...points, ...gaps.map((x) => ({ x, y: Number.NaN }))].sort(
        (a, b) => a.x - b.x,
      );

interface Bar extends Point {
  readonly name: string;
}

function barMarks(chart: Chart, [low]: readonly [number, number]): Mark[] {
  const bars: Bar[] = chart.series
    .filter((series) => series.kind !== "bound")
    .flatMap((series) =>
      series.points.map((point) => ({ ...point, name: series.name })),
    );
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
    Plot.barY(bars, {
      fx: "x",
      x: "name",
      y1: low,
      y2: "y",
      fill: (bar: Bar) => colours.get(bar.name),
      insetLeft: 1,
      insetRight: 1,
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
    ...guides(chart),
  ];
}

const guides = (chart: Chart): Mark[] =>
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

const hasInterval = (point: Point): point is Required<Point> =>
  point.low !== undefined && point.high !== undefined;

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
    series.points.flatMap((point) =>
      name === "x"
        ? [point.x]
        : [point.y, point.low ?? point.y, point.high ?? point.y],
    ),
  );
  if (name === "x")
    values.push(...chart.series.flatMap(({ gaps }) => gaps ?? []));
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
