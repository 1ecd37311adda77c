import { FabricError } from "@fabriclab/spec";
import type { Figure } from "./chart.ts";
import { drawLegend } from "./legend.ts";
import { drawPanel } from "./panel.ts";
import { FONT } from "./style.ts";
import { escape, xmlCharacters } from "./text.ts";

export interface DrawOptions {
  /** Of one panel, in CSS pixels. Default 430 x 300. */
  readonly panelWidth?: number;
  readonly panelHeight?: number;
}

const MARGIN = 12;
const TITLE = 26;
const PANEL_TITLE = 20;
const PANEL_GAP = 14;
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
    // Why here: the panel's serializer escapes what is markup, but lets control characters of its labels through.
    const svg = xmlCharacters(drawPanel(chart, panelWidth, panelHeight));
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
        ({ points, gaps = [], saturated = [], unsteady = [] }) =>
          points.length + gaps.length + saturated.length + unsteady.length ===
          0,
      )
    )
      throw empty(`"${chart.title}" has no points`);
    for (const series of chart.series) {
      for (const point of [...series.points, ...(series.unsteady ?? [])]) {
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
