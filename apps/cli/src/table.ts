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

/** Aligned columns without rules; the last one wraps at `columns`. */
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
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
  const room = (options.columns ?? Number.POSITIVE_INFINITY) - before;
  const last = count - 1;
  if (room >= 24 && (widths[last] ?? 0) > room) widths[last] = room;
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
