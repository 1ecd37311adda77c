import Table from "cli-table3";

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

/** Least width of a last column that wraps, and of another that has to make room for it. */
const LEAST = 24;

/** Aligned columns without rules; the last one wraps at `columns`, and the widest of the others too where that leaves it no room. */
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
    Math.max(...all.map((row) => (row[i] ?? "").length)),
  );
  const last = count - 1;
  const others = widths.slice(0, -1);
  const before = others.reduce((sum, width) => sum + width + 2, 0);
  let room = (options.columns ?? Number.POSITIVE_INFINITY) - before;
  if (room < LEAST && (widths[last] ?? 0) > room) {
    const widest = others.indexOf(Math.max(...others));
    const narrowed = Math.max(LEAST, (others[widest] ?? 0) - (LEAST - room));
    if (narrowed < (others[widest] ?? 0)) {
      room += (others[widest] ?? 0) - narrowed;
      widths[widest] = narrowed;
    }
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
