import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { barMarks } from "./bar-marks.ts";
import type { Axis, Chart, Point } from "./chart.ts";
import { curvesWithGaps, lineMarks, MARK_ROW } from "./line-marks.ts";
import { broken, lettersIn, widthOf } from "./lines.ts";
import { FONT } from "./style.ts";
import { plain, ticksOf } from "./ticks.ts";

const MARGIN_TOP = 12;
const MARGIN_RIGHT = 24;
const MARGIN_BOTTOM = 44;
const MARGIN_LEFT = 62;
/** Beside the text of the y axis's ticks: their marks on its right, the axis's label on its left, and gaps. */
const BESIDE_TICKS = 25;
const FONT_SIZE = 11;
const ROW = 13;
/** Share of a category's width that is left free. */
const PADDING = 0.2;

/** One chart as an `<svg>` element's text, `width` x `height` CSS pixels, without title or legend. */
export function drawPanel(whole: Chart, width: number, height: number): string {
  // Why a document per chart: Plot numbers what it names by document, and equal charts must have equal bytes.
  const { document } = parseHTML(
    "<!doctype html><html><body></body></html>",
  ) as { readonly document: object };
  const bars = whole.mark === "bar";
  const yRange = range(whole, "y");
  const xRange = range(whole, "x");
  const chart = numberless(cutOff(whole, yRange));
  // Why the room: marks of what is missing stand above the frame, a row for each curve, where they hide no point.
  const marginTop = MARGIN_TOP + MARK_ROW * curvesWithGaps(chart).length;
  const yLabel = broken(
    labelOf(chart.y),
    lettersIn(height - MARGIN_TOP - MARGIN_BOTTOM, FONT_SIZE),
  );
  const widest = Math.max(
    ...ticksOf(chart.y, ...yRange).map((tick) =>
      widthOf(tickText(chart.y, tick), FONT_SIZE),
    ),
  );
  const marginLeft =
    Math.max(MARGIN_LEFT, Math.ceil(widest) + BESIDE_TICKS) +
    ROW * (yLabel.length - 1);
  const names = bars
    ? categoryNames(chart, width - marginLeft - MARGIN_RIGHT)
    : [];
  const rows = Math.max(1, ...names.map(([, lines]) => lines.length));
  const element = Plot.plot({
    document: document as never, // a DOM's types are not among this project's
    width,
    height,
    marginLeft,
    marginRight: MARGIN_RIGHT,
    marginTop,
    marginBottom: MARGIN_BOTTOM + ROW * (rows - 1),
    style: {
      fontFamily: FONT,
      fontSize: `${FONT_SIZE}px`,
      background: "none",
    },
    ...(bars
      ? {
          fx: category(chart, new Map(names)),
          x: { axis: null, domain: namesOf(chart) },
        }
      : { x: { type: chart.x.scale, domain: [...xRange] } }),
    y: { type: chart.y.scale, domain: [...yRange] },
    marks: [
      Plot.gridY(ticksOf(chart.y, ...yRange)),
      Plot.axisY(...axis(chart.y, yRange, yLabel.join("\n"))),
      ...(bars
        ? barMarks(chart, yRange)
        : [
            Plot.axisX(...axis(chart.x, xRange, labelOf(chart.x))),
            ...lineMarks(chart),
          ]),
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
  label: string,
): [number[], Plot.AxisXOptions & Plot.AxisYOptions] {
  return [
    ticksOf(of, ...domain),
    {
      label,
      labelAnchor: "center",
      labelArrow: "none",
      text: (value: number) => tickText(of, value),
    },
  ];
}

const tickText = (of: Axis, value: number): string =>
  (of.format ?? plain)(value);

const labelOf = (axis: Axis): string =>
  axis.unit === undefined ? axis.label : `${axis.label} (${axis.unit})`;

const namesOf = (chart: Chart): string[] =>
  chart.series
    .filter((series) => series.kind !== "bound")
    .map((series) => series.name);

/** The categories along x, also those without a bar where the axis names them, and their names in lines that fit under them. */
function categoryNames(
  { x, series }: Chart,
  width: number,
): (readonly [number, string[]])[] {
  const at = x.ticks ?? [
    ...new Set(series.flatMap(({ points }) => points.map((point) => point.x))),
  ];
  const letters = lettersIn(
    (width / Math.max(1, at.length)) * (1 - PADDING / 2),
    FONT_SIZE,
  );
  return at.map((value) => [value, broken(tickText(x, value), letters)]);
}

const category = (
  chart: Chart,
  names: ReadonlyMap<number, readonly string[]>,
): Plot.ScaleOptions => ({
  label: labelOf(chart.x),
  labelAnchor: "center",
  tickFormat: (value: number) => names.get(value)?.join("\n") ?? "",
  padding: PADDING,
  axis: "bottom",
  ...(chart.x.ticks === undefined ? {} : { domain: [...chart.x.ticks] }),
});

/** Intervals end at the frame where they are wider than a logarithmic axis. */
const cutOff = (chart: Chart, [bottom]: readonly [number, number]): Chart =>
  chart.y.scale === "linear"
    ? chart
    : {
        ...chart,
        series: chart.series.map((series) => ({
          ...series,
          points: series.points.map((point) =>
            point.low === undefined || point.low >= bottom
              ? point
              : { ...point, low: bottom },
          ),
        })),
      };

/** Without ticks and unit along y where nothing stands at a number there: those of a range that no value gave would be invented. */
const numberless = (chart: Chart): Chart =>
  chart.y.domain !== undefined || valuesAlong(chart, "y").length > 0
    ? chart
    : {
        ...chart,
        y: { label: `${chart.y.label}: no value`, scale: "linear", ticks: [] },
      };

/** The range of an axis: as it says, or all values drawn with a little room. */
function range(chart: Chart, name: "x" | "y"): readonly [number, number] {
  const axis = chart[name];
  if (axis.domain !== undefined) return axis.domain;
  const usable = valuesAlong(chart, name).filter(
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

/** All that stands at a number of an axis. */
function valuesAlong(chart: Chart, name: "x" | "y"): number[] {
  // On a logarithmic axis an interval that reaches to nothing would push all else to the top: a tenth of its mean is as far as it goes.
  const lowest = ({ y, low = y }: Point): number =>
    chart[name].scale === "log" ? Math.max(low, y / 10) : low;
  const guides = (chart.guides ?? [])
    .filter(({ axis }) => axis === name)
    .map(({ at }) => at);
  return [
    ...guides,
    ...chart.series.flatMap(
      ({ points, unsteady = [], gaps = [], saturated = [] }) => {
        const all = [...points, ...unsteady];
        return name === "x"
          ? [...all.map(({ x }) => x), ...gaps, ...saturated]
          : all.flatMap((point) => [
              point.y,
              lowest(point),
              point.high ?? point.y,
            ]);
      },
    ),
  ];
}
