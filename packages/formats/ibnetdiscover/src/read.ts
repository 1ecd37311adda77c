import {
  FabricError,
  lidTable,
  type Fabric,
  type LidTable,
} from "@fabriclab/spec";
import { MAX_LMC, UNICAST_LID_MAX, type Guid, type Ps } from "@fabriclab/units";
import { DEFAULT_FLIGHT_PS } from "@fabriclab/fabric";
import { assemble, type Assembled } from "./assemble.ts";
import type { NodeBlock } from "./draft.ts";
import { Notes, type ReadNote } from "./notes.ts";
import { isPortLine, portListBlocks } from "./port-list.ts";
import {
  readLine,
  type GuidRecord,
  type LineRecord,
  type NodeRecord,
  type PortRecord,
} from "./record.ts";
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
  /** Oddities that were passed over. */
  readonly notes: readonly ReadNote[];
}

/**
 * Reads the topology file that `ibnetdiscover` prints, ibsim's net files included, also from a terminal capture: lost tabs, CRLF, messages in
 * between. The port list of `ibnetdiscover -p` is read too.
 *
 * Nodes are numbered in the order of the file, switches first.
 *
 * Complexity: O(characters).
 * @throws FabricError E_IBNETDISCOVER_SYNTAX, E_IBNETDISCOVER_STRAY_PORT, E_IBNETDISCOVER_PORT, E_IBNETDISCOVER_NODE_TWICE, E_IBNETDISCOVER_EMPTY,
 * E_IBNETDISCOVER_PORT_LIST, E_IBNETDISCOVER_UNKNOWN_NODE, each with file, line and column.
 */
export function readIbnetdiscover(
  text: string,
  options: ReadOptions = {},
): IbnetdiscoverFile {
  const notes = new Notes();
  const { blocks, remarks } = readBlocks(text, options.file, notes);
  const assembled = assemble(
    blocks,
    remarks,
    options.flight ?? (DEFAULT_FLIGHT_PS as Ps),
    options.file,
    notes,
  );
  return {
    fabric: assembled.fabric,
    lids: lidsOf(assembled, notes),
    notes: notes.all(),
  };
}

/** What tells a topology file from a port list. */
const NODE_LINE = /^\s*(?:Switch|Ca|Hca|CA|HCA|Rt)\s*\d+\s*"/;

function readBlocks(
  text: string,
  file: string | undefined,
  notes: Notes,
): { blocks: NodeBlock[]; remarks: Remarks } {
  const blocks: {
    record: NodeRecord;
    guid: Guid | undefined;
    ports: PortRecord[];
  }[] = [];
  const remarks: LineRecord[] = [];
  const lines = [...linesOf(text, notes)];
  const data = lines.find(
    ({ text: one }) => isPortLine(one) || NODE_LINE.test(one),
  );
  if (data !== undefined && isPortLine(data.text))
    return {
      blocks: portListBlocks(lines, file, notes),
      remarks: readRemarks([]),
    };
  let guid: GuidRecord | undefined;
  for (const { text: raw, line } of lines) {
    const record = readLine(raw, line, file);
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
          throw record.scanner.refusal(
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
        notes.add(
          /^(Non-)?Chassis/.test(record.text)
            ? "chassis headings were passed over"
            : `passed over: ${record.text.slice(0, 60)}`,
          line,
        );
        break;
    }
  }
  if (blocks.length === 0) {
    throw new FabricError({
      code: "E_IBNETDISCOVER_EMPTY",
      message: "no node in the file",
      where: file === undefined ? {} : { file },
      got:
        text.trim() === ""
          ? "nothing"
          : `${text.split("\n").length} lines without one`,
      expected:
        'records such as Switch 36 "S-0002c90200412345" and Ca 1 "H-0002c90200412344"',
    });
  }
  return { blocks, remarks: readRemarks(remarks) };
}

/** Lines without what ends them. */
function* linesOf(
  text: string,
  notes: Notes,
): Generator<{ text: string; line: number }> {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const lines = text.slice(start).split("\n");
  for (const [index, raw] of lines.entries()) {
    let end = raw.length;
    while (end > 0 && raw.charCodeAt(end - 1) === 13) end--;
    if (end < raw.length) notes.add("lines end in CR LF", index + 1);
    yield { text: raw.slice(0, end), line: index + 1 };
  }
  if ((lines.at(-1) ?? "").trim() !== "")
    notes.add(
      "the file ends without a line break; its last line may have been cut",
      lines.length,
    );
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
  try {
    const lmcs = lmc.map((value, endport) => {
      if (value <= MAX_LMC) return value;
      notes.add(`LMC ${value} is none and was taken as 0`, lines[endport] ?? 0);
      return 0;
    });
    return lidTable(base, Uint8Array.from(lmcs));
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    notes.add(
      `the LIDs of the file cannot be used: ${error.message} (${error.got ?? ""})`,
      0,
    );
    return undefined;
  }
}
