import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { barMarks } from "./bar-marks.ts";
import type { Axis, Chart } from "./chart.ts";
import { curvesWithGaps, lineMarks, MARK_ROW } from "./line-marks.ts";
import { broken, lettersIn, widthOf } from "./lines.ts";
import { range, valuesAlong } from "./range.ts";
import { FONT } from "./style.ts";
import { ticksOf, tickTexts } from "./ticks.ts";
import { apart, type Tick } from "./apart.ts";

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
  const yTicks = labelled(chart.y, yRange);
  const xTicks = labelled(chart.x, xRange);
  const widest = Math.max(
    ...yTicks.map(({ text }) => widthOf(text, FONT_SIZE)),
  );
  const marginLeft =
    Math.max(MARGIN_LEFT, Math.ceil(widest) + BESIDE_TICKS) +
    ROW * (yLabel.length - 1);
  // The last text of the x axis stands on both sides of its tick, which may be the frame's end.
  const marginRight = bars
    ? MARGIN_RIGHT
    : Math.max(
        MARGIN_RIGHT,
        Math.ceil(widthOf(xTicks.at(-1)?.text ?? "", FONT_SIZE) / 2) + 2,
      );
  const inner = width - marginLeft - marginRight;
  const names = bars ? categoryNames(chart, inner) : [];
  const rows = Math.max(1, ...names.map(([, lines]) => lines.length));
  const element = Plot.plot({
    document: document as never, // a DOM's types are not among this project's
    width,
    height,
    marginLeft,
    marginRight,
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
      Plot.gridY(yTicks.map(({ at }) => at)),
      Plot.axisY(...axis(yTicks, yLabel.join("\n"))),
      ...(bars
        ? barMarks(chart, yRange)
        : [
            Plot.axisX(
              ...axis(
                apart(xTicks, chart.x.scale, xRange, inner, FONT_SIZE),
                labelOf(chart.x),
              ),
            ),
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

/** The ticks of an axis with their texts. */
function labelled(of: Axis, range: readonly [number, number]): Tick[] {
  const ticks = ticksOf(of, ...range);
  const texts = tickTexts(of, ticks);
  return ticks.map((at, index) => ({ at, text: texts[index] ?? "" }));
}

/** Ticks and their look. The text is a channel of its own: Plot leaves out texts of a logarithmic axis as it sees fit. */
function axis(
  ticks: readonly Tick[],
  label: string,
): [number[], Plot.AxisXOptions & Plot.AxisYOptions] {
  const texts = new Map(ticks.map(({ at, text }) => [at, text]));
  return [
    ticks.map(({ at }) => at),
    {
      label,
      labelAnchor: "center",
      labelArrow: "none",
      text: (value: number) => texts.get(value) ?? "",
    },
  ];
}

const labelOf = (axis: Axis): string =>
  axis.unit === undefined ? axis.label : `${axis.label} (${axis.unit})`;

const namesOf = (chart: Chart): string[] =>
  chart.series
    .filter((series) => series.kind !== "bound")
    .map((series) => series.name);

/** Letters of a category's name that stand on one line, if it has a word so long. */
const NAME_LETTERS = 8;
/** The least width of a bar with its gap, CSS pixels. */
const LEAST_BAR = 5;

/** How wide a panel must be so that its bars can be told apart and their names stand beside each other, CSS pixels; 0 for curves. */
export function widthWanted({ mark, x, series }: Chart): number {
  if (mark !== "bar") return 0;
  const at = categoriesOf(x, series);
  const longest = Math.max(
    0,
    ...tickTexts(x, at)
      .flatMap((text) => broken(text, NAME_LETTERS))
      .map((line) => widthOf(line, FONT_SIZE)),
  );
  const bars = series.filter(({ kind }) => kind !== "bound").length;
  const category = Math.max(
    longest / (1 - PADDING / 2),
    (bars * LEAST_BAR) / (1 - PADDING),
  );
  return MARGIN_LEFT + at.length * Math.ceil(category + 1) + MARGIN_RIGHT;
}

const categoriesOf = (x: Axis, series: Chart["series"]): readonly number[] =>
  x.ticks ?? [
    ...new Set(series.flatMap(({ points }) => points.map((point) => point.x))),
  ];

/** The categories along x, also those without a bar where the axis names them, and their names in lines that fit under them. */
function categoryNames(
  { x, series }: Chart,
  width: number,
): (readonly [number, string[]])[] {
  const at = categoriesOf(x, series);
  const letters = lettersIn(
    (width / Math.max(1, at.length)) * (1 - PADDING / 2),
    FONT_SIZE,
  );
  const texts = tickTexts(x, at);
  return at.map((value, index) => [value, broken(texts[index] ?? "", letters)]);
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
