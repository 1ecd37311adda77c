import { FabricError } from "@fabriclab/spec";
import type { Figure, Series } from "./chart.ts";
import { drawPanel } from "./panel.ts";
import { colourOf, DASHES, FONT, GREY, markerOf } from "./style.ts";
import { markerPath } from "./marker.ts";

export interface DrawOptions {
  /** Of one panel, in CSS pixels. Default 430 x 300. */
  readonly panelWidth?: number;
  readonly panelHeight?: number;
}

const MARGIN = 12;
const TITLE = 26;
const PANEL_TITLE = 20;
const PANEL_GAP = 14;
const LEGEND_ROW = 20;
// DejaVu Sans at 12 px: letters are 7.4 px wide on average. Only the gaps of the legend depend on it.
const LETTER = 7.4;

/**
 * A figure as one SVG document: title, panels, one legend. Equal figures give equal bytes.
 *
 * @throws FabricError `E_PLOT_EMPTY` for a figure without panels or a panel without points, `E_PLOT_VALUE` for a point that the axis
 * cannot show (not finite, or not positive on a logarithmic axis)
 */
export function drawFigure(figure: Figure, options: DrawOptions = {}): string {
  refuse(figure);
  const panelWidth = options.panelWidth ?? 430;
  const panelHeight = options.panelHeight ?? 300;
  const columns = Math.min(figure.columns ?? 2, figure.charts.length);
  const rows = Math.ceil(figure.charts.length / columns);
  const width = 2 * MARGIN + columns * panelWidth;
  const legend = drawLegend(figure, width - 2 * MARGIN);
  const top = MARGIN + TITLE + legend.height;
  const height = top + rows * (panelHeight + PANEL_TITLE + PANEL_GAP);

  const panels = figure.charts.map((chart, index) => {
    const x = MARGIN + (index % columns) * panelWidth;
    const y =
      top +
      Math.floor(index / columns) * (panelHeight + PANEL_TITLE + PANEL_GAP);
    const svg = drawPanel(chart, panelWidth, panelHeight);
    return (
      `<text x="${x + panelWidth / 2}" y="${y + 14}" text-anchor="middle" font-weight="bold">${escape(chart.title)}</text>\n` +
      svg.replace(/^<svg /, `<svg x="${x}" y="${y + PANEL_TITLE}" `)
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" ` +
      `aria-labelledby="${figure.id}-title ${figure.id}-desc" font-family="${FONT}" font-size="12">`,
    `<title id="${figure.id}-title">${escape(figure.title)}</title>`,
    `<desc id="${figure.id}-desc">${escape(figure.description)}</desc>`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    `<text x="${width / 2}" y="${MARGIN + 14}" text-anchor="middle" font-size="15" font-weight="bold">${escape(figure.title)}</text>`,
    `<g transform="translate(${MARGIN},${MARGIN + TITLE})">${legend.svg}</g>`,
    ...panels,
    "</svg>",
    "",
  ].join("\n");
}

/** Every name once, in the order of first appearance; rows are broken where the width ends. */
function drawLegend(
  figure: Figure,
  width: number,
): { readonly svg: string; readonly height: number } {
  const entries = new Map<string, Series>();
  for (const chart of figure.charts) {
    for (const series of chart.series)
      if (!entries.has(series.name)) entries.set(series.name, series);
  }
  let x = 0;
  let y = 0;
  const parts: string[] = [];
  for (const series of entries.values()) {
    const room = 34 + series.name.length * LETTER + 18;
    if (x > 0 && x + room > width) {
      x = 0;
      y += LEGEND_ROW;
    }
    const bound = series.kind === "bound";
    const colour = colourOf(series.style);
    parts.push(
      `<g transform="translate(${x},${y})">` +
        `<line x1="0" x2="28" y1="9" y2="9" stroke="${colour}" stroke-width="${bound ? 1.2 : 1.8}"${bound ? ` stroke-dasharray="${DASHES}"` : ""}/>` +
        (bound
          ? ""
          : `<path transform="translate(14,9)" d="${markerPath(markerOf(series.style))}" fill="${colour}"/>`) +
        `<text x="34" y="13" fill="${bound ? GREY : "black"}">${escape(series.name)}</text></g>`,
    );
    x += room;
  }
  return { svg: parts.join(""), height: y + LEGEND_ROW + 4 };
}

function refuse(figure: Figure): void {
  const empty = (what: string): FabricError =>
    new FabricError({
      code: "E_PLOT_EMPTY",
      message: `nothing to draw: ${what}`,
      where: { path: figure.id },
      expected: "at least one panel, each with at least one point",
    });
  if (figure.charts.length === 0) throw empty("the figure has no panels");
  for (const chart of figure.charts) {
    if (
      chart.series.every(
        ({ points, gaps = [] }) => points.length + gaps.length === 0,
      )
    )
      throw empty(`"${chart.title}" has no points`);
    for (const series of chart.series) {
      for (const point of series.points) {
        for (const [name, value] of Object.entries(point) as [
          string,
          number,
        ][]) {
          const axis = name === "x" ? chart.x : chart.y;
          if (Number.isFinite(value) && (axis.scale === "linear" || value > 0))
            continue;
          throw new FabricError({
            code: "E_PLOT_VALUE",
            message: "a point cannot be drawn",
            where: { path: `${figure.id} / ${chart.title} / ${series.name}` },
            got: `${name} = ${value}`,
            expected:
              axis.scale === "log"
                ? "a positive number (the axis is logarithmic)"
                : "a finite number",
          });
        }
      }
    }
  }
}

const escape = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
