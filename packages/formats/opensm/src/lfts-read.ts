import { switchesByGuid } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import {
  NO_PORT,
  UNICAST_LID_MAX,
  type EndportIx,
  type Guid,
  type SwitchIx,
} from "@fabriclab/units";
import { DumpNotes } from "./dump-notes.ts";
import { LineFeed, type DumpText, type LinePiece } from "./dump-text.ts";
import {
  lineAt,
  mismatch,
  refuseCut,
  syntaxError,
  type Line,
} from "./guid-text.ts";
import type { ImpossiblePorts } from "./impossible-ports.ts";
import { LftRows } from "./lft-rows.ts";
import { plainEntries } from "./lft-run.ts";
import { LidOwners } from "./lid-owners.ts";
import { nameInHeading } from "./node-names.ts";
import { passedOver, TOOL_REMARK } from "./tool-remark.ts";

/** What an LFT dump says. */
export interface LftDump {
  /** Per switch: LID -> port number, 255 = no path. Switches that the dump does not name have no paths. */
  readonly lft: readonly Uint8Array[];
  readonly topLid: number;
  /** LID -> endport, as far as headings and comments name owners that the fabric has. */
  readonly owners: ReadonlyMap<number, EndportIx>;
  /** Switches that the dump names. */
  readonly switches: ReadonlySet<SwitchIx>;
}

const SECTION =
  /^Unicast lids \[(0x[0-9a-f]+|\d+)-(0x[0-9a-f]+|\d+)\] of switch .*?(?:\bLid (\d+) )?guid (0x[0-9a-f]+)/i;
const ROUTES = /^(?:osm_ucast_mgr_)?dump_ucast_routes: Switch (0x[0-9a-f]+)/i;
const MULTICAST = /^Multicast mlids /i;
const TOTAL = /^(\d+) (valid )?lids dumped\s*$/i;
const HEADING =
  /^\s*(?:Lid\s+Out\s+Destination|Port\s+Info|LID\s*:\s*Port\s*:\s*Hops\s*:\s*Optimal)?\s*$/i;
