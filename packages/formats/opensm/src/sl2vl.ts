import { endportGuid, endportsInGuidOrder } from "@fabriclab/fabric";
import type { Fabric, ForwardingTables, LidTable } from "@fabriclab/spec";
import { MANAGEMENT_VL, type EndportIx } from "@fabriclab/units";
import {
  guidText,
  linesOf,
  mismatch,
  syntaxError,
  type Line,
} from "./guid-text.ts";
import { dumpedEndports, guidsIn } from "./port-guids.ts";

const SERVICE_LEVELS = 16;
const NODE = /^(Switch|Channel Adapter|CA) (0x[0-9a-f]+),? base LID \d+,? "/i;
const ROW = /^\s*(\d+)\s+(\d+)\s*:((?:\s+\d+){16})\s*$/;
const HEADING = /^\s*(?:#.*)?$/;
const RULE = `#${"-".repeat(56)}\n`;
const HEAD = `#in out : ${Array.from({ length: SERVICE_LEVELS }, (_, sl) => (sl === SERVICE_LEVELS - 1 ? String(sl) : String(sl).padEnd(2))).join(" ")}\n`;

/** SLtoVL tables of all ports. */
export interface Sl2VlDump {
  /** Per switch: VL at `((in * (radix + 1)) + out) * 16 + sl`; 15 where the dump has no row. */
  readonly switches: readonly Uint8Array[];
  /** Host endport -> VL of each SL as it enters the fabric. */
  readonly hosts: ReadonlyMap<EndportIx, Uint8Array>;
}

/** The SLtoVL tables that forwarding tables amount to: where they have none, a packet keeps the VL it started on, SL modulo the lanes. */
export function sl2vlOf(fabric: Fabric, tables: ForwardingTables): Sl2VlDump {
  const start = Uint8Array.from(
    { length: SERVICE_LEVELS },
    (_, sl) => sl % tables.lanes,
  );
  const hosts = new Map<EndportIx, Uint8Array>();
  for (
    let endport = fabric.switchCount;
    endport < fabric.endportCount;
    endport++
  )
    hosts.set(endport as EndportIx, start);
  const switches = Array.from({ length: fabric.switchCount }, (_, sw) => {
    const given = tables.sl2vl?.[sw];
    if (given !== undefined) return given;
    const ports =
      (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0) + 1;
    const kept = new Uint8Array(ports * ports * SERVICE_LEVELS);
    for (let row = 0; row < ports * ports; row++)
      kept.set(start, row * SERVICE_LEVELS);
    return kept;
  });
  return { switches, hosts };
}

/** `opensm-sl2vl.dump` as OpenSM 3.3.23 writes it: endports in its map order; of a switch, the rows of all cabled output ports. */
export function writeSl2vl(
  fabric: Fabric,
  lids: LidTable,
  dump: Sl2VlDump,
): string {
  const text: string[] = [];
  for (const endport of endportsInGuidOrder(fabric)) {
    const node = fabric.endportNode[endport] ?? 0;
    const isSwitch = endport < fabric.switchCount;
    const kind = isSwitch ? "Switch" : "Channel Adapter";
    text.push(
      `${kind} ${guidText(endportGuid(fabric, endport))}, base LID ${lids.baseLid[endport] ?? 0}, "${fabric.nodeName[node] ?? ""}"\n`,
      HEAD,
      RULE,
    );
    if (isSwitch) text.push(...switchRows(fabric, node, dump.switches[node]));
    else
      text.push(
        row(0, 0, dump.hosts.get(endport) ?? new Uint8Array(SERVICE_LEVELS)),
      );
    text.push(RULE, "\n");
  }
  return text.join("");
}

function switchRows(
  fabric: Fabric,
  sw: number,
  table: Uint8Array = new Uint8Array(0),
): string[] {
  const start = fabric.portStart[sw] ?? 0;
  const radix = (fabric.portStart[sw + 1] ?? 0) - start;
  const rows: string[] = [];
  for (let out = 1; out <= radix; out++) {
    if ((fabric.portPeer[start + out - 1] ?? -1) < 0) continue;
    for (let into = 0; into <= radix; into++) {
      const at = (into * (radix + 1) + out) * SERVICE_LEVELS;
      rows.push(row(into, out, table.subarray(at, at + SERVICE_LEVELS)));
    }
  }
  return rows;
}

function row(into: number, out: number, lanes: Uint8Array): string {
  const cells = Array.from(lanes, (vl) => String(vl).padEnd(2));
  return `${String(into).padEnd(3)} ${String(out).padEnd(3)} : ${cells.join(" ")}\n`;
}

/**
 * Reads `opensm-sl2vl.dump`.
 *
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_UNKNOWN_SWITCH, E_OPENSM_BAD_PORT, E_OPENSM_BAD_LANE
 */
export function readSl2vl(
  text: string,
  fabric: Fabric,
  file = "opensm-sl2vl.dump",
): Sl2VlDump {
  const endports = dumpedEndports(
    fabric,
    guidsIn(text, /^(?:Switch|Channel Adapter|CA) (0x[0-9a-f]+)/gim),
  );
  const hosts = new Map<EndportIx, Uint8Array>();
  const switches = Array.from({ length: fabric.switchCount }, (_, sw) => {
    const ports =
      (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0) + 1;
    return new Uint8Array(ports * ports * SERVICE_LEVELS).fill(MANAGEMENT_VL);
  });
  let at: EndportIx | undefined;
  for (const line of linesOf(text, file)) {
    const node = NODE.exec(line.text);
    if (node !== null) {
      const guid = node[2] ?? "";
      at = endports.get(BigInt(guid));
      if (at === undefined)
        throw mismatch(
          "E_OPENSM_UNKNOWN_SWITCH",
          line,
          line.text.indexOf(guid) + 1,
          "the fabric has no such switch or host port",
          guid,
          "a GUID of the fabric",
        );
      continue;
    }
    const entry = ROW.exec(line.text);
    if (entry === null) {
      if (HEADING.test(line.text)) continue;
      throw syntaxError(
        line,
        1,
        line.text,
        "a node, or a row: in, out, the VLs of SL 0 to 15",
      );
    }
    if (at === undefined)
      throw syntaxError(
        line,
        1,
        line.text,
        "a line that names a node before its rows",
      );
    const lanes = lanesOf(line, entry[3] ?? "");
    if (at >= fabric.switchCount) {
      hosts.set(at, lanes);
      continue;
    }
    const radix = (fabric.portStart[at + 1] ?? 0) - (fabric.portStart[at] ?? 0);
    const [into, out] = [Number(entry[1]), Number(entry[2])];
    if (into > radix || out > radix)
      throw mismatch(
        "E_OPENSM_BAD_PORT",
        line,
        1,
        "the switch has no such port",
        `in ${into}, out ${out}`,
        `0 to ${radix}`,
      );
    switches[at]?.set(lanes, (into * (radix + 1) + out) * SERVICE_LEVELS);
  }
  return { switches, hosts };
}

function lanesOf(line: Line, cells: string): Uint8Array {
  const lanes = cells.trim().split(/\s+/).map(Number);
  for (const vl of lanes)
    if (vl > MANAGEMENT_VL)
      throw mismatch(
        "E_OPENSM_BAD_LANE",
        line,
        line.text.indexOf(":") + 1,
        "there is no such virtual lane",
        String(vl),
        "0 to 15",
      );
  return Uint8Array.from(lanes);
}

/** Data VLs that rows use: the highest and one. */
export function lanesUsed(dump: Sl2VlDump): number {
  let highest = 0;
  for (const table of [...dump.switches, ...dump.hosts.values()])
    for (const vl of table)
      if (vl !== MANAGEMENT_VL && vl > highest) highest = vl;
  return highest + 1;
}
