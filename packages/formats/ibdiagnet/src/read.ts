import {
  FabricDraft,
  Notes,
  refusal,
  type FabricOfText,
  type Rate,
  type SourceText,
} from "@fabriclab/reading";
import { FabricError } from "@fabriclab/spec";
import type { Ps } from "@fabriclab/units";
import { SPEED_OF_CODE, WIDTH_OF_CODE } from "./link-codes.ts";
import { sectionRows, type SectionRow } from "./sections.ts";

/** How a file is to be read. */
export interface ReadOptions {
  /** Named in errors, and the fabric's name. */
  readonly file?: string;
  /** Time of flight of every cable, in ps; default 20 ns. The format has no place for it. */
  readonly flight?: Ps;
}

const SECTIONS = new Set(["NODES", "PORTS", "LINKS"]);
const ROUTER = 3n;
const SWITCH = 2n;

interface PendingPort {
  readonly row: SectionRow;
  readonly key: string;
  readonly num: number;
}

/**
 * Reads the sections NODES, PORTS and LINKS of `ibdiagnet2.db_csv`, by the names in their headers; columns that are not known are not looked at.
 *
 * Some versions of ibdiagnet write no LINKS: the cables then stand in `ibdiagnet2.lst` only, and the file is refused.
 *
 * Complexity: O(characters); memory O(ports).
 * @throws FabricError E_READING_SYNTAX, E_READING_PORT, E_READING_NODE_TWICE, E_READING_TRUNCATED, E_READING_EMPTY, E_READING_LINE,
 * E_IBDIAGNET_NO_LINKS, E_IBDIAGNET_UNKNOWN_NODE, with file, line and column
 */
export function readDbCsv(
  text: SourceText,
  options: ReadOptions = {},
): FabricOfText {
  const { file } = options;
  const notes = new Notes();
  const draft = new FabricDraft(file, notes);
  const ports: PendingPort[] = [];
  const links: SectionRow[] = [];
  const found = new Set<string>();
  for (const row of sectionRows(text, SECTIONS, file, notes, found)) {
    if (row.section === "NODES") node(draft, row, notes, file);
    else if (row.section === "LINKS") links.push(row);
    else
      ports.push({
        row,
        key: keyOf(row.need("NodeGuid")),
        num: Number(row.need("PortNum")),
      });
  }
  const rates = new Map<string, Rate>();
  for (const { row, key, num } of ports) {
    if (!draft.has(key)) throw unknown(row, "NodeGuid", file);
    rates.set(`${key} ${num}`, rateOf(row, notes));
    const lid = row.number("LID");
    const lmc = row.number("LMC");
    draft.port(
      key,
      num,
      {
        guid: row.number("PortGuid"),
        // Why: ibdiagnet repeats a switch's LID at all its ports, or says 0 there.
        lid: lid === undefined || lid === 0n ? undefined : Number(lid),
        lmc:
          lid === undefined || lid === 0n || lmc === undefined
            ? undefined
            : Number(lmc),
      },
      row.place("PortNum"),
    );
  }
  if (found.has("NODES") && !found.has("LINKS"))
    throw new FabricError({
      code: "E_IBDIAGNET_NO_LINKS",
      message: "the file says nothing about cables",
      where: file === undefined ? {} : { file },
      got: "no section LINKS",
      expected: "START_LINKS, NodeGuid1,PortNum1,NodeGuid2,PortNum2, END_LINKS",
      hint: "read ibdiagnet2.lst of the same run, which has them",
    });
  for (const row of links) link(draft, row, rates, file);
  return draft.build({ flight: options.flight, bothEnds: false });
}

const keyOf = (guid: bigint): string => `0x${guid.toString(16)}`;

function node(
  draft: FabricDraft,
  row: SectionRow,
  notes: Notes,
  file: string | undefined,
): void {
  const guid = row.need("NodeGUID");
  const type = row.need("NodeType");
  if (type < 1n || type > ROUTER)
    throw refusal(file, row.place("NodeType"), {
      message: "there is no such type of node",
      got: String(type),
      expected: "1 (channel adapter), 2 (switch) or 3 (router)",
    });
  if (type === ROUTER) notes.add("routers were taken as hosts", row.line);
  draft.node(
    keyOf(guid),
    {
      isSwitch: type === SWITCH,
      ports: Number(row.need("NumPorts")),
      name: row.optional("NodeDesc") ?? "",
      guid,
    },
    row.place("NodeGUID"),
  );
}

function rateOf(row: SectionRow, notes: Notes): Rate {
  const width = row.number("LinkWidthActv");
  const speed = row.number("LinkSpeedActv");
  const name =
    speed === undefined ? undefined : SPEED_OF_CODE.get(Number(speed));
  if (speed !== undefined && speed !== 0n && name === undefined)
    notes.add(
      `LinkSpeedActv ${speed} is unknown and was passed over`,
      row.line,
    );
  return {
    width: width === undefined ? undefined : WIDTH_OF_CODE.get(Number(width)),
    speed: name,
  };
}

function link(
  draft: FabricDraft,
  row: SectionRow,
  rates: ReadonlyMap<string, Rate>,
  file: string | undefined,
): void {
  const ends = ([1, 2] as const).map((which) => {
    const key = keyOf(row.need(`NodeGuid${which}`));
    if (!draft.has(key)) throw unknown(row, `NodeGuid${which}`, file);
    return { key, num: Number(row.need(`PortNum${which}`)) };
  });
  const [from = NOBODY, to = NOBODY] = ends;
  const none: Rate = { width: undefined, speed: undefined };
  const rate = (end: typeof from): Rate =>
    rates.get(`${end.key} ${end.num}`) ?? none;
  const place = row.place("PortNum1");
  draft.cable(from, to, rate(from), place);
  draft.cable(to, from, rate(to), place);
}

const NOBODY = { key: "", num: 0 };

const unknown = (
  row: SectionRow,
  column: string,
  file: string | undefined,
): FabricError =>
  refusal(file, row.place(column), {
    code: "E_IBDIAGNET_UNKNOWN_NODE",
    message: "the section NODES has no such node",
    got: row.optional(column) ?? "N/A",
    expected: "the NodeGUID of a row of NODES",
  });
