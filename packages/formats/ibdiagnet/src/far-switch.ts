import { refusal, type LinePlace, type Notes } from "@fabriclab/reading";
import { MAX_PORTS, UNICAST_LID_MAX, type Guid } from "@fabriclab/units";
import {
  AR_STATES,
  type ArEntry,
  type ArGroup,
  type ArState,
  type ArSwitch,
} from "./ar-tables.ts";

interface Cell {
  readonly text: string;
  /** From 1. */
  readonly column: number;
}

/** The AR tables of one switch while they are read. */
export class FarSwitchDraft {
  readonly #guid: Guid;
  readonly #place: LinePlace;
  readonly #file: string | undefined;
  readonly #notes: Notes;
  readonly #groups = new Map<string, ArGroup>();
  readonly #entries = new Map<number, ArEntry>();

  constructor(
    guid: Guid,
    place: LinePlace,
    file: string | undefined,
    notes: Notes,
  ) {
    this.#guid = guid;
    this.#place = place;
    this.#file = file;
    this.#notes = notes;
  }

  /** @throws FabricError E_READING_SYNTAX, E_READING_PORT, E_READING_CONTRADICTION */
  row(table: "groups" | "lft", line: string, number: number): void {
    const cells = cellsOf(line);
    const [first] = cells;
    const place = { line: number, column: first?.column ?? 1 };
    if (table === "groups") {
      const group = this.#group(cells, number);
      this.#put(this.#groups, `${group.group}.${group.subGroup}`, group, place);
    } else {
      const entry = this.#entry(cells, number);
      this.#put(this.#entries, entry.lid, entry, place);
    }
  }

  done(): ArSwitch {
    const groups = [...this.#groups.values()];
    const entries = [...this.#entries.values()];
    const known = new Set(groups.map(({ group }) => group));
    for (const { state, group } of entries)
      if (state !== "Static" && (group === undefined || !known.has(group)))
        this.#notes.add(
          "entries that choose among the ports of a group that their switch does not have",
          this.#place.line,
        );
    return { guid: this.#guid, groups, entries };
  }

  #group(cells: readonly Cell[], line: number): ArGroup {
    if (cells.length < 3)
      throw this.#wrong(cells, line, "Group SubGroup WHBF Ports");
    const [group, subGroup, weighted] = [0, 1, 2].map((at) =>
      this.#number(cells[at], line, /^\d{1,5}$/, "a number"),
    );
    // Blanks behind the commas part a list into several cells.
    const ports = cells
      .slice(3)
      .flatMap(({ text, column }) =>
        text
          .split(/[\s,]+/)
          .flatMap((port) =>
            port === "" ? [] : [this.#port({ text: port, column }, line, 1)],
          ),
      );
    return {
      group: group ?? 0,
      subGroup: subGroup ?? 0,
      weighted: weighted ?? 0,
      ports,
    };
  }

  #entry(cells: readonly Cell[], line: number): ArEntry {
    if (cells.length < 3 || cells.length > 4)
      throw this.#wrong(cells, line, "LID StaticPort LidState Group");
    const [lid, port, state, group] = cells;
    const value = this.#number(
      lid,
      line,
      /^(?:0x[0-9a-f]{1,4}|\d{1,5})$/i,
      "a LID, such as 0x0012",
    );
    if (value > UNICAST_LID_MAX)
      throw this.#wrong([lid ?? NONE], line, "a unicast LID, up to 0xbfff");
    if (!AR_STATES.some((one) => one === state?.text))
      throw this.#wrong([state ?? NONE], line, AR_STATES.join(", "));
    return {
      lid: value,
      port: this.#port(port, line, 0),
      state: (state?.text ?? "Static") as ArState,
      group:
        group === undefined || /^(?:|-|N\/A)$/i.test(group.text)
          ? undefined
          : this.#number(group, line, /^\d{1,5}$/, "the number of a group"),
    };
  }

  /** A port, or 255 for none where 0 is one. @throws FabricError E_READING_PORT */
  #port(cell: Cell | undefined, line: number, least: 0 | 1): number {
    const port = this.#number(cell, line, /^\d{1,3}$/, "a port");
    if (port >= least && (port <= MAX_PORTS || (least === 0 && port === 255)))
      return port;
    throw refusal(
      this.#file,
      { line, column: cell?.column ?? 1 },
      {
        code: "E_READING_PORT",
        message: "no switch has such a port",
        got: cell?.text ?? "",
        expected: `${least} to ${MAX_PORTS}`,
      },
    );
  }

  #number(
    cell: Cell | undefined,
    line: number,
    form: RegExp,
    expected: string,
  ): number {
    if (cell !== undefined && form.test(cell.text)) return Number(cell.text);
    throw this.#wrong([cell ?? NONE], line, expected);
  }

  #wrong(cells: readonly Cell[], line: number, expected: string) {
    return refusal(
      this.#file,
      { line, column: cells[0]?.column ?? 1 },
      {
        message: "this is no row of the table",
        got: cells.map(({ text }) => text).join(" ") || "nothing",
        expected,
      },
    );
  }

  /** Takes a row once; of two that differ none is right. */
  #put<K, V extends object>(
    rows: Map<K, V>,
    key: K,
    row: V,
    place: LinePlace,
  ): void {
    const before = rows.get(key);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(row))
      throw refusal(this.#file, place, {
        code: "E_READING_CONTRADICTION",
        message: "a row that stands there twice, otherwise",
        got: JSON.stringify(row),
        expected: JSON.stringify(before),
        hint: "were two files put together?",
      });
    if (before !== undefined)
      this.#notes.add("a row stands there twice, the same", place.line);
    rows.set(key, row);
  }
}

const NONE: Cell = { text: "", column: 1 };

/** Cells with `|` between them, or blanks where there is none. */
function cellsOf(line: string): Cell[] {
  const cells: Cell[] = [];
  for (const match of line.matchAll(
    line.includes("|") ? /[^|]*(?:\||$)/g : /\S+/g,
  )) {
    if (match[0] === "") continue;
    const text = match[0].replace(/\|$/, "");
    const blanks = text.length - text.trimStart().length;
    cells.push({ text: text.trim(), column: match.index + blanks + 1 });
  }
  return cells;
}
