import {
  FabricDraft,
  Notes,
  Scanner,
  sourceLines,
  speedOfGbps,
  type FabricOfText,
  type SourceText,
} from "@fabriclab/reading";
import { excerpt } from "@fabriclab/spec";
import type { Guid, Ps } from "@fabriclab/units";

/** How a file is to be read. */
export interface ReadOptions {
  /** Named in errors, and the fabric's name. */
  readonly file?: string;
  /** Time of flight of every cable, in ps; default 20 ns. The format has no place for it. */
  readonly flight?: Ps;
}

const OPEN = /\{/y;
const KIND = /(CA|HCA|SW|RT|Rt|Ca|Sw)(?:-SM)?(?=\s)/y;
const PORTS = /Ports:([0-9a-fA-F]{1,2})(?![0-9a-fA-F])/y;
const SYSTEM = /SystemGUID:([0-9a-fA-F]{1,16})(?![0-9a-fA-F])/y;
const NODE = /NodeGUID:([0-9a-fA-F]{1,16})(?![0-9a-fA-F])/y;
const PORT = /PortGUID:([0-9a-fA-F]{1,16})(?![0-9a-fA-F])/y;
const DEVICE =
  /VenID:[0-9a-fA-F]{1,8}\s+DevID:[0-9a-fA-F]{1,8}\s+Rev:[0-9a-fA-F]{1,8}(?![0-9a-fA-F])/y;
// Why lazy: a description may hold braces; the first that is followed by a LID and a port ends it.
const PLACE =
  /\{(.*?)\}\s*LID:([0-9a-fA-F]{1,4})\s+PN:([0-9a-fA-F]{1,2})\s*\}/y;
const WIDTH = /PHY=(?:(\d{1,2})x|(\S+))/y;
const STATE = /LOG=(\w+)/y;
const SPEED = /SPD=([\w.]+)(?!\S)/y;

interface End {
  readonly isSwitch: boolean;
  readonly isRouter: boolean;
  readonly ports: number;
  readonly guid: Guid;
  readonly key: string;
  readonly portGuid: Guid;
  readonly name: string;
  readonly lid: number;
  readonly num: number;
}

/**
 * Reads `subnet.lst`, `ibdiagnet2.lst` and OpenSM's `opensm-subnet.lst`: one line for each direction of each cable, with ports and LIDs in hexadecimal.
 *
 * The format knows no LMC and no node without a cable. Nodes are numbered in the order of their own lines, switches first.
 *
 * Complexity: O(characters); memory O(cables).
 * @throws FabricError E_READING_SYNTAX, E_READING_PORT, E_READING_NODE_TWICE, E_READING_EMPTY, E_READING_LINE, with file, line and column
 */
export function readSubnetLst(
  text: SourceText,
  options: ReadOptions = {},
): FabricOfText {
  const { file } = options;
  const notes = new Notes();
  const draft = new FabricDraft(file, notes);
  for (const line of sourceLines(text, file, notes)) {
    const trimmed = line.text.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    if (!trimmed.startsWith("{")) {
      notes.add(`passed over: ${excerpt(trimmed)}`, line.number);
      continue;
    }
    cable(draft, new Scanner(line, file), notes);
  }
  return draft.build({ flight: options.flight });
}

function cable(draft: FabricDraft, scanner: Scanner, notes: Notes): void {
  const { place } = scanner;
  const here = endOf(scanner);
  const there = endOf(scanner);
  const width = scanner.need(WIDTH, "PHY=4x");
  const state = scanner.try(STATE)?.[1];
  const speed = scanner.try(SPEED)?.[1];
  scanner.end("LOG=ACT, SPD=10, or the end of the line");
  if (here.isRouter || there.isRouter)
    notes.add("routers were taken as hosts", place.line);
  if (state !== undefined && state !== "ACT")
    notes.add(
      `cables whose port is not active (LOG=${state}) were taken`,
      place.line,
    );
  for (const [end, own] of [
    [here, true],
    [there, false],
  ] as const) {
    const { key, isSwitch, ports, name, guid } = end;
    draft.node(key, { isSwitch, ports, name, guid, own }, place);
    draft.port(key, end.num, { guid: end.portGuid, lid: end.lid }, place);
  }
  draft.cable(
    here,
    there,
    {
      width: width[1] === undefined ? undefined : Number(width[1]),
      speed: speed === undefined ? undefined : speedOfGbps(speed),
    },
    place,
  );
}

function endOf(scanner: Scanner): End {
  scanner.need(OPEN, "{ and an end of the cable");
  const kind = scanner.need(KIND, "CA, SW or Rt, perhaps with -SM")[1] ?? "";
  const hex = (pattern: RegExp, expected: string): string =>
    scanner.need(pattern, expected)[1] ?? "0";
  const ports = hex(PORTS, "Ports: and two hexadecimal digits");
  hex(SYSTEM, "SystemGUID: and 16 hexadecimal digits");
  const guid = BigInt(`0x${hex(NODE, "NodeGUID: and 16 hexadecimal digits")}`);
  const portGuid = hex(PORT, "PortGUID: and 16 hexadecimal digits");
  scanner.need(DEVICE, "VenID:, DevID: and Rev: in hexadecimal");
  const [, name = "", lid = "", num = ""] = scanner.need(
    PLACE,
    "{description} LID:0001 PN:01 }",
  );
  return {
    isSwitch: /^sw$/i.test(kind),
    isRouter: /^rt$/i.test(kind),
    ports: parseInt(ports, 16),
    guid,
    key: `0x${guid.toString(16)}`,
    portGuid: BigInt(`0x${portGuid}`),
    name,
    lid: parseInt(lid, 16),
    num: parseInt(num, 16),
  };
}
