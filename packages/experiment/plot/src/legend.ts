import type { Figure, Series } from "./chart.ts";
import { broken, lettersIn, widthOf } from "./lines.ts";
import { markerPath } from "./marker.ts";
import {
  colourOf,
  dashAttribute,
  DASHES,
  dashesOf,
  GREY,
  markerOf,
} from "./style.ts";
import { escape } from "./text.ts";

const LEGEND_ROW = 20;
const NAME_ROW = 15;
const NOTE_ROW = 16;
const NOTE_SIZE = 11;
/** A sample and the gap to its name. */
const SAMPLE = 34;

/** Every name once, in the order of first appearance; rows, and names longer than a row, are broken where the width ends. */
export function drawLegend(
  figure: Figure,
  width: number,
): { readonly svg: string; readonly height: number } {
  const entries = new Map<string, Series>();
  const bars = new Set<string>();
  for (const chart of figure.charts) {
    for (const series of chart.series) {
      // A curve without a name is the panel's only one; its axis says what it is.
      if (series.name === "" || entries.has(series.name)) continue;
      entries.set(series.name, series);
      if (chart.mark === "bar" && series.kind !== "bound")
        bars.add(series.name);
    }
  }
  let x = 0;
  let y = 0;
  const parts: string[] = [];
  for (const series of entries.values()) {
    const lines = broken(series.name, lettersIn(width - SAMPLE, 12));
    const room = SAMPLE + Math.ceil(widthOf(lines[0] ?? "", 12)) + 18;
    if (x > 0 && x + room > width) {
      x = 0;
      y += LEGEND_ROW;
    }
    const bound = series.kind === "bound";
    const colour = colourOf(series.style);
    parts.push(
      `<g transform="translate(${x},${y})">` +
        (bars.has(series.name)
          ? `<rect x="8" y="3" width="20" height="12" fill="${colour}"/>`
          : `<line x1="0" x2="28" y1="9" y2="9" stroke="${colour}" stroke-width="${bound ? 1.2 : 1.8}"${dashAttribute(bound ? DASHES : dashesOf(series.style))}/>`) +
        (bound || bars.has(series.name)
          ? ""
          : `<path transform="translate(14,9)" d="${markerPath(markerOf(series.style))}" fill="${colour}"/>`) +
        lines
          .map(
            (line, at) =>
              `<text x="${SAMPLE}" y="${13 + at * NAME_ROW}" fill="${bound ? GREY : "black"}">${escape(line)}</text>`,
          )
          .join("") +
        "</g>",
    );
    // Nothing stands beside a name longer than a row.
    x += lines.length > 1 ? width : room;
    y += (lines.length - 1) * NAME_ROW;
  }
  if (parts.length > 0) y += LEGEND_ROW;
  for (const line of (figure.notes ?? []).flatMap((note) =>
    broken(note, lettersIn(width, NOTE_SIZE)),
  )) {
    parts.push(
      `<text x="0" y="${y + 11}" font-size="${NOTE_SIZE}" fill="${GREY}">${escape(line)}</text>`,
    );
    y += NOTE_ROW;
  }
  return { svg: parts.join(""), height: y + 4 };
}
