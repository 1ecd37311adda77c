import {
  FabricDraft,
  Notes,
  refusal,
  Scanner,
  sourceLines,
  type DraftEnd,
  type FabricOfText,
  type LinePlace,
  type SourceText,
} from "@fabriclab/reading";
import { FabricError, many } from "@fabriclab/spec";
import type { Ps } from "@fabriclab/units";
import { portOf } from "./port-name.ts";
import { cellsOf, type Cell } from "./row.ts";

/** How a file is to be read. */
export interface ReadOptions {
  /** Named in errors, and the fabric's name. */
  readonly file?: string;
  /** Time of flight of every cable, in ps; default 20 ns. The format has no place for it. */
  readonly flight?: Ps;
}

const NEEDED = ["startdevice", "startport", "enddevice", "endport"] as const;
const HEADER = /^#?\s*(?:Fields:)?\s*StartDevice\s*,/i;
const UNKNOWN_RATE = { width: undefined, speed: undefined };

/** Column of each name; `type` is undefined where there is none. */
interface Columns {
  readonly ends: readonly number[];
  readonly type: number | undefined;
}

/** Cables of other link types than `Data`. */
interface LeftOut {
  /** Where the first of them stands. */
  first: LinePlace | undefined;
  /** Type -> how many. */
  readonly types: Map<string, number>;
}

/** Most link types that an error names. */
const MOST_TYPES = 5;

/**
 * Reads NDT files, which UFM compares with the fabric: a line for each cable, one direction or both. Switch-to-switch and switch-to-host files are read one
 * after the other, when they are put together.
 *
 * A device whose ports are called `Port N` is a switch, one of `Blade N_Port i/j` a director, of which each leaf chip becomes a switch: the cables inside it are not in
 * the file. Any other port is an adapter of a host, and a host of its own.
 *
 * Complexity: O(characters); memory O(cables).
 * @throws FabricError E_NDT_COLUMN, E_NDT_PORT, E_READING_SYNTAX, E_READING_PORT, E_READING_EMPTY, E_READING_CONTRADICTION, E_READING_LINE, with file, line and column
 */
export function readNdt(
  text: SourceText,
  options: ReadOptions = {},
): FabricOfText {
  const { file } = options;
  const notes = new Notes();
  const draft = new FabricDraft(file, notes);
  const devices = new Map<string, { isSwitch: boolean; line: number }>();
  const leftOut: LeftOut = { first: undefined, types: new Map() };
  let columns: Columns | undefined;
  for (const line of sourceLines(text, file, notes)) {
    const trimmed = line.text.trim();
    if (trimmed === "") continue;
    const scanner = new Scanner(line, file);
    const { place } = scanner;
    if (HEADER.test(trimmed)) {
      columns = columnsOf(cellsOf(scanner), file, place);
      continue;
    }
    if (trimmed.startsWith("#")) continue;
    if (columns === undefined)
      throw refusal(file, place, {
        code: "E_NDT_COLUMN",
        message: "the first line does not name the columns",
        got: trimmed,
        expected: "#StartDevice,StartPort,EndDevice,EndPort,LinkType",
      });
    const cells = cellsOf(scanner);
    const type =
      columns.type === undefined
        ? "Data"
        : cellAt(cells, columns.type, file, place).text;
    if (type.toLowerCase() !== "data") {
      notes.add(`cables of the link type ${type} were left out`, line.number);
      leftOut.first ??= place;
      leftOut.types.set(type, (leftOut.types.get(type) ?? 0) + 1);
      continue;
    }
    const [start, startPort, end, endPort] = columns.ends.map((column) =>
      cellAt(cells, column, file, place),
    ) as [Cell, Cell, Cell, Cell];
    draft.cable(
      endOf(draft, devices, start, startPort, file, notes),
      endOf(draft, devices, end, endPort, file, notes),
      UNKNOWN_RATE,
      place,
    );
  }
  if (columns === undefined)
    throw new FabricError({
      code: "E_READING_EMPTY",
      message: "no node in the file",
      where: { ...(file === undefined ? {} : { file }), line: 1, column: 1 },
      got: "no line of columns",
      expected: "#StartDevice,StartPort,EndDevice,EndPort,LinkType",
    });
  if (devices.size === 0 && leftOut.first !== undefined)
    throw noData(leftOut, file, leftOut.first);
  return draft.build({ flight: options.flight, bothEnds: false });
}

function columnsOf(
  cells: readonly Cell[],
  file: string | undefined,
  place: LinePlace,
): Columns {
  const names = cells.map(({ text }) =>
    text.replace(/^#?\s*(?:Fields:)?\s*/i, "").toLowerCase(),
  );
  const ends = NEEDED.map((name) => names.indexOf(name));
  const missing = NEEDED.filter((_, i) => ends[i] === -1);
  if (missing.length > 0)
    throw refusal(file, place, {
      code: "E_NDT_COLUMN",
      message: `columns are missing: ${missing.join(", ")}`,
      got: names.join(", "),
      expected: "StartDevice, StartPort, EndDevice, EndPort",
    });
  const type = names.indexOf("linktype");
  return { ends, type: type === -1 ? undefined : type };
}

/** Why so many words: a file of nothing but cables is empty to whoever does not know that they need this type. */
function noData(
  { types }: LeftOut,
  file: string | undefined,
  first: LinePlace,
): FabricError {
  const named = [...types].map(([type, count]) => `${count} of ${type}`);
  const more = named.length - MOST_TYPES;
  return refusal(file, first, {
    code: "E_READING_EMPTY",
    message: "no cable of the link type Data in the file",
    got: `${named.slice(0, MOST_TYPES).join(", ")}${more > 0 ? `, and ${many(more, "other type")}` : ""}`,
    expected: "cables whose LinkType is Data",
    hint: "cables of other types are left out; write Data for those of the fabric, or leave the column LinkType out",
  });
}

function cellAt(
  cells: readonly Cell[],
  column: number,
  file: string | undefined,
  place: LinePlace,
): Cell {
  const cell = cells[column];
  if (cell !== undefined && cell.text !== "") return cell;
  throw refusal(file, cell?.place ?? place, {
    message: `the cell of column ${column + 1} is empty or missing`,
    got: many(cells.length, "cell"),
    expected: "a device and a port for each end, and the type of the link",
  });
}

function endOf(
  draft: FabricDraft,
  devices: Map<string, { isSwitch: boolean; line: number }>,
  device: Cell,
  port: Cell,
  file: string | undefined,
  notes: Notes,
): DraftEnd {
  const { part, isSwitch, isDirector, num } = portOf(port.text);
  const known = devices.get(device.text);
  if (known !== undefined && known.isSwitch !== isSwitch)
    throw refusal(file, port.place, {
      code: "E_NDT_PORT",
      message: `${device.text} is a ${known.isSwitch ? "switch" : "host"} on line ${known.line}`,
      got: port.text,
      expected: known.isSwitch
        ? "Port N or Blade N_Port i/j"
        : "the name of an adapter, such as ibp12s0",
    });
  if (known === undefined)
    devices.set(device.text, { isSwitch, line: port.place.line });
  if (isDirector)
    notes.add(
      "cables inside directors are not in the file: each leaf chip is a switch of its own",
      port.place.line,
    );
  const key = `${device.text}${part}`;
  draft.node(
    key,
    { isSwitch, ports: isSwitch ? undefined : 1, name: key },
    device.place,
  );
  return { key, num };
}