/** An entry where the bytes are not what the fast path knows. */
const ENTRY = /^(0x[0-9a-f]{1,8})(\s+)(\d{1,9})(?:\s+[#:(].*|\s*)$/i;
const ROUTE =
  /^(0x[0-9a-f]{1,8})(\s*:\s*)(?:(\d{1,9})\s*:\s*\d+\s*:.*|UNREACHABLE\s*)$/i;
const [LINE_FEED, SPACE] = [10, 32] as const;

/**
 * Reads linear forwarding tables in any of the dialects met in the field: OpenSM 3.3.23's `opensm-lfts.dump`, the output of ibroute,
 * dump_lfts and dump_fts (hexadecimal range, owners in parentheses), and `opensm.fdbs` / `ibdiagnet2.fdbs` with their hop counts.
 *
 * Complexity: O(length of the text) time, one byte for each (switch, LID).
 *
 * @param notes takes what is odd but did not keep the dump from being read
 * @param impossible takes entries up to 254 that name ports which their switches do not have, and keeps them in the tables; undefined = they are refused
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_UNKNOWN_SWITCH, E_OPENSM_BAD_PORT, E_OPENSM_BAD_LID, E_OPENSM_CONTRADICTION, E_OPENSM_TRUNCATED,
 * E_OPENSM_OTHER_FABRIC, each
 * with line and column
 */
export function readLfts(
  text: DumpText,
  fabric: Fabric,
  file = "opensm-lfts.dump",
  notes = new DumpNotes(),
  impossible?: ImpossiblePorts,
): LftDump {
  const feed = new LineFeed(text, file);
  return new LftReader(feed, fabric, notes, impossible).read();
}

class LftReader {
  readonly #feed: LineFeed;
  readonly #fabric: Fabric;
  readonly #switches: ReadonlyMap<Guid, SwitchIx>;
  readonly #notes: DumpNotes;
  readonly #rows: LftRows;
  readonly #owners: LidOwners;
  readonly #seen = new Set<SwitchIx>();
  #topLid = 0;
  /** In a multicast table, which another reader reads. */
  #multicast = false;

  constructor(
    feed: LineFeed,
    fabric: Fabric,
    notes: DumpNotes,
    impossible: ImpossiblePorts | undefined,
  ) {
    this.#feed = feed;
    this.#notes = notes;
    this.#fabric = fabric;
    this.#switches = switchesByGuid(fabric);
    this.#rows = new LftRows(fabric, notes, impossible);
    this.#owners = new LidOwners(feed.file);
  }

  read(): LftDump {
    for (const piece of this.#feed.pieces()) this.#lines(piece);
    this.#close();
    const owners = this.#owners.resolve(this.#fabric, this.#notes);
    for (const lid of owners.keys()) this.#topLid = Math.max(this.#topLid, lid);
    const missing = this.#fabric.switchCount - this.#seen.size;
    if (missing > 0)
      this.#notes.add(
        this.#feed.file,
        "switches of which the dump says nothing have no paths",
        0,
        missing,
      );
    const lft = this.#rows.all(this.#topLid);
    // dump_lfts of infiniband-diags 44 leaves out a top LID that is a multiple of 64.
    if (
      this.#seen.size > 0 &&
      lft.every((table) => table[this.#topLid] === NO_PORT)
    )
      this.#notes.add(
        this.#feed.file,
        `no switch has a port for the top LID, ${this.#topLid}`,
        0,
      );
    return {
      lft,
      topLid: this.#topLid,
      owners,
      switches: this.#seen,
    };
  }

  #lines({ bytes, from, to, cut }: LinePiece): void {
    const rows = this.#rows;
    for (let at = from; at < to;) {
      if (!cut && rows.sw !== undefined) {
        const before = rows.count;
        at = plainEntries(bytes, at, to, rows, this.#owners);
        this.#feed.line += rows.count - before;
        if (at === to) return;
      }
      const number = ++this.#feed.line;
      const line = lineAt(bytes, at, this.#feed.file, number, cut);
      const next = bytes.indexOf(LINE_FEED, at) + 1;
      this.#line(line, bytes, at, next);
      at = next;
    }
  }

  #line(line: Line, bytes: Uint8Array, from: number, to: number): void {
    const entry = ENTRY.exec(line.text) ?? ROUTE.exec(line.text);
    if (this.#multicast && !/^Unicast/i.test(line.text)) return;
    if (entry !== null) {
      refuseCut(line);
      if (this.#rows.sw === undefined)
        throw syntaxError(
          line,
          1,
          line.text,
          "a line that names a switch before its entries",
        );
      const [, lid = "", gap = "", port = ""] = entry;
      const start = lid.length + gap.length;
      this.#rows.put(
        line,
        lid,
        port === "" ? NO_PORT : Number(port),
        start + 1,
      );
      if (Number(lid) === 0 || gap.includes(":")) return;
      let comment = from + start + port.length;
      while (bytes[comment] === SPACE) comment++;
      this.#owners.comment(line, Number(lid), bytes, comment, to);
      return;
    }
    const section = SECTION.exec(line.text);
    if (section !== null) return this.#section(line, section);
    const routes = ROUTES.exec(line.text);
    if (routes !== null) {
      this.#open(line, routes[1] ?? "", UNICAST_LID_MAX);
      this.#rows.totalled = true;
      return;
    }
    const total = TOTAL.exec(line.text);
    if (total !== null) return this.#total(line, total);
    if (HEADING.test(line.text)) return;
    if (MULTICAST.test(line.text)) {
      this.#close();
      this.#multicast = true;
      this.#notes.add(
        line.file,
        "multicast tables in a file of unicast tables were passed over",
        line.number,
      );
      return;
    }
    if (!TOOL_REMARK.test(line.text))
      throw syntaxError(
        line,
        1,
        line.text,
        "a switch's heading, a LID with its port, or a total",
      );
    this.#notes.add(line.file, passedOver(line.text), line.number);
  }

  #section(line: Line, section: RegExpExecArray): void {
    const [, low = "", high = "", lid, guid = ""] = section;
    const top = Number(high);
    if (Number(low) > top || top > UNICAST_LID_MAX)
      throw mismatch(
        "E_OPENSM_BAD_LID",
        line,
        line.text.indexOf("[") + 2,
        "this is no range of unicast LIDs",
        `${low}-${high}`,
        "0 to at most 0xbfff",
      );
    const sw = this.#open(line, guid, top);
    const name = nameInHeading(line.text);
    if (name !== undefined) this.#owners.name(sw, name, line.number);
    if (lid !== undefined && Number(lid) > 0) {
      const column = line.text.indexOf(`Lid ${lid}`) + 1;
      if (Number(lid) > UNICAST_LID_MAX)
        throw mismatch(
          "E_OPENSM_BAD_LID",
          line,
          column,
          "this is no unicast LID",
          `Lid ${lid}`,
          "1 to 49151",
        );
      this.#owners.heading(
        line,
        column,
        Number(lid),
        sw as number as EndportIx,
      );
    }
    this.#topLid = Math.max(this.#topLid, top);
  }

  #open(line: Line, guid: string, limit: number): SwitchIx {
    const sw = this.#switches.get(BigInt(guid));
    if (sw === undefined)
      throw mismatch(
        "E_OPENSM_UNKNOWN_SWITCH",
        line,
        line.text.indexOf(guid) + 1,
        "the fabric has no such switch",
        guid,
        "the NodeGUID of a switch of the fabric",
      );
    this.#close();
    this.#multicast = false;
    this.#seen.add(sw);
    this.#rows.open(line, sw, limit);
    return sw;
  }

  #close(): void {
    const rows = this.#rows;
    if (rows.sw === undefined) return;
    if (!rows.totalled)
      this.#notes.add(
        this.#feed.file,
        "a switch's table has no total at its end; if the dump broke off there, LIDs are missing",
        this.#feed.line,
      );
    this.#topLid = Math.max(this.#topLid, rows.close());
  }

  /** OpenSM prints the top LID here, ibroute the number of lines: a total that is neither tells of lines that were lost. */
  #total(line: Line, [, text = "", valid]: RegExpExecArray): void {
    const { sw, count, limit } = this.#rows;
    if (sw === undefined)
      throw syntaxError(
        line,
        1,
        line.text,
        "a switch's heading before a total",
      );
    const total = Number(text);
    if (total !== count && (valid !== undefined || total !== limit))
      throw mismatch(
        "E_OPENSM_TRUNCATED",
        line,
        1,
        "the total does not fit the lines above it: some are missing, or too many",
        line.text.trim(),
        valid === undefined
          ? `${limit} (the top LID) or ${count} (the lines)`
          : `${count} valid lids dumped`,
        "take the dump again",
      );
    this.#rows.totalled = true;
  }
}
