import type { Figure, Series } from "./chart.ts";
import { markerPath } from "./marker.ts";
import { colourOf, DASHES, GREY, markerOf } from "./style.ts";
import { escape } from "./text.ts";

const LEGEND_ROW = 20;
// DejaVu Sans at 12 px: letters are 7.4 px wide on average. Only the gaps of the legend depend on it.
const LETTER = 7.4;
// And those of the notes, at 11 px.
const NOTE_LETTER = 6.5;
const NOTE_ROW = 16;

/** Every name once, in the order of first appearance; rows are broken where the width ends. */
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
    const room = 34 + series.name.length * LETTER + 18;
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
          : `<line x1="0" x2="28" y1="9" y2="9" stroke="${colour}" stroke-width="${bound ? 1.2 : 1.8}"${bound ? ` stroke-dasharray="${DASHES}"` : ""}/>`) +
        (bound || bars.has(series.name)
          ? ""
          : `<path transform="translate(14,9)" d="${markerPath(markerOf(series.style))}" fill="${colour}"/>`) +
        `<text x="34" y="13" fill="${bound ? GREY : "black"}">${escape(series.name)}</text></g>`,
    );
    x += room;
  }
  if (parts.length > 0) y += LEGEND_ROW;
  for (const line of (figure.notes ?? []).flatMap((note) =>
    broken(note, Math.floor(width / NOTE_LETTER)),
  )) {
    parts.push(
      `<text x="0" y="${y + 11}" font-size="11" fill="${GREY}">${escape(line)}</text>`,
    );
    y += NOTE_ROW;
  }
  return { svg: parts.join(""), height: y + 4 };
}

/** A text in lines of so many letters at most, broken between words. */
function broken(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
