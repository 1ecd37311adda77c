import {
  refusal,
  sourceLines,
  type LinePlace,
  type Notes,
  type SourceText,
} from "@fabriclab/reading";
import { many } from "@fabriclab/spec";
import { csvCells, type Cell } from "./csv-row.ts";

/** A row of a section, by its header. */
export class SectionRow {
  readonly section: string;
  readonly line: number;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly Cell[];
  readonly #file: string | undefined;

  constructor(
    section: string,
    line: number,
    columns: ReadonlyMap<string, number>,
    cells: readonly Cell[],
    file: string | undefined,
  ) {
    this.section = section;
    this.line = line;
    this.#columns = columns;
    this.#cells = cells;
    this.#file = file;
  }

  place(column: string): LinePlace {
    const cell = this.#cells[this.#columns.get(column) ?? -1];
    return { line: this.line, column: cell?.column ?? 1 };
  }

  /** Text of a cell; undefined where the section has no such column, or the cell is `N/A`. */
  optional(column: string): string | undefined {
    const text = this.#cells[this.#columns.get(column) ?? -1]?.text;
    return text === "N/A" || text === "" ? undefined : text;
  }

  /** A number, decimal or `0x…`, or undefined as `optional`. */
  number(column: string): bigint | undefined {
    const text = this.optional(column);
    if (text === undefined) return undefined;
    if (/^(?:\d{1,20}|0x[0-9a-f]{1,16})$/i.test(text)) return BigInt(text);
    throw refusal(this.#file, this.place(column), {
      message: `this is no ${column}`,
      got: text,
      expected: "a number, decimal or 0x…, or N/A",
    });
  }

  /** A number that must be there. */
  need(column: string): bigint {
    const value = this.number(column);
    if (value !== undefined) return value;
    throw refusal(this.#file, this.place(column), {
      message: `a row of ${this.section} has no ${column}`,
      got: this.optional(column) ?? "N/A, or no such column",
      expected: "a number, decimal or 0x…",
    });
  }
}

/**
 * The rows of the named sections of a db_csv file: `START_X`, a header, rows, `END_X`. Other sections are passed over, with a note for each.
 *
 * @param found takes the names of all sections
 * @throws FabricError E_READING_SYNTAX for a row that does not fit its header, E_READING_TRUNCATED for a section without an end
 */
export function* sectionRows(
  text: SourceText,
  wanted: ReadonlySet<string>,
  file: string | undefined,
  notes: Notes,
  found: Set<string>,
): Generator<SectionRow> {
  let section: string | undefined;
  let opened = 0;
  let columns: Map<string, number> | undefined;
  let skipped = false;
  for (const { text: line, number } of sourceLines(text, file, notes)) {
    const trimmed = line.trim();
    const mark = /^(START|END)_(\w+)$/.exec(trimmed);
    if (mark !== null) {
      const [, kind, name = ""] = mark;
      if (
        (kind === "START") !== (section === undefined) ||
        (kind === "END" && name !== section)
      )
        throw refusal(
          file,
          { line: number, column: 1 },
          {
            message:
              kind === "START"
                ? `a section starts inside ${section ?? ""}, which began on line ${opened}`
                : "a section ends that is not open",
            got: trimmed,
            expected:
              section === undefined ? "START_… before it" : `END_${section}`,
          },
        );
      section = kind === "START" ? name : undefined;
      opened = number;
      columns = undefined;
      if (kind === "START") found.add(name);
      skipped = kind === "START" && !wanted.has(name);
      if (skipped) notes.add(`the section ${name} was passed over`, number);
      continue;
    }
    if (trimmed === "" || skipped) continue;
    if (section === undefined) {
      // Before the first section stands a table of contents and the like.
      if (!trimmed.startsWith("#"))
        notes.add("lines outside all sections were passed over", number);
      continue;
    }
    const cells = csvCells(line, number, file);
    if (columns === undefined) {
      columns = new Map(cells.map(({ text: name }, index) => [name, index]));
      continue;
    }
    if (cells.length !== columns.size)
      throw refusal(
        file,
        { line: number, column: cells.at(-1)?.column ?? 1 },
        {
          message: `a row of ${section} does not fit its header`,
          got: many(cells.length, "cell"),
          expected: many(columns.size, "cell"),
          hint: "is a comma in a description that is not in quotes?",
        },
      );
    yield new SectionRow(section, number, columns, cells, file);
  }
  if (section !== undefined)
    throw refusal(
      file,
      { line: opened, column: 1 },
      {
        code: "E_READING_TRUNCATED",
        message: `the file breaks off inside ${section}`,
        got: "the end of the file",
        expected: `END_${section}`,
        hint: "take the dump again",
      },
    );
}
