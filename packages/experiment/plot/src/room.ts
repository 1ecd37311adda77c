import { curvesWithGaps, MARK_ROW } from "./line-marks.ts";
import type { Tick } from "./apart.ts";
import type { Axis, Chart } from "./chart.ts";
import { broken, lettersIn, lettersOf, widthOf } from "./lines.ts";
import { range } from "./range.ts";
import { ticksOf, tickTexts } from "./ticks.ts";

const MARGIN_TOP = 12;
const MARGIN_RIGHT = 24;
const MARGIN_BOTTOM = 44;
const MARGIN_LEFT = 62;
/** Beside the text of the y axis's ticks: their marks on its right, the axis's label on its left, and gaps. */
const BESIDE_TICKS = 25;
/** Of all texts of a panel, CSS pixels. */
export const FONT_SIZE = 11;
const ROW = 13;
/** Share of a category's width that is left free. */
export const PADDING = 0.2;

/** The room round a panel's frame, CSS pixels, and the texts that take it. */
export interface Room {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Width of the frame. */
  readonly inner: number;
  /** Lines of the x axis's label. */
  readonly xLabel: readonly string[];
  /** Lines of the y axis's label. */
  readonly yLabel: readonly string[];
  readonly xTicks: readonly Tick[];
  /** Of bars: the categories and the lines of their names. */
  readonly names: readonly (readonly [number, string[]])[];
}

/** What stands round the frame of a chart that is `width` x `height` CSS pixels. */
export function roomOf(chart: Chart, width: number, height: number): Room {
  const bars = chart.mark === "bar";
  const yLabel = broken(
    labelOf(chart.y),
    lettersIn(height - MARGIN_TOP - MARGIN_BOTTOM, FONT_SIZE),
  );
  const xTicks = labelled(chart.x, range(chart, "x"));
  const widest = Math.max(
    ...labelled(chart.y, range(chart, "y")).map(({ text }) =>
      widthOf(text, FONT_SIZE),
    ),
  );
  const left =
    Math.max(MARGIN_LEFT, Math.ceil(widest) + BESIDE_TICKS) +
    ROW * (yLabel.length - 1);
  // The last text of the x axis stands on both sides of its tick, which may be the frame's end.
  const right = bars
    ? MARGIN_RIGHT
    : Math.max(
        MARGIN_RIGHT,
        Math.ceil(widthOf(xTicks.at(-1)?.text ?? "", FONT_SIZE) / 2) + 2,
      );
  const inner = width - left - right;
  // In the middle below the frame, it may be wider than that by the smaller margin on both sides.
  const xLabel = broken(
    labelOf(chart.x),
    lettersIn(inner + 2 * Math.min(left, right), FONT_SIZE),
  );
  const names = bars ? categoryNames(chart, inner) : [];
  const rows = Math.max(1, ...names.map(([, lines]) => lines.length));
  return {
    left,
    right,
    // Why the room: marks of what is missing stand above the frame, a row for each curve, where they hide no point.
    top: MARGIN_TOP + MARK_ROW * curvesWithGaps(chart).length,
    bottom: MARGIN_BOTTOM + ROW * (rows - 1 + xLabel.length - 1),
    inner,
    xLabel,
    yLabel,
    xTicks,
    names,
  };
}

/** What marks and names may take from the frame before the panel grows, CSS pixels: four lines of names, say. */
const TAKEN = 40;

/** How much higher than `height` a panel must be so that what stands above and below its frame leaves the frame its height, CSS pixels. */
export function moreHeight(
  chart: Chart,
  width: number,
  height: number,
): number {
  const { top, bottom } = roomOf(chart, width, height);
  return Math.max(0, top - MARGIN_TOP + bottom - MARGIN_BOTTOM - TAKEN);
}

/** The ticks of an axis with their texts. */
export function labelled(of: Axis, range: readonly [number, number]): Tick[] {
  const ticks = ticksOf(of, ...range);
  const texts = tickTexts(of, ticks);
  return ticks.map((at, index) => ({ at, text: texts[index] ?? "" }));
}

export const labelOf = (axis: Axis): string =>
  axis.unit === undefined ? axis.label : `${axis.label} (${axis.unit})`;

/** Letters of a category's name that stand on one line at least, if it has a word so long. */
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
      .flatMap((text) => broken(text, lineOf(text)))
      .map((line) => widthOf(line, FONT_SIZE)),
  );
  const bars = series.filter(({ kind }) => kind !== "bound").length;
  const category = Math.max(
    longest / (1 - PADDING / 2),
    (bars * LEAST_BAR) / (1 - PADDING),
  );
  return MARGIN_LEFT + at.length * Math.ceil(category + 1) + MARGIN_RIGHT;
}

/** Letters in a line of a name: no more lines than letters, so that a long name makes neither a column of syllables nor a picture of many metres. */
const lineOf = (name: string): number =>
  Math.max(NAME_LETTERS, Math.ceil(Math.sqrt(lettersOf(name))));

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
