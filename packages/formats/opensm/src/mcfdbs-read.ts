import { switchesByGuid } from "@fabriclab/fabric";
import {
  portMaskWords,
  type Fabric,
  type MulticastTables,
} from "@fabriclab/spec";
import {
  MULTICAST_LID_MAX,
  MULTICAST_LID_MIN,
  type EndportIx,
  type SwitchIx,
} from "@fabriclab/units";
import { DumpNotes } from "./dump-notes.ts";
import type { DumpText } from "./dump-text.ts";
import { dumpedGroups } from "./dumped-groups.ts";
import {
  contradiction,
  linesOf,
  mismatch,
  refuseCut,
  syntaxError,
  type Line,
} from "./guid-text.ts";
import { hostBehind } from "./host-behind.ts";
import { portColumns, portDigits } from "./port-masks.ts";
import { passedOver, TOOL_REMARK } from "./tool-remark.ts";

const SWITCH =
  /^(?:osm_mcast_mgr_dump_mcast_routes|dump_mcast_routes)?:?\s*Switch (0x[0-9a-f]{1,16})\s*$/i;
const SECTION =
  /^Multicast mlids \[(0x[0-9a-f]{1,8})-(0x[0-9a-f]{1,8})\] of switch .*?guid (0x[0-9a-f]{1,16})/i;
const ENTRY = /^(0x[0-9a-f]{1,8})\s*:\s*((?:0x[0-9a-f]{1,4}\s*)*)$/i;
/** ibdm's own: the MLID on a line of its own, its ports below it. */
const MLID = /^LID\s*:\s*(0x[0-9a-f]{1,8})\s*$/i;
const PORTS = /^\s*((?:0x[0-9a-f]{1,4}\s*)+)$/i;
const MASK = /^(0x[0-9a-f]{1,8}) {6}(.*)$/i;
const HEADING = /^\s*(?:LID\s*:\s*Out Port\(s\)|MLid|\d(?:\s+\d)*)?\s*$/i;
const RULER = /^ {5}Ports: (.*)$/;
const BRIEF = /^ MLid {7}Port Mask\s*$/;
const TOTAL = /^(\d+) (valid )?mlids dumped\s*$/;

/** Ports of one MLID in one switch. */
interface Row {
  readonly sw: SwitchIx;
  readonly mlid: number;
  readonly ports: readonly number[];
}

/**
 * Reads `opensm.mcfdbs`, or the port masks that `ibroute -M` and dump_mfts print. A dump names neither groups nor senders: every MLID becomes a
 * group of the hosts whose ports it sets, and each of them may send, as OpenSM has it.
 *
 * @param notes takes what is odd but did not keep the dump from being read
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_UNKNOWN_SWITCH, E_OPENSM_BAD_PORT, E_OPENSM_BAD_LID, E_OPENSM_CONTRADICTION, E_OPENSM_TRUNCATED
 */
export function readMcfdbs(
  text: DumpText,
  fabric: Fabric,
  file = "opensm.mcfdbs",
  notes = new DumpNotes(),
): MulticastTables {
  const reader = new McfdbReader(fabric, notes);
  for (const line of linesOf(text, file)) reader.line(line);
  return tablesOf(
    fabric,
    [...reader.rows.values()].filter(({ ports }) => ports.length > 0),
  );
}

class McfdbReader {
  readonly rows = new Map<number, Row & { readonly line: number }>();
  readonly #fabric: Fabric;
  readonly #notes: DumpNotes;
  readonly #switches: ReturnType<typeof switchesByGuid>;
  #sw: SwitchIx | undefined;
  #radix = 0;
  /** Of an MLID on a line of its own. */
  #mlid: number | undefined;
  /** In a table of `ibroute -M`: how its masks are printed. */
  #masks: "none" | "columns" | "digits" = "none";
  #range: readonly [number, number] = [MULTICAST_LID_MIN, MULTICAST_LID_MAX];
  #count = 0;

  constructor(fabric: Fabric, notes: DumpNotes) {
    this.#fabric = fabric;
    this.#notes = notes;
    this.#switches = switchesByGuid(fabric);
  }

  line(line: Line): void {
    const { text } = line;
    const heading = SWITCH.exec(text);
    if (heading !== null) return this.#open(line, heading[1] ?? "");
    const section = SECTION.exec(text);
    if (section !== null) {
      this.#open(line, section[3] ?? "");
      this.#range = [
        this.#mlidOf(line, section[1] ?? ""),
        this.#mlidOf(line, section[2] ?? ""),
      ];
      return;
    }
    const ruler = RULER.exec(text);
    if (ruler !== null) return this.#ruler(line, ruler[1] ?? "");
    if (BRIEF.test(text)) {
      this.#masks = "digits";
      return;
    }
    const mlid = MLID.exec(text)?.[1];
    if (mlid !== undefined) {
      this.#mlid = this.#mlidOf(line, mlid);
      return;
    }
    const total = TOTAL.exec(text);
    if (total !== null) return this.#total(line, Number(total[1]));
    const mask = this.#masks === "none" ? null : MASK.exec(text);
    if (mask !== null) {
      const [, lid = "", cells = ""] = mask;
      this.#put(
        line,
        this.#mlidOf(line, lid),
        this.#masks === "columns"
          ? portColumns(line, cells, lid.length + 7, this.#radix)
          : portDigits(line, cells, lid.length + 7, this.#radix),
      );
      return;
    }
    const entry = ENTRY.exec(text);
    if (entry !== null)
      return this.#put(
        line,
        this.#mlidOf(line, entry[1] ?? ""),
        this.#portsOf(line, entry[2] ?? ""),
      );
    const ports = this.#mlid === undefined ? null : PORTS.exec(text);
    if (ports !== null && this.#mlid !== undefined)
      return this.#put(line, this.#mlid, this.#portsOf(line, ports[1] ?? ""));
    if (HEADING.test(text)) return;
    if (!TOOL_REMARK.test(text))
      throw syntaxError(line, 1, text, "a switch, or an MLID with its ports");
    this.#notes.add(line.file, passedOver(text), line.number);
  }

