import type { LinePlace, Scanner } from "@fabriclab/reading";

/** One cell, and where it stands. */
export interface Cell {
  readonly text: string;
  readonly place: LinePlace;
}

const QUOTED = /"((?:[^"]|"")*)"(?=\s*(?:,|$))/y;
const BARE = /[^",]*/y;
const COMMA = /,/y;

/**
 * The cells of a line with commas between, quoted or not, without white space around them.
 *
 * @throws FabricError E_READING_SYNTAX for a quote that does not end
 */
export function cellsOf(scanner: Scanner): Cell[] {
  const cells: Cell[] = [];
  for (;;) {
    const { place } = scanner;
    const quoted = scanner.try(QUOTED)?.[1];
    const text =
      quoted?.replaceAll('""', '"') ??
      scanner.need(BARE, "a cell without quotes")[0];
    cells.push({ text: text.trim(), place });
    if (scanner.rest() === "") return cells;
    scanner.need(COMMA, "a comma");
  }
}
