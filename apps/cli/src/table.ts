import Table from "cli-table3";
import { textWidth } from "./text-width.ts";

/** Which columns are numbers. */
export type Align = readonly ("left" | "right")[];

const invisible = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
};

/** Least width of a last column that wraps, and of another that has to make room for it first. */
const LEAST = 24;
/** Least width of those that make room where one is not enough. */
const NARROWEST = 14;

/** Places of the columns, the widest first. */
const byWidth = (widths: readonly number[]): number[] =>
  widths.map((_, at) => at).sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));

/** Aligned columns without rules; the last one wraps at `columns`, and the widest of the others too where that leaves it no room, one after the other. */
export function columnsOf(
  rows: readonly (readonly string[])[],
  options: {
    readonly head?: readonly string[];
    readonly align?: Align;
    readonly columns?: number;
  } = {},
): string {
  const all = options.head === undefined ? rows : [options.head, ...rows];
  const count = Math.max(0, ...all.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, i) =>
    Math.max(...all.map((row) => textWidth(row[i] ?? ""))),
  );
  const last = count - 1;
  const others = widths.slice(0, -1);
  const before = others.reduce((sum, width) => sum + width + 2, 0);
  let room = (options.columns ?? Number.POSITIVE_INFINITY) - before;
  for (const least of [LEAST, NARROWEST])
    for (const at of byWidth(others)) {
      if (room >= LEAST || (widths[last] ?? 0) <= room) break;
      // A word that does not fit would be cut.
      const words = all.flatMap((row) => (row[at] ?? "").split(" "));
      const narrowed = Math.max(
        least,
        (widths[at] ?? 0) - (LEAST - room),
        ...words.map(textWidth),
      );
      if (narrowed >= (widths[at] ?? 0)) continue;
      room += (widths[at] ?? 0) - narrowed;
      widths[at] = narrowed;
    }
  if (room >= LEAST && (widths[last] ?? 0) > room) widths[last] = room;
  const table = new Table({
    chars: invisible,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
    wordWrap: true,
    colWidths: widths,
    ...(options.align === undefined ? {} : { colAligns: [...options.align] }),
  });
  for (const row of all) table.push([...row]);
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("\n");
}
