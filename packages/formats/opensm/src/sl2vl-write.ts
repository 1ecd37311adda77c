import { endportGuid, endportsInGuidOrder } from "@fabriclab/fabric";
import type { Fabric, ForwardingTables, LidTable } from "@fabriclab/spec";
import { formatGuid, type EndportIx } from "@fabriclab/units";
import { printedName } from "./printed-name.ts";

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
  // By ports: switches of a size share one.
  const keptBy = new Map<number, Uint8Array>();
  const switches = Array.from({ length: fabric.switchCount }, (_, sw) => {
    const given = tables.sl2vl?.[sw];
    if (given !== undefined) return given;
    const ports =
      (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0) + 1;
    const known = keptBy.get(ports);
    if (known !== undefined) return known;
    const kept = new Uint8Array(ports * ports * SERVICE_LEVELS);
    for (let row = 0; row < ports * ports; row++)
      kept.set(start, row * SERVICE_LEVELS);
    keptBy.set(ports, kept);
    return kept;
  });
  return { switches, hosts };
}

/**
 * `opensm-sl2vl.dump` as OpenSM 3.3.23 writes it, one piece of text per endport: endports in its map order; of a switch, the rows of all cabled output
 * ports. What cannot be printed of a name is a blank.
 */
export function* sl2vlChunks(
  fabric: Fabric,
  lids: LidTable,
  dump: Sl2VlDump,
): Generator<string> {
  const rows = new Rows();
  for (const endport of endportsInGuidOrder(fabric)) {
    const node = fabric.endportNode[endport] ?? 0;
    const isSwitch = endport < fabric.switchCount;
    const kind = isSwitch ? "Switch" : "Channel Adapter";
    const head = `${kind} ${formatGuid(endportGuid(fabric, endport))}, base LID ${lids.baseLid[endport] ?? 0}, "${printedName(fabric.nodeName[node] ?? "")}"\n`;
    const body = isSwitch
      ? switchRows(fabric, node, rows, dump.switches[node])
      : rows.text(
          0,
          0,
          dump.hosts.get(endport) ?? new Uint8Array(SERVICE_LEVELS),
          0,
        );
    yield `${head}${HEAD}${RULE}${body}${RULE}\n`;
  }
}

/** The whole of `sl2vlChunks`. */
export function writeSl2vl(
  fabric: Fabric,
  lids: LidTable,
  dump: Sl2VlDump,
): string {
  return [...sl2vlChunks(fabric, lids, dump)].join("");
}

function switchRows(
  fabric: Fabric,
  sw: number,
  rows: Rows,
  table: Uint8Array | undefined,
): string {
  if (table === undefined) return "";
  const start = fabric.portStart[sw] ?? 0;
  const radix = (fabric.portStart[sw + 1] ?? 0) - start;
  let text = "";
  for (let out = 1; out <= radix; out++) {
    if ((fabric.portPeer[start + out - 1] ?? -1) < 0) continue;
    for (let into = 0; into <= radix; into++) {
      const at = (into * (radix + 1) + out) * SERVICE_LEVELS;
      text += rows.text(into, out, table, at);
    }
  }
  return text;
}

/** Rows of text. Most rows of a fabric say the same, so the last one's cells are kept. */
class Rows {
  readonly #lanes = new Uint8Array(SERVICE_LEVELS).fill(255);
  #cells = "";

  /** The row whose lanes stand in `table` from place `at` on. */
  text(into: number, out: number, table: Uint8Array, at: number): string {
    for (let sl = 0; sl < SERVICE_LEVELS; sl++)
      if (this.#lanes[sl] !== table[at + sl]) {
        this.#lanes.set(table.subarray(at, at + SERVICE_LEVELS));
        this.#cells = Array.from(this.#lanes, (vl) =>
          String(vl).padEnd(2),
        ).join(" ");
        break;
      }
    return `${String(into).padEnd(3)} ${String(out).padEnd(3)} : ${this.#cells}\n`;
  }
}
