import type { Fabric } from "@fabriclab/spec";
import { MANAGEMENT_VL, type EndportIx, type Guid } from "@fabriclab/units";
import { isAlone, isCabled } from "./cabled-ports.ts";
import { DumpNotes } from "./dump-notes.ts";
import { LineFeed, type DumpText } from "./dump-text.ts";
import {
  contradiction,
  lineAt,
  mismatch,
  nothingIn,
  refuseCut,
  syntaxError,
  type Line,
} from "./guid-text.ts";
import { NumberRow } from "./number-row.ts";
import { dumpedEndports } from "./port-guids.ts";
import type { Sl2VlDump } from "./sl2vl-write.ts";

const SERVICE_LEVELS = 16;
const COLON = 58;
const LINE_FEED = 10;
const NODE =
  /^(Switch|Channel Adapter|CA) (0x[0-9a-f]{1,16}),? base LID \d+,? "/i;
const ROW = /^\s*(\d{1,9})\s+(\d{1,9})\s*:((?:\s+\d{1,9}){16})\s*$/;
/** ibdmchk's `-d` file: NodeGUID, in, out, two VLs in each of eight bytes. */
const PACKED =
  /^\s*(0x[0-9a-f]{1,16})\s+(\d{1,9})\s+(\d{1,9})\s+((?:0x[0-9a-f]{2}\s*){8})$/i;
