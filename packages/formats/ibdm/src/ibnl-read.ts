import {
  Notes,
  refusal,
  Scanner,
  sourceLines,
  speedOfGbps,
  type LinePlace,
  type ReadNote,
  type SourceText,
} from "@fabriclab/reading";
import type {
  BoardDefinition,
  InstanceDefinition,
  SystemDefinition,
} from "./system-definition.ts";

const HEADER = /(TOPSYSTEM|SYSTEM)\s+(?=\S)/y;
const NODE = /NODE\s+(SW|CA|HCA)\s+(\d{1,3})\s+(\S+)\s+(\S+)/y;
const SUBSYSTEM = /SUBSYSTEM\s+(\S+)\s+(\S+)/y;
const ATTRIBUTE = /[^\s=]+\s*=\s*\S/y;
/** What both files write between the ends of a link: `-4x-5G->`. */
export const ARROW = /-(?:(\d{1,2})x-)?(?:([\d.]+)G-|(FDR10)-)?>/iy;
/** A name that an arrow follows, which may itself hold a dash. */
export const LOCAL = /(\S+?)(?=\s*-(?:\d{1,2}x-)?(?:[\d.]+G-|FDR10-)?>)/iy;
const NAME = /(\S+)/y;

/** What an `.ibnl` file holds. */
export interface IbnlFile {
  readonly system: SystemDefinition;
  readonly notes: readonly ReadNote[];
}

/**
 * Reads an `.ibnl` file: one system (switch, director, adapter) with its boards and chips, as ibdm-ibnl-file(1) describes it.
 *
 * Complexity: O(characters).
 * @throws FabricError E_READING_SYNTAX, E_READING_EMPTY, E_READING_LINE, with file, line and column
 */
export function readIbnl(
  text: SourceText,
  options: { readonly file?: string } = {},
): IbnlFile {
  const { file } = options;
  const notes = new Notes();
  const boards = new Map<string, BoardDefinition>();
  let board: OpenBoard | undefined;
  let names: readonly string[] | undefined;
  let top: OpenBoard | undefined;
  for (const line of sourceLines(text, file, notes)) {
    const bare = line.text.replace(/(^|\s)#.*$/, "");
    if (bare.trim() === "") continue;
    const scanner = new Scanner({ ...line, text: bare }, file);
    const { place } = scanner;
    const header = scanner.try(HEADER);
    if (header !== null && header !== undefined) {
      board = { instances: [] };
      const called = scanner
        .rest()
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "");
      if (header[1] === "TOPSYSTEM") {
        if (names !== undefined)
          throw scanner.refusal("a second TOPSYSTEM", "one in each file");
        names = called;
        top = board;
      }
      for (const name of called) {
        if (boards.has(name))
          throw scanner.refusal(
            `${name} is defined twice`,
            "one SYSTEM of each name",
          );
        boards.set(name, board);
      }
      continue;
    }
    if (board === undefined)
      throw scanner.refusal(
        "a line before any system",
        "SYSTEM or TOPSYSTEM and its names",
      );
    boardLine(board, scanner, place, notes, file);
  }
  if (names === undefined || top === undefined)
    throw refusal(
      file,
      { line: 1, column: 1 },
      {
        code: "E_READING_EMPTY",
        message: "no TOPSYSTEM in the file",
        got: `${boards.size} systems`,
        expected: "TOPSYSTEM and its names",
      },
    );
  return { system: { names, top, boards }, notes: notes.all() };
}

interface OpenBoard extends BoardDefinition {
  readonly instances: OpenInstance[];
}

interface OpenInstance extends InstanceDefinition {
  readonly links: InstanceDefinition["links"][number][];
}

function boardLine(
  board: OpenBoard,
  scanner: Scanner,
  place: LinePlace,
  notes: Notes,
  file: string | undefined,
): void {
  const add = (name: string, made: OpenInstance): void => {
    if (board.instances.some((one) => one.name === name))
      throw refusal(file, place, {
        message: `${name} is there twice`,
        got: name,
        expected: "one instance of each name",
      });
    board.instances.push(made);
  };
  const node = scanner.try(NODE);
  if (node !== undefined) {
    const [, kind, ports, , name = ""] = node;
    scanner.end("the end of the line");
    const chip = { isSwitch: kind === "SW", ports: Number(ports) };
    return add(name, { name, chip, place, links: [] });
  }
  const sub = scanner.try(SUBSYSTEM);
  if (sub !== undefined) {
    const [, boardName, name = ""] = sub;
    scanner.end("the end of the line");
    return add(name, { name, board: boardName, place, links: [] });
  }
  const local = scanner.try(LOCAL);
  const last = board.instances.at(-1);
  if (local === undefined) {
    // Attributes of chips, such as U1=isChaBma, say nothing of cables.
    scanner.need(
      ATTRIBUTE,
      "NODE, SUBSYSTEM, a link such as 1 -4x-> P1, or an attribute",
    );
    notes.add("attributes of chips were passed over", place.line);
    return;
  }
  if (last === undefined)
    throw scanner.refusal(
      "a link before any chip or board",
      "NODE … or SUBSYSTEM … before it",
    );
  const arrow = scanner.need(ARROW, "->");
  const first = scanner.need(NAME, "a port, or a chip or board and its port");
  const second = scanner.try(NAME);
  scanner.end("the end of the line");
  const [to, toPin] = [first[1] ?? "", second?.[1]];
  last.links.push({
    pin: local[1] ?? "",
    ...(toPin === undefined ? { port: to } : { peer: to, peerPin: toPin }),
    ...rateOfArrow(arrow),
    place,
  });
}

/** Width and speed of a matched `ARROW`. */
export function rateOfArrow(arrow: RegExpExecArray): {
  width: number | undefined;
  speed: string | undefined;
} {
  const [, width, gbps, named] = arrow;
  return {
    width: width === undefined ? undefined : Number(width),
    speed: named ?? (gbps === undefined ? undefined : speedOfGbps(gbps)),
  };
}
