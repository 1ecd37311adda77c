import { switchesByGuid } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import {
  NO_PORT,
  UNICAST_LID_MAX,
  type EndportIx,
  type SwitchIx,
} from "@fabriclab/units";
import { linesOf, mismatch, syntaxError, type Line } from "./guid-text.ts";
import { dumpedEndports, guidsIn } from "./port-guids.ts";

/** What an LFT dump says. */
export interface LftDump {
  /** Per switch: LID -> port number, 255 = no path. Switches that the dump does not name have no paths. */
  readonly lft: readonly Uint8Array[];
  readonly topLid: number;
  /** LID -> endport, as far as headers and comments name owners that the fabric has. */
  readonly owners: ReadonlyMap<number, EndportIx>;
  /** Switches that the dump names. */
  readonly switches: ReadonlySet<SwitchIx>;
}

const SECTION =
  /^Unicast lids \[(?:0x)?[0-9a-f]+-(0x[0-9a-f]+|\d+)\] of switch .*?(?:Lid (\d+) )?guid (0x[0-9a-f]+)/i;
const ROUTES = /^(?:osm_ucast_mgr_)?dump_ucast_routes: Switch (0x[0-9a-f]+)/i;
const ENTRY = /^(0x[0-9a-f]+)\s+(\d+)\s*(?:[#:(].*)?$/i;
const ROUTE = /^(0x[0-9a-f]+)\s*:\s*(?:(\d+)\b.*|UNREACHABLE.*)$/i;
const OWNER = /portguid (0x[0-9a-f]+)/i;
/** Headings and totals of the dialects, and nothing else. */
const HEADING =
  /^\s*(?:Lid\s+Out\s+Destination|Port\s+Info|LID\s*:\s*Port\s*:\s*Hops\s*:\s*Optimal|\d+ (?:valid )?lids dumped)?\s*$/i;

/**
 * Reads linear forwarding tables in any of the dialects met in the field: OpenSM 3.3.23's `opensm-lfts.dump`, the output of ibroute,
 * dump_lfts and dump_fts (hexadecimal range, owners in parentheses), and `opensm.fdbs` / `ibdiagnet2.fdbs` with their hop counts.
 *
 * Complexity: O(length of the text) time, one byte for each (switch, LID).
 *
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_UNKNOWN_SWITCH, E_OPENSM_BAD_PORT, E_OPENSM_BAD_LID, each with line and column
 */
export function readLfts(
  text: string,
  fabric: Fabric,
  file = "opensm-lfts.dump",
): LftDump {
  const switches = switchesByGuid(fabric);
  const endports = dumpedEndports(
    fabric,
    guidsIn(text, /portguid (0x[0-9a-f]+)/gi),
  );
  const owners = new Map<number, EndportIx>();
  const seen = new Set<SwitchIx>();
  const lft: Uint8Array[] = Array.from(
    { length: fabric.switchCount },
    () => new Uint8Array(0),
  );
  let topLid = 0;
  let at: SwitchIx | undefined;
  let table = new Uint8Array(0);

  const open = (line: Line, guid: string, top: number): SwitchIx => {
    const sw = switches.get(BigInt(guid));
    if (sw === undefined)
      throw mismatch(
        "E_OPENSM_UNKNOWN_SWITCH",
        line,
        line.text.indexOf(guid) + 1,
        "the fabric has no such switch",
        guid,
        "the NodeGUID of a switch of the fabric",
      );
    keep();
    at = sw;
    seen.add(sw);
    table = new Uint8Array(Math.max(64, top + 1)).fill(NO_PORT);
    return sw;
  };
  const keep = (): void => {
    if (at !== undefined) lft[at] = table;
  };
  const put = (
    line: Line,
    lidDigits: string,
    port: number,
    radix: number,
  ): number => {
    const lid = Number(lidDigits);
    if (lid < 1 || lid > UNICAST_LID_MAX) {
      if (lid === 0) return 0;
      throw mismatch(
        "E_OPENSM_BAD_LID",
        line,
        1,
        "this is no unicast LID",
        lidDigits,
        "0x0001 to 0xbfff",
      );
    }
    if (port > radix && port !== NO_PORT)
      throw mismatch(
        "E_OPENSM_BAD_PORT",
        line,
        lidDigits.length + 2,
        "the switch has no such port",
        String(port),
        `0 to ${radix}, or 255 for no path`,
      );
    if (lid >= table.length) {
      const longer = new Uint8Array(Math.max(lid + 1, 2 * table.length)).fill(
        NO_PORT,
      );
      longer.set(table);
      table = longer;
    }
    table[lid] = port;
    topLid = Math.max(topLid, lid);
    return lid;
  };
  const radixOf = (sw: SwitchIx): number =>
    (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0);

  for (const line of linesOf(text, file)) {
    const entry = ENTRY.exec(line.text) ?? ROUTE.exec(line.text);
    if (entry !== null) {
      if (at === undefined)
        throw syntaxError(
          line,
          1,
          line.text,
          "a line that names a switch before its entries",
        );
      const lid = put(
        line,
        entry[1] ?? "",
        entry[2] === undefined ? NO_PORT : Number(entry[2]),
        radixOf(at),
      );
      const owner = OWNER.exec(line.text);
      const endport =
        owner === null ? undefined : endports.get(BigInt(owner[1] ?? "0"));
      if (lid > 0 && endport !== undefined) owners.set(lid, endport);
      continue;
    }
    const section = SECTION.exec(line.text);
    if (section !== null) {
      const top = Math.min(Number(section[1]), UNICAST_LID_MAX);
      const sw = open(line, section[3] ?? "", top);
      if (section[2] !== undefined && Number(section[2]) > 0)
        owners.set(Number(section[2]), sw as number as EndportIx);
      topLid = Math.max(topLid, top);
      continue;
    }
    const routes = ROUTES.exec(line.text);
    if (routes !== null) {
      open(line, routes[1] ?? "", 0);
      continue;
    }
    if (HEADING.test(line.text)) continue;
    throw syntaxError(
      line,
      1,
      line.text,
      "a switch's heading, a LID with its port, or a total",
    );
  }
  keep();
  return {
    lft: lft.map((ports) => sized(ports, topLid)),
    topLid,
    owners,
    switches: seen,
  };
}

function sized(ports: Uint8Array, topLid: number): Uint8Array {
  const exact = new Uint8Array(topLid + 1).fill(NO_PORT);
  exact.set(ports.subarray(0, topLid + 1));
  return exact;
}
