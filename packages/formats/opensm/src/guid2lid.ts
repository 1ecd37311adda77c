import { endportGuid, endportsInGuidOrder } from "@fabriclab/fabric";
import { lidTable, type Fabric, type LidTable } from "@fabriclab/spec";
import {
  formatGuid,
  MAX_LMC,
  UNICAST_LID_MAX,
  type Guid,
} from "@fabriclab/units";
import { DumpNotes } from "./dump-notes.ts";
import type { DumpText } from "./dump-text.ts";
import {
  contradiction,
  linesOf,
  mismatch,
  refuseCut,
  syntaxError,
  type Line,
} from "./guid-text.ts";
import { dumpedEndports } from "./port-guids.ts";

const ENTRY =
  /^(0x[0-9a-f]{1,16})\s+(0x[0-9a-f]{1,8}|\d{1,9})\s+(0x[0-9a-f]{1,8}|\d{1,9})\s*$/i;

/**
 * OpenSM's `guid2lid` cache: `portguid minlid maxlid`, a blank line after each, in order of the LIDs. Put into OSM_CACHE_DIR it makes OpenSM
 * keep these LIDs.
 *
 * @param blankLines false leaves the blank lines out
 */
export function writeGuid2lid(
  fabric: Fabric,
  lids: LidTable,
  blankLines = true,
): string {
  const end = blankLines ? "\n\n" : "\n";
  return endportsInGuidOrder(fabric)
    .filter((endport) => (lids.baseLid[endport] ?? 0) > 0)
    .sort((a, b) => (lids.baseLid[a] ?? 0) - (lids.baseLid[b] ?? 0))
    .map((endport) => {
      const base = lids.baseLid[endport] ?? 0;
      const last = base + 2 ** (lids.lmc[endport] ?? 0) - 1;
      return `${formatGuid(endportGuid(fabric, endport))} ${base} ${last}${end}`;
    })
    .join("");
}

/**
 * Reads `guid2lid`, with or without OpenSM's blank lines. Ports that the fabric does not have are passed over with a note: OpenSM keeps those of
 * machines long gone.
 *
 * Complexity: O(length of the text).
 * @param notes takes what is odd but did not keep the file from being read
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_BAD_LID, E_OPENSM_CONTRADICTION, E_OPENSM_TRUNCATED
 */
export function readGuid2lid(
  text: DumpText,
  fabric: Fabric,
  file = "guid2lid",
  notes = new DumpNotes(),
): LidTable {
  const entries: { line: Line; guid: Guid; base: number; lmc: number }[] = [];
  for (const line of linesOf(text, file)) {
    if (/^\s*(?:#.*)?$/.test(line.text)) continue;
    entries.push(entryOf(line));
  }
  const endports = dumpedEndports(
    fabric,
    entries.map(({ guid }) => guid),
  );
  const baseLid = new Uint16Array(fabric.endportCount);
  const lmcs = new Uint8Array(fabric.endportCount);
  const seen = new Map<Guid, Line>();
  const owners = new Map<number, { guid: Guid; number: number }>();
  for (const { line, guid, base, lmc } of entries) {
    const endport = endports.get(guid);
    if (endport === undefined) {
      notes.add(
        file,
        "LIDs of ports that the fabric does not have were passed over",
        line.number,
      );
      continue;
    }
    const before = seen.get(guid);
    if (before !== undefined) {
      if (baseLid[endport] !== base || lmcs[endport] !== lmc)
        throw contradiction(
          line,
          1,
          `the LIDs of ${formatGuid(guid)}`,
          line.text.trim(),
          `as on line ${before.number}: ${before.text.trim()}`,
        );
      notes.add(file, "a port stands there twice, the same", line.number);
      continue;
    }
    seen.set(guid, line);
    for (let lid = base; lid < base + 2 ** lmc; lid++) {
      const other = owners.get(lid);
      if (other !== undefined)
        throw contradiction(
          line,
          1,
          `whose LID ${lid} is`,
          line.text.trim(),
          `${formatGuid(other.guid)}, as line ${other.number} says`,
        );
      owners.set(lid, { guid, number: line.number });
    }
    baseLid[endport] = base;
    lmcs[endport] = lmc;
  }
  return lidTable(baseLid, lmcs);
}

function entryOf(line: Line): {
  line: Line;
  guid: Guid;
  base: number;
  lmc: number;
} {
  const entry = ENTRY.exec(line.text);
  if (entry === null)
    throw syntaxError(line, 1, line.text, "port GUID, first LID, last LID");
  refuseCut(line);
  const [, guid = "", first = "", last = ""] = entry;
  const base = Number(first);
  const lmc = Math.log2(Number(last) - base + 1);
  if (
    base < 1 ||
    Number(last) > UNICAST_LID_MAX ||
    !Number.isInteger(lmc) ||
    lmc > MAX_LMC
  )
    throw mismatch(
      "E_OPENSM_BAD_LID",
      line,
      line.text.indexOf(first, guid.length) + 1,
      "this is no block of LIDs of one port",
      `${first} ${last}`,
      "1, 2, 4 … 128 consecutive unicast LIDs, 1 to 49151",
    );
  return { line, guid: BigInt(guid), base, lmc };
}
