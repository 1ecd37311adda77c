import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import { barMarks } from "./bar-marks.ts";
import type { Chart } from "./chart.ts";
import { lineMarks } from "./line-marks.ts";
import { range, valuesAlong } from "./range.ts";
import { FONT_SIZE, labelled, PADDING, roomOf } from "./room.ts";
import { FONT } from "./style.ts";
import { apart, type Tick } from "./apart.ts";

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
  const room = roomOf(numberless(whole), width, height);
  const { yLabel, xTicks, names } = room;
  const xLabel = room.xLabel.join("\n");
  const yTicks = labelled(chart.y, yRange);
  const element = Plot.plot({
    document: document as never, // a DOM's types are not among this project's
    width,
    height,
    marginLeft: room.left,
    marginRight: room.right,
    marginTop: room.top,
    marginBottom: room.bottom,
    style: {
      fontFamily: FONT,
      fontSize: `${FONT_SIZE}px`,
      background: "none",
    },
    ...(bars
      ? {
          fx: category(chart, xLabel, new Map(names)),
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
                apart(xTicks, chart.x.scale, xRange, room.inner, FONT_SIZE),
                xLabel,
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

const namesOf = (chart: Chart): string[] =>
  chart.series
    .filter((series) => series.kind !== "bound")
    .map((series) => series.name);

const category = (
  chart: Chart,
  label: string,
  names: ReadonlyMap<number, readonly string[]>,
): Plot.ScaleOptions => ({
  label,
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
