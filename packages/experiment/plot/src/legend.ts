import type { Figure, Series } from "./chart.ts";
import { broken, lettersIn, widthOf } from "./lines.ts";
import { shortNames } from "./legend-names.ts";
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

/** More rows would take the room of the chart: then columns stand below each other, closer together, and names have only what differs. */
const MOST_ROWS = 4;
const CLOSE_ROW = 17;

/** Every name once, in the order of first appearance; rows, and names longer than a row, are broken where the width ends. */
export function drawLegend(
  figure: Figure,
  width: number,
): { readonly svg: string; readonly height: number } {
  const entries = new Map<string, Series>();
  const bars = new Set<string>();
  /** Bounds of which some panel has a line; of the others all have a plus. */
  const dashed = new Set<string>();
  for (const chart of figure.charts) {
    for (const series of chart.series) {
      // A curve without a name is the panel's only one; its axis says what it is.
      if (series.name === "") continue;
      if (chart.mark === "bar" || series.points.length !== 1)
        dashed.add(series.name);
      if (entries.has(series.name)) continue;
      entries.set(series.name, series);
      if (chart.mark === "bar" && series.kind !== "bound")
        bars.add(series.name);
    }
  }
  const { row, heading, named } = namesIn([...entries.values()], width);
  let x = 0;
  let y = 0;
  const parts: string[] = [];
  const say = (text: string): void => {
    for (const line of broken(text, lettersIn(width, NOTE_SIZE))) {
      parts.push(
        `<text x="0" y="${y + 11}" font-size="${NOTE_SIZE}" fill="${GREY}">${escape(line)}</text>`,
      );
      y += NOTE_ROW;
    }
  };
  if (heading !== undefined) say(heading);
  for (const { series, name, room } of named) {
    const lines = linesOf(name, width);
    if (x > 0 && x + room > width) {
      x = 0;
      y += row;
    }
    const bound = series.kind === "bound";
    const colour = colourOf(series.style);
    parts.push(
      `<g transform="translate(${x},${y})">` +
        (name === series.name ? "" : `<title>${escape(series.name)}</title>`) +
        (bars.has(series.name)
          ? `<rect x="8" y="3" width="20" height="12" fill="${colour}"/>`
          : bound && !dashed.has(series.name)
            ? plus(colour)
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
  for (const note of figure.notes ?? []) say(note);
  return { svg: parts.join(""), height: y + 4 };
}

/** The sample of a bound that is known at one place only, as it is drawn there. */
const plus = (colour: string): string =>
  [`x1="8" x2="20" y1="9" y2="9"`, `x1="14" x2="14" y1="3" y2="15"`]
    .map((ends) => `<line ${ends} stroke="${colour}" stroke-width="1.2"/>`)
    .join("");

const linesOf = (name: string, width: number): string[] =>
  broken(name, lettersIn(width - SAMPLE, 12));

/** What a sample, its name, and the gap to the next one take. */
const roomOf = (name: string, width: number): number =>
  SAMPLE + Math.ceil(widthOf(linesOf(name, width)[0] ?? "", 12)) + 18;

interface Named {
  readonly series: Series;
  /** As the legend has it. */
  readonly name: string;
  readonly room: number;
}

/** How the legend names series. What is a bound keeps its name. */
function namesIn(
  all: readonly Series[],
  width: number,
): {
  /** Height of a row. */
  readonly row: number;
  readonly heading?: string;
  readonly named: readonly Named[];
} {
  const whole = all.map((series) => ({
    series,
    name: series.name,
    room: roomOf(series.name, width),
  }));
  if (rowsOf(whole, width) <= MOST_ROWS)
    return { row: LEGEND_ROW, named: whole };
  const short = shortNames(
    all.flatMap(({ kind, name }) => (kind === "bound" ? [] : [name])),
  );
  let next = 0;
  const names = all.map(({ kind, name }) =>
    kind === "bound" ? name : (short?.short[next++] ?? name),
  );
  const column = Math.max(...names.map((name) => roomOf(name, width)));
  return {
    row: CLOSE_ROW,
    ...(short === undefined ? {} : { heading: short.heading }),
    named: all.map((series, at) => ({
      series,
      name: names[at] ?? series.name,
      room: column,
    })),
  };
}

/** Lines that names take, as they come. */
function rowsOf(named: readonly Named[], width: number): number {
  let rows = 0;
  let x = width;
  for (const { name, room } of named) {
    if (x + room > width) {
      rows += 1;
      x = 0;
    }
    const lines = linesOf(name, width).length;
    rows += lines - 1;
    x += lines > 1 ? width : room;
  }
  return rows;
}
