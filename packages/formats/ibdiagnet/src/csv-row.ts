import { refusal } from "@fabriclab/reading";

/** A cell of a row, and where it starts. */
export interface Cell {
  readonly text: string;
  /** From 1. */
  readonly column: number;
}

/**
 * The cells of a line of CSV; a cell in double quotes may hold commas, and a quote as two.
 *
 * @throws FabricError E_READING_SYNTAX for a quote that does not end, or text behind one
 */
export function csvCells(
  text: string,
  line: number,
  file: string | undefined,
): Cell[] {
  const cells: Cell[] = [];
  for (let at = 0; ; at++) {
    const start = at;
    if (text[at] === '"') {
      let value = "";
      for (at++; ; at++) {
        const next = text.indexOf('"', at);
        if (next < 0 || !/^(?:"|,|\s*$)/.test(text.slice(next + 1)))
          throw refusal(
            file,
            { line, column: start + 1 },
            {
              message: "a quoted cell does not end, or goes on behind its end",
              got: text.slice(start),
              expected: '"text",',
            },
          );
        value += text.slice(at, next);
        at = next + 1;
        if (text[at] !== '"') break;
        value += '"';
      }
      cells.push({ text: value, column: start + 1 });
      if (text[at] !== ",") return cells;
      continue;
    }
    const comma = text.indexOf(",", at);
    const end = comma < 0 ? text.length : comma;
    cells.push({ text: text.slice(at, end).trim(), column: start + 1 });
    if (comma < 0) return cells;
    at = comma;
  }
}

/** A cell in quotes. */
export const quotedCell = (text: string): string =>
  `"${text.replaceAll('"', '""')}"`;
