import {
  Notes,
  refusal,
  Scanner,
  sourceLines,
  type LinePlace,
  type SourceText,
} from "@fabriclab/reading";
import type { Guid } from "@fabriclab/units";
import { ARROW, LOCAL, rateOfArrow } from "./ibnl-read.ts";

/** A front port of a system. */
export interface TopoEnd {
  readonly system: string;
  readonly port: string;
}

/** A line of a system's section. */
export interface TopoLink {
  readonly from: TopoEnd;
  readonly to: TopoEnd;
  readonly width: number | undefined;
  readonly speed: string | undefined;
  readonly place: LinePlace;
}

/** A system as the file names it. */
export interface NamedSystem {
  readonly kind: string;
  readonly modifiers: ReadonlyMap<string, string>;
  readonly place: LinePlace;
}

/** What `# fabriclab node` says of a system of one chip. */
export interface NodeRemark {
  readonly guid: Guid;
  readonly portGuids: readonly Guid[];
  readonly description: string;
}

/** What a `.topo` file says. */
export interface TopoRecords {
  readonly name: string | undefined;
  /** By name; those with a section first. */
  readonly systems: ReadonlyMap<string, NamedSystem>;
  readonly links: readonly TopoLink[];
  readonly remarks: ReadonlyMap<string, NodeRemark>;
}

const WORD = /(\S+)/y;
const CONFIG = /CFG:/y;
const MODIFIER = /([^\s=,]+)\s*=\s*([^\s,]+)\s*,?/y;
const REMARK = /#\s*fabriclab\s+(name|node)\b/y;
const GUID = /0x([0-9a-f]{1,16})(?![0-9a-f])/y;
const QUOTED = /"(.*)"\s*$/y;
const GUIDS = /\[((?:0x[0-9a-f]{1,16},?)*)\]/y;

/** Reads the lines of a `.topo` file. */
export function readTopoRecords(
  text: SourceText,
  file: string | undefined,
  notes: Notes,
): TopoRecords {
  const own = new Map<string, NamedSystem>();
  const named = new Map<string, NamedSystem>();
  const links: TopoLink[] = [];
  const remarks = new Map<string, NodeRemark>();
  let name: string | undefined;
  let section: string | undefined;
  for (const line of sourceLines(text, file, notes)) {
    const scanner = new Scanner(line, file);
    const remark = scanner.try(REMARK);
    if (remark !== undefined) {
      if (remark[1] === "name") name = scanner.rest();
      else readRemark(scanner, remarks);
      continue;
    }
    const bare = line.text.replace(/(^|\s)#.*$/, "");
    if (bare.trim() === "") continue;
    const words = new Scanner({ ...line, text: bare }, file);
    const { place } = words;
    const local = words.try(LOCAL);
    if (local === undefined) {
      const kind = words.need(WORD, "a kind of system")[1] ?? "";
      section = words.need(WORD, "the system's name")[1] ?? "";
      const modifiers = modifiersOf(words);
      if (own.has(section))
        throw refusal(file, place, {
          code: "E_READING_NODE_TWICE",
          message: `the system ${section} has two sections`,
          got: `one on line ${own.get(section)?.place.line ?? 0}, and this one`,
          expected: "one section for each system",
        });
      refuseOtherKind(file, place, section, kind, named.get(section));
      own.set(section, { kind, modifiers, place });
      continue;
    }
    if (section === undefined)
      throw words.refusal(
        "a cable before any system",
        "a line with a kind of system and a name before it",
      );
    const arrow = words.need(ARROW, "->");
    const kind = words.need(WORD, "the other system's kind")[1] ?? "";
    const system = words.need(WORD, "the other system's name")[1] ?? "";
    const port = words.need(WORD, "the other system's port")[1] ?? "";
    words.end("the end of the line");
    refuseOtherKind(
      file,
      place,
      system,
      kind,
      own.get(system) ?? named.get(system),
    );
    if (!named.has(system))
      named.set(system, { kind, modifiers: new Map(), place });
    links.push({
      from: { system: section, port: local[1] ?? "" },
      to: { system, port },
      ...rateOfArrow(arrow),
      place,
    });
  }
  for (const [system, record] of named)
    if (!own.has(system)) own.set(system, record);
  return { name, systems: own, links, remarks };
}

function modifiersOf(scanner: Scanner): Map<string, string> {
  const modifiers = new Map<string, string>();
  if (scanner.try(CONFIG) === undefined) {
    scanner.end("CFG: or the end of the line");
    return modifiers;
  }
  while (scanner.rest() !== "") {
    const [, board = "", value = ""] = scanner.need(
      MODIFIER,
      "board=modifier, with commas between",
    );
    modifiers.set(board, value);
  }
  return modifiers;
}

/** `# fabriclab node SYSTEM 0xGUID [0x…,0x…] "DESCRIPTION"` */
function readRemark(scanner: Scanner, remarks: Map<string, NodeRemark>): void {
  const system = scanner.need(WORD, "a system's name")[1] ?? "";
  const guid = BigInt(`0x${scanner.need(GUID, "a NodeGUID, 0x…")[1] ?? "0"}`);
  const list = scanner.need(GUIDS, "[PortGUIDs]")[1] ?? "";
  remarks.set(system, {
    guid,
    portGuids: list
      .split(",")
      .filter((one) => one !== "")
      .map((one) => BigInt(one)),
    description: scanner.need(QUOTED, "the description in quotes")[1] ?? "",
  });
}

function refuseOtherKind(
  file: string | undefined,
  place: LinePlace,
  system: string,
  kind: string,
  known: NamedSystem | undefined,
): void {
  if (known === undefined || known.kind === kind) return;
  throw refusal(file, place, {
    code: "E_READING_NODE_TWICE",
    message: `the system ${system} was of another kind on line ${known.place.line}`,
    got: kind,
    expected: known.kind,
  });
}