/** A comment has a letter, or is a rule: a row behind a # is a row that was spoilt. */
const HEADING = /^\s*(?:#.*[a-z].*|#-*\s*)?$/i;

/** Rows of one node, as they stand in the file. */
interface NodeRows {
  readonly line: Line;
  readonly guid: Guid;
  readonly isSwitch: boolean;
  readonly rows: number[];
  readonly lines: number[];
}

/**
 * Reads `opensm-sl2vl.dump`, and the SL2VL file of ibdmchk.
 *
 * Complexity: O(length of the text).
 * @param notes takes what is odd but did not keep the dump from being read
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_UNKNOWN_SWITCH, E_OPENSM_BAD_PORT, E_OPENSM_BAD_LANE, E_OPENSM_CONTRADICTION, E_OPENSM_TRUNCATED
 */
export function readSl2vl(
  text: DumpText,
  fabric: Fabric,
  file = "opensm-sl2vl.dump",
  notes = new DumpNotes(),
): Sl2VlDump {
  const nodes: NodeRows[] = [];
  const feed = new LineFeed(text, file);
  const numbers = new NumberRow({ commas: false });
  const packed = new Map<Guid, NodeRows>();
  let at: NodeRows | undefined;
  const take = (
    line: Line,
    node: NodeRows | undefined,
    row: number[],
  ): void => {
    if (node === undefined)
      throw syntaxError(
        line,
        1,
        line.text,
        "a line that names a node before its rows",
      );
    refuseCut(line);
    node.rows.push(packRow(line, row), ...packLanes(line, row));
    node.lines.push(line.number);
  };
  for (const { bytes, from, to, cut } of feed.pieces())
    for (let begin = from; begin < to;) {
      const number = ++feed.line;
      const end = plainRow(bytes, begin, cut ? undefined : at, numbers, number);
      if (end > 0) {
        begin = end;
        continue;
      }
      const line = lineAt(bytes, begin, file, number, cut);
      begin = bytes.indexOf(LINE_FEED, begin) + 1;
      const node = NODE.exec(line.text);
      if (node !== null) {
        at = {
          line,
          guid: BigInt(node[2] ?? "0"),
          isSwitch: /^s/i.test(node[1] ?? ""),
          rows: [],
          lines: [],
        };
        nodes.push(at);
        continue;
      }
      const entry = ROW.exec(line.text);
      const bytesRow = entry === null ? PACKED.exec(line.text) : null;
      if (entry !== null) {
        take(line, at, [
          Number(entry[1]),
          Number(entry[2]),
          ...(entry[3] ?? "").trim().split(/\s+/).map(Number),
        ]);
      } else if (bytesRow !== null) {
        const guid = BigInt(bytesRow[1] ?? "0");
        const known = packed.get(guid) ?? {
          line,
          guid,
          isSwitch: true,
          rows: [],
          lines: [],
        };
        if (!packed.has(guid)) nodes.push(known);
        packed.set(guid, known);
        take(line, known, [
          Number(bytesRow[2]),
          Number(bytesRow[3]),
          ...nibbles(bytesRow[4] ?? ""),
        ]);
      } else if (!HEADING.test(line.text))
        throw syntaxError(
          line,
          1,
          line.text,
          "a node, or a row: in, out, the VLs of SL 0 to 15",
        );
    }
  if (nodes.length === 0 && fabric.endportCount > 0) throw nothingIn(file);
  return assembled(nodes, fabric, notes);
}

/** Takes a row as OpenSM writes it; 0 where this line is anything else. Why: a large fabric has millions. */
function plainRow(
  bytes: Uint8Array,
  from: number,
  node: NodeRows | undefined,
  numbers: NumberRow,
  number: number,
): number {
  if (node === undefined || numbers.read(bytes, from, 2) !== 2) return 0;
  const { values } = numbers;
  const [into = 0, out = 0] = values;
  if (into > 255 || out > 255 || bytes[numbers.at] !== COLON) return 0;
  if (
    numbers.read(bytes, numbers.at + 1, SERVICE_LEVELS) !== SERVICE_LEVELS ||
    bytes[numbers.at] !== LINE_FEED
  )
    return 0;
  let low = 0;
  let high = 0;
  for (let sl = 0; sl < 8; sl++) {
    const one = values[sl] ?? 0;
    const other = values[sl + 8] ?? 0;
    if (one > MANAGEMENT_VL || other > MANAGEMENT_VL) return 0;
    low |= one << (4 * sl);
    high |= other << (4 * sl);
  }
  node.rows.push((into << 8) | out, low, high);
  node.lines.push(number);
  return numbers.at + 1;
}

function packRow(line: Line, [into = 0, out = 0]: readonly number[]): number {
  if (into > 255 || out > 255)
    throw mismatch(
      "E_OPENSM_BAD_PORT",
      line,
      1,
      "no switch has such a port",
      `in ${into}, out ${out}`,
      "0 to 254",
    );
  return (into << 8) | out;
}

function packLanes(line: Line, row: readonly number[]): [number, number] {
  const halves: [number, number] = [0, 0];
  for (let sl = 0; sl < SERVICE_LEVELS; sl++) {
    const vl = row[sl + 2] ?? 0;
    if (vl > MANAGEMENT_VL)
      throw mismatch(
        "E_OPENSM_BAD_LANE",
        line,
        line.text.indexOf(":") + 1,
        "there is no such virtual lane",
        String(vl),
        "0 to 15",
      );
    halves[sl >> 3] = (halves[sl >> 3] ?? 0) | (vl << (4 * (sl & 7)));
  }
  return halves;
}

function nibbles(text: string): number[] {
  return Array.from(text.matchAll(/0x(.)(.)/gi)).flatMap(
    ([, low = "", high = ""]) => [parseInt(low, 16), parseInt(high, 16)],
  );
}

function assembled(
  nodes: readonly NodeRows[],
  fabric: Fabric,
  notes: DumpNotes,
): Sl2VlDump {
  const endports = dumpedEndports(
    fabric,
    nodes.map(({ guid }) => guid),
  );
  const hosts = new Map<EndportIx, Uint8Array>();
  const portsOf = (sw: number): number =>
    (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0) + 1;
  const switches = Array.from({ length: fabric.switchCount }, (_, sw) =>
    new Uint8Array(portsOf(sw) ** 2 * SERVICE_LEVELS).fill(MANAGEMENT_VL),
  );
  const said = new Map<EndportIx, Set<number>>();
  for (const { line, guid, isSwitch, rows, lines } of nodes) {
    const endport = endports.get(guid);
    if (endport === undefined || endport < fabric.switchCount !== isSwitch)
      throw mismatch(
        "E_OPENSM_UNKNOWN_SWITCH",
        line,
        line.text.indexOf("0x") + 1,
        isSwitch
          ? "the fabric has no such switch"
          : "the fabric has no such host port",
        `0x${guid.toString(16)}`,
        "a GUID of the fabric",
      );
    if (lines.length === 0) {
      if (!isAlone(fabric, fabric.endportNode[endport] ?? 0))
        notes.add(
          line.file,
          "nodes without rows were passed over",
          line.number,
        );
      continue;
    }
    const known = said.get(endport) ?? new Set<number>();
    said.set(endport, known);
    const ports = isSwitch ? portsOf(endport) : 1;
    const table =
      switches[endport] ??
      hosts.get(endport) ??
      new Uint8Array(SERVICE_LEVELS).fill(MANAGEMENT_VL);
    if (!isSwitch) hosts.set(endport, table);
    for (const [i, number] of lines.entries()) {
      const row = rows[3 * i] ?? 0;
      const here = { ...line, number, text: "" };
      const [into, out] = [row >> 8, row & 255];
      if (into >= ports || out >= ports)
        throw mismatch(
          "E_OPENSM_BAD_PORT",
          here,
          1,
          isSwitch ? "the switch has no such port" : "rows of hosts are 0 0",
          `in ${into}, out ${out}`,
          `0 to ${ports - 1}`,
        );
      if (isSwitch && !isCabled(fabric, endport, out)) {
        notes.add(
          line.file,
          "rows of VLs to port 0 or to a port without a cable were passed over",
          number,
        );
        continue;
      }
      const start = (into * ports + out) * SERVICE_LEVELS;
      const again = known.has(row);
      known.add(row);
      for (let sl = 0; sl < SERVICE_LEVELS; sl++) {
        const half = rows[3 * i + 1 + (sl >> 3)] ?? 0;
        const vl = (half >>> (4 * (sl & 7))) & 15;
        if (again && table[start + sl] !== vl)
          throw contradiction(
            here,
            1,
            `the VLs from port ${into} to port ${out}`,
            `VL ${vl} for SL ${sl}`,
            `VL ${table[start + sl] ?? 0}, as an earlier line says`,
          );
        table[start + sl] = vl;
      }
      if (again)
        notes.add(line.file, "a row stands there twice, the same", number);
    }
  }
  const missing = switches.filter(
    (_, sw) => !said.has(sw as EndportIx) && !isAlone(fabric, sw),
  ).length;
  if (missing > 0 && nodes.length > 0)
    notes.add(
      nodes[0]?.line.file ?? "",
      "switches of which the dump says nothing forward on no VL",
      0,
      missing,
    );
  return { switches, hosts };
}
