import type { Figure } from "./chart.ts";
import { nothingIn } from "./nothing-in.ts";
import { drawLegend } from "./legend.ts";
import { legible } from "./legible.ts";
import { BOLD_LETTER, broken, lettersIn } from "./lines.ts";
import { drawPanel } from "./panel.ts";
import { moreHeight, widthWanted } from "./room.ts";
import { refuseUndrawable } from "./undrawable.ts";
import { FONT } from "./style.ts";
import { escape, xmlCharacters } from "./text.ts";

export interface DrawOptions {
  /** Of one panel, in CSS pixels. Default 430 x 300. A panel is wider where its bars and their names need more, and higher where names take many lines. */
  readonly panelWidth?: number;
  readonly panelHeight?: number;
}

const MARGIN = 12;
const TITLE_SIZE = 15;
const TITLE_ROW = 20;
const PANEL_TITLE_SIZE = 12;
const PANEL_TITLE_ROW = 16;
const PANEL_GAP = 14;

/**
 * A figure as one SVG document: title, panels, one legend. Equal figures give equal bytes.
 *
 * @throws FabricError `E_PLOT_EMPTY` for a figure without panels or a panel without points, `E_PLOT_VALUE` for a point that the axis
 * cannot show (not finite, or not positive on a logarithmic axis)
 */
export function drawFigure(given: Figure, options: DrawOptions = {}): string {
  const figure = legible(given);
  if (figure.charts.length === 0) throw nothingIn(figure);
  for (const chart of figure.charts) refuseUndrawable(figure, chart);
  const panelWidth = Math.max(
    options.panelWidth ?? 430,
    ...figure.charts.map(widthWanted),
  );
  const usual = options.panelHeight ?? 300;
  const panelHeight =
    usual +
    Math.max(
      ...figure.charts.map((chart) => moreHeight(chart, panelWidth, usual)),
    );
  const columns = Math.min(figure.columns ?? 2, figure.charts.length);
  const rows = Math.ceil(figure.charts.length / columns);
  const width = 2 * MARGIN + columns * panelWidth;
  const lines = broken(
    figure.title,
    lettersIn(width - 2 * MARGIN, TITLE_SIZE, BOLD_LETTER),
  );
  const panelTitles = figure.charts.map(({ title }) =>
    broken(
      title,
      lettersIn(panelWidth - MARGIN, PANEL_TITLE_SIZE, BOLD_LETTER),
    ),
  );
  // As high in every panel, so that frames stand side by side.
  const panelTitle =
    4 + PANEL_TITLE_ROW * Math.max(...panelTitles.map(({ length }) => length));
  const legend = drawLegend(figure, width - 2 * MARGIN);
  const legendTop = MARGIN + 6 + TITLE_ROW * lines.length;
  const top = legendTop + legend.height;
  const height = top + rows * (panelHeight + panelTitle + PANEL_GAP);

  const panels = figure.charts.map((chart, index) => {
    const x = MARGIN + (index % columns) * panelWidth;
    const y =
      top +
      Math.floor(index / columns) * (panelHeight + panelTitle + PANEL_GAP);
    // Why here: the panel's serializer escapes what is markup, but lets control characters of its labels through.
    const svg = xmlCharacters(drawPanel(chart, panelWidth, panelHeight));
    return [
      ...(panelTitles[index] ?? []).map((line, at) =>
        heading(line, x + panelWidth / 2, y + 14 + at * PANEL_TITLE_ROW),
      ),
      svg.replace(/^<svg /, `<svg x="${x}" y="${y + panelTitle}" `),
    ].join("\n");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" ` +
      `aria-labelledby="${figure.id}-title ${figure.id}-desc" font-family="${FONT}" font-size="${PANEL_TITLE_SIZE}">`,
    `<title id="${figure.id}-title">${escape(figure.title)}</title>`,
    `<desc id="${figure.id}-desc">${escape(figure.description)}</desc>`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...lines.map((line, at) =>
      heading(
        line,
        width / 2,
        MARGIN + 14 + at * TITLE_ROW,
        ` font-size="${TITLE_SIZE}"`,
      ),
    ),
    `<g transform="translate(${MARGIN},${legendTop})">${legend.svg}</g>`,
    ...panels,
    "</svg>",
    "",
  ].join("\n");
}

const heading = (text: string, x: number, y: number, size = ""): string =>
  `<text x="${x}" y="${y}" text-anchor="middle"${size} font-weight="bold">${escape(text)}</text>`;
