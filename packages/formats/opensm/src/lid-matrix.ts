import { switchesByGuid, switchesInGuidOrder } from "@fabriclab/fabric";
import type { Fabric, LidTable } from "@fabriclab/spec";
import { formatGuid, UNICAST_LID_MAX, type SwitchIx } from "@fabriclab/units";
import { DumpNotes } from "./dump-notes.ts";
import type { DumpText } from "./dump-text.ts";
import {
  contradiction,
  lidText,
  linesOf,
  mismatch,
  nothingIn,
  refuseCut,
  syntaxError,
  type Line,
} from "./guid-text.ts";

/** Hops by switch and LID: element 0 the least of all ports, then those of port 1, 2 …; 255 where no path leads through the port. */
export type LidMatrix = ReadonlyMap<SwitchIx, ReadonlyMap<number, Uint8Array>>;

const HEADING = /^Switch: guid (0x[0-9a-f]{1,16})\s*$/i;
const ROW =
  /^(0x[0-9a-f]{1,4}):((?: [0-9a-f]{2})+)\s*(?:# portguid (0x[0-9a-f]{1,16})\s*)?$/i;

/**
 * Reads `opensm-lid-matrix.dump`: the hops from every switch to every switch LID through each of its ports.
 *
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_UNKNOWN_SWITCH, E_OPENSM_BAD_PORT, E_OPENSM_BAD_LID, E_OPENSM_CONTRADICTION, E_OPENSM_TRUNCATED
 */
export function readLidMatrix(
  text: DumpText,
  fabric: Fabric,
  file = "opensm-lid-matrix.dump",
  notes = new DumpNotes(),
): LidMatrix {
  const switches = switchesByGuid(fabric);
  const found = new Map<SwitchIx, Map<number, Uint8Array>>();
  let sw: SwitchIx | undefined;
  let rows = new Map<number, Uint8Array>();
  for (const line of linesOf(text, file)) {
    if (line.text.trim() === "") continue;
    const guid = HEADING.exec(line.text)?.[1];
    if (guid !== undefined) {
      sw = switches.get(BigInt(guid));
      if (sw === undefined)
        throw mismatch(
          "E_OPENSM_UNKNOWN_SWITCH",
          line,
          line.text.indexOf(guid) + 1,
          "the fabric has no such switch",
          guid,
          "the NodeGUID of a switch of the fabric",
        );
      rows = found.get(sw) ?? new Map<number, Uint8Array>();
      found.set(sw, rows);
      continue;
    }
    const row = ROW.exec(line.text);
    if (row === null || sw === undefined)
      throw syntaxError(
        line,
        1,
        line.text,
        sw === undefined
          ? "Switch: guid 0x…"
          : "0x0001: and two hexadecimal digits for each port",
      );
    refuseCut(line);
    put(rows, row, line, fabric, sw, notes);
  }
  if (found.size === 0) throw nothingIn(file);
  const missing = fabric.switchCount - found.size;
  if (missing > 0)
    notes.add(file, "switches of which the dump says nothing", 0, missing);
  return found;
}

function put(
  rows: Map<number, Uint8Array>,
  [, lidWord = "", cells = ""]: RegExpExecArray,
  line: Line,
  fabric: Fabric,
  sw: SwitchIx,
  notes: DumpNotes,
): void {
  const lid = Number(lidWord);
  if (lid < 1 || lid > UNICAST_LID_MAX)
    throw mismatch(
      "E_OPENSM_BAD_LID",
      line,
      1,
      "this is no unicast LID",
      lidWord,
      "0x0001 to 0xbfff",
    );
  const hops = Uint8Array.from(cells.trim().split(" "), (cell) =>
    parseInt(cell, 16),
  );
  const ports = (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0);
  if (hops.length !== ports + 1)
    throw mismatch(
      "E_OPENSM_BAD_PORT",
      line,
      lidWord.length + 3,
      "the row has not as many columns as the switch has ports",
      `${hops.length} columns`,
      `${ports + 1}: the least, then one for each port`,
    );
  const before = rows.get(lid);
  if (before !== undefined && before.join() !== hops.join())
    throw contradiction(
      line,
      1,
      `the hops to LID ${lid}`,
      cells.trim(),
      "those of an earlier line",
    );
  if (before !== undefined)
    notes.add(line.file, "a row stands there twice, the same", line.number);
  rows.set(lid, hops);
}

/** `opensm-lid-matrix.dump` as OpenSM 3.3.23 writes it: switches in its map order, LIDs in theirs. */
export function writeLidMatrix(
  fabric: Fabric,
  lids: LidTable,
  matrix: LidMatrix,
): string {
  const text: string[] = [];
  for (const sw of switchesInGuidOrder(fabric)) {
    const rows = matrix.get(sw);
    if (rows === undefined) continue;
    text.push(`Switch: guid ${formatGuid(fabric.nodeGuid[sw] ?? 0n)}\n`);
    for (const [lid, hops] of [...rows].sort(([a], [b]) => a - b)) {
      const owner = lids.owner[lid] ?? -1;
      const cells = Array.from(hops, (one) =>
        one.toString(16).padStart(2, "0"),
      );
      const guid = owner < 0 ? 0n : (fabric.nodeGuid[owner] ?? 0n);
      text.push(
        `${lidText(lid)}: ${cells.join(" ")} # portguid ${formatGuid(guid)}\n`,
      );
    }
  }
  return text.join("");
}
