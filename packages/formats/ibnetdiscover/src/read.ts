import { DEFAULT_FLIGHT_PS } from "@fabriclab/fabric";
import {
  Notes,
  noteSharedPortGuids,
  noteUnsaidLmc,
  sourceLines,
  usableLids,
  type ReadNote,
  type SourceLine,
  type SourceText,
} from "@fabriclab/reading";
import {
  endportName,
  excerpt,
  FabricError,
  many,
  type Fabric,
  type LidTable,
} from "@fabriclab/spec";
import {
  MAX_LMC,
  UNICAST_LID_MAX,
  type EndportIx,
  type Guid,
  type Ps,
} from "@fabriclab/units";
import { assemble, type Assembled } from "./assemble.ts";
import type { NodeBlock } from "./draft.ts";
import type { OneSidedCable } from "./one-sided.ts";
import { isPortLine } from "./port-line.ts";
import { portListBlocks } from "./port-list.ts";
import {
  readLine,
  type GuidRecord,
  type LineRecord,
  type NodeRecord,
  type PortRecord,
} from "./record.ts";
import { wrongLine } from "./scanner.ts";
import { readRemarks, type Remarks } from "./remark.ts";

/** How a file is to be read. */
export interface ReadOptions {
  /** Named in errors, and the fabric's name unless the file has one. */
  readonly file?: string;
  /** Time of flight of cables about which the file says nothing, in ps; default 20 ns. The format has no place for it. */
  readonly flight?: Ps;
}

/** What a topology file holds. */
export interface IbnetdiscoverFile {
  readonly fabric: Fabric;
  /** LIDs and LMCs of the file; undefined where it has none, or not one for each (several subnets in one file). */
  readonly lids: LidTable | undefined;
  /** Cables that only one of their ends tells of; the fabric has them. */
  readonly oneSided: readonly OneSidedCable[];
  /** Oddities that were passed over. */
  readonly notes: readonly ReadNote[];
}

/** What is said of a line that is no record. */
function noiseNote(text: string): string {
  if (text.startsWith("#"))
    return "the end of a record on a line of its own was passed over, with its name, LID and rate";
  return /^(Non-)?Chassis/.test(text)
    ? "chassis headings were passed over"
    : `passed over: ${noiseOf(text)}`;
}

/** The beginning of a line of noise. Why cut at the directed route: messages of the MAD layer differ in it, and are one kind. */
const noiseOf = (text: string): string =>
  excerpt(text.replace(/(\bumad \(DR path slid \d+; dlid \d+; ).*/, "$1…"));

/**
 * Reads the topology file that `ibnetdiscover` prints, ibsim's net files included, also from a terminal capture: lost tabs, CRLF, messages in
 * between. The port list of `ibnetdiscover -p` is read too.
 *
 * Nodes are numbered in the order of the file, switches first.
 *
 * Complexity: O(characters); memory O(nodes + cables) where the text comes piece by piece.
 * @throws FabricError E_READING_LINE, E_IBNETDISCOVER_SYNTAX, E_IBNETDISCOVER_STRAY_PORT, E_IBNETDISCOVER_PORT, E_IBNETDISCOVER_NODE_TWICE, E_IBNETDISCOVER_EMPTY,
 * E_IBNETDISCOVER_PORT_LIST, E_IBNETDISCOVER_UNKNOWN_NODE, each with file, line and column.
 */
export function readIbnetdiscover(
  text: SourceText,
  options: ReadOptions = {},
): IbnetdiscoverFile {
  const notes = new Notes();
  const { blocks, remarks, isPortList } = readBlocks(text, options.file, notes);
  const assembled = assemble(
    blocks,
    remarks,
    options.flight ?? (DEFAULT_FLIGHT_PS as Ps),
    options.file,
    notes,
  );
  const { fabric, oneSided } = assembled;
  noteSharedPortGuids(fabric, notes);
  const lids = lidsOf(assembled, notes);
  if (isPortList && lids !== undefined)
    noteUnsaidLmc([...lids.baseLid.subarray(fabric.switchCount)], notes);
  return { fabric, lids, oneSided, notes: notes.all() };
}

function readBlocks(
  text: SourceText,
  file: string | undefined,
  notes: Notes,
): { blocks: NodeBlock[]; remarks: Remarks; isPortList: boolean } {
  const blocks: {
    record: NodeRecord;
    guid: Guid | undefined;
    ports: PortRecord[];
  }[] = [];
  const remarks: LineRecord[] = [];
  const lines = sourceLines(text, file, notes);
  let count = 0;
  let guid: GuidRecord | undefined;
  for (const next of lines) {
    const { text: raw, number: line } = next;
    count = line;
    // The first record tells a port list from a topology file.
    if (blocks.length === 0 && isPortLine(raw))
      return {
        blocks: portListBlocks(from(next, lines), file, notes),
        remarks: readRemarks(remarks),
        isPortList: true,
      };
    const record = readLine(next, file);
    switch (record?.kind) {
      case undefined:
        break;
      case "guid":
        guid = record;
        break;
      case "node":
        if (record.tail !== "")
          notes.add("text after a node's record was passed over", line);
        if (record.crowded)
          notes.add("white space between fields was lost", line);
        blocks.push({ record, guid: guid?.guid, ports: [] });
        guid = undefined;
        break;
      case "port": {
        const block = blocks.at(-1);
        if (block === undefined)
          throw wrongLine(
            record.scanner,
            "E_IBNETDISCOVER_STRAY_PORT",
            "a port before any node",
            "a line Switch … or Ca … before it",
          );
        if (record.tail !== "")
          notes.add("text after a port's record was passed over", line);
        block.ports.push(record);
        break;
      }
      case "remark":
        remarks.push(record);
        break;
      case "noise":
        notes.add(noiseNote(record.text), line);
        break;
    }
  }
  if (blocks.length === 0) {
    throw new FabricError({
      code: "E_IBNETDISCOVER_EMPTY",
      message: "no node in the file",
      where: { ...(file === undefined ? {} : { file }), line: 1, column: 1 },
      got: count === 0 ? "nothing" : `${many(count, "line")} without one`,
      expected:
        'records such as Switch 36 "S-0002c90200412345" and Ca 1 "H-0002c90200412344"',
    });
  }
  return { blocks, remarks: readRemarks(remarks), isPortList: false };
}

/** The line at hand, and those that follow it. */
function* from(
  first: SourceLine,
  rest: Iterable<SourceLine>,
): Generator<SourceLine> {
  yield first;
  yield* rest;
}

function lidsOf(
  { fabric, baseLid, lmc, lines }: Assembled,
  notes: Notes,
): LidTable | undefined {
  const base = new Uint16Array(fabric.endportCount);
  let found = false;
  for (const [endport, lid] of baseLid.entries()) {
    // 0 and 65535 (permissive) both mean that no subnet manager has given one.
    if (lid > UNICAST_LID_MAX)
      notes.add(
        `LID ${lid} is no unicast LID and was taken as none`,
        lines[endport] ?? 0,
      );
    else base[endport] = lid;
    found ||= (base[endport] ?? 0) !== 0;
  }
  if (!found) return undefined;
  const lmcs = lmc.map((value, endport) => {
    if (value <= MAX_LMC) return value;
    notes.add(`LMC ${value} is none and was taken as 0`, lines[endport] ?? 0);
    return 0;
  });
  return usableLids(
    base,
    Uint8Array.from(lmcs),
    (endport) => endportName(fabric, endport as EndportIx),
    notes,
  );
}
