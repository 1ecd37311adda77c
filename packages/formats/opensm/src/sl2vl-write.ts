import { endportGuid, endportsInGuidOrder } from "@fabriclab/fabric";
import type { Fabric, ForwardingTables, LidTable } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { guidText } from "./guid-text.ts";

const SERVICE_LEVELS = 16;
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
  const { hostSl2vl, lanes } = tables;
  const start = Uint8Array.from(
    { length: SERVICE_LEVELS },
    (_, sl) => sl % lanes,
  );
  const hosts = new Map<EndportIx, Uint8Array>();
  for (
    let endport = fabric.switchCount;
    endport < fabric.endportCount;
    endport++
  )
    hosts.set(
      endport as EndportIx,
      hostSl2vl === undefined
        ? start
        : hostSl2vl.length === SERVICE_LEVELS
          ? hostSl2vl
          : hostSl2vl.subarray(
              endport * SERVICE_LEVELS,
              (endport + 1) * SERVICE_LEVELS,
            ),
    );
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