  #open(line: Line, guid: string): void {
    this.#sw = this.#switches.get(BigInt(guid));
    if (this.#sw === undefined)
      throw mismatch(
        "E_OPENSM_UNKNOWN_SWITCH",
        line,
        line.text.indexOf(guid) + 1,
        "the fabric has no such switch",
        guid,
        "the NodeGUID of a switch of the fabric",
      );
    const { portStart } = this.#fabric;
    this.#radix = (portStart[this.#sw + 1] ?? 0) - (portStart[this.#sw] ?? 0);
    this.#mlid = undefined;
    this.#masks = "none";
    this.#range = [MULTICAST_LID_MIN, MULTICAST_LID_MAX];
    this.#count = 0;
  }

  /** The numbers over the columns say whether blanks were lost on the way. */
  #ruler(line: Line, digits: string): void {
    const expected = Array.from({ length: this.#radix + 1 }, (_, i) => i % 10);
    if (digits.trimEnd() !== expected.join(" "))
      throw syntaxError(
        line,
        12,
        digits,
        `${expected.join(" ")}, for the ports 0 to ${this.#radix}`,
        "were blanks lost, or is the dump of another fabric?",
      );
    this.#masks = "columns";
  }

  #mlidOf(line: Line, text: string): number {
    const mlid = Number(text);
    const [first, last] = this.#range;
    if (mlid < first || mlid > last)
      throw mismatch(
        "E_OPENSM_BAD_LID",
        line,
        line.text.indexOf(text) + 1,
        "this is no multicast LID, or the heading leaves it out",
        text,
        `0x${first.toString(16)} to 0x${last.toString(16)}`,
      );
    return mlid;
  }

  #portsOf(line: Line, list: string): number[] {
    if (this.#sw === undefined) throw strayEntry(line);
    const words = list.split(/\s+/).filter((word) => word !== "");
    for (const port of words)
      if (Number(port) > this.#radix)
        throw mismatch(
          "E_OPENSM_BAD_PORT",
          line,
          line.text.lastIndexOf(port) + 1,
          "the switch has no such port",
          port,
          `0x000 to 0x${this.#radix.toString(16).padStart(3, "0")}`,
        );
    return words.map(Number);
  }

  #put(line: Line, mlid: number, ports: readonly number[]): void {
    const sw = this.#sw;
    if (sw === undefined) throw strayEntry(line);
    refuseCut(line);
    this.#count++;
    const sorted = [...new Set(ports)].sort((a, b) => a - b);
    const key = sw * 2 ** 16 + mlid;
    const before = this.rows.get(key);
    if (before === undefined) {
      this.rows.set(key, { sw, mlid, ports: sorted, line: line.number });
      return;
    }
    if (before.ports.join() !== sorted.join())
      throw contradiction(
        line,
        1,
        `the ports for MLID 0x${mlid.toString(16)}`,
        `ports ${sorted.join(" ")}`,
        `ports ${before.ports.join(" ")}, as on line ${before.line}`,
      );
    this.#notes.add(
      line.file,
      "an MLID that stands there twice: both lines say the same",
      line.number,
    );
  }

  #total(line: Line, total: number): void {
    if (total === this.#count) return;
    throw mismatch(
      "E_OPENSM_TRUNCATED",
      line,
      1,
      "the total does not fit the lines above it: some are missing, or too many",
      line.text.trim(),
      `${this.#count} mlids dumped`,
      "take the dump again",
    );
  }
}

const strayEntry = (line: Line): Error =>
  syntaxError(
    line,
    1,
    line.text,
    "a line that names a switch before its entries",
  );

function tablesOf(fabric: Fabric, rows: readonly Row[]): MulticastTables {
  let first = MULTICAST_LID_MAX;
  let last = MULTICAST_LID_MIN - 1;
  for (const { mlid } of rows) {
    first = Math.min(first, mlid);
    last = Math.max(last, mlid);
  }
  const mlidCount = Math.max(0, last - first + 1);
  const firstMlid = mlidCount === 0 ? 0 : first - MULTICAST_LID_MIN;
  const words = portMaskWords(fabric);
  const masks = new Int32Array(fabric.switchCount * mlidCount * words);
  const members = new Map<number, EndportIx[]>();
  for (const { sw, mlid, ports } of rows)
    for (const num of ports) {
      const word = (sw * mlidCount + mlid - first) * words + (num >> 5);
      masks[word] = (masks[word] ?? 0) | (1 << (num & 31));
      const list = members.get(mlid) ?? [];
      members.set(mlid, list);
      const endport = hostBehind(fabric, sw, num);
      if (endport !== undefined) list.push(endport);
    }
  return {
    mlidCount,
    firstMlid,
    words,
    masks,
    ...dumpedGroups(
      fabric,
      [...members]
        .sort(([a], [b]) => a - b)
        .map(([mlid, joined]) => ({
          mlid,
          group: mlid - MULTICAST_LID_MIN,
          name: `0x${mlid.toString(16)}`,
          members: joined.sort((a, b) => a - b),
          sources: joined,
        })),
      "one per group",
    ),
  };
}
