import { endportGuid, endportsInGuidOrder } from "@fabriclab/fabric";
import { lidTable, type Fabric, type LidTable } from "@fabriclab/spec";
import { MAX_LMC, UNICAST_LID_MAX } from "@fabriclab/units";
import { guidText, linesOf, mismatch, syntaxError } from "./guid-text.ts";
import { dumpedEndports, guidsIn } from "./port-guids.ts";

const ENTRY =
  /^(0x[0-9a-f]{1,16})\s+(0x[0-9a-f]+|\d+)\s+(0x[0-9a-f]+|\d+)\s*$/i;

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
      return `${guidText(endportGuid(fabric, endport))} ${base} ${last}${end}`;
    })
    .join("");
}

/**
 * Reads `guid2lid`. Ports that the fabric does not have are passed over: OpenSM keeps those of machines long gone.
 *
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_BAD_LID, E_SPEC_LID_COLLISION
 */
export function readGuid2lid(
  text: string,
  fabric: Fabric,
  file = "guid2lid",
): LidTable {
  const endports = dumpedEndports(
    fabric,
    guidsIn(text, /^(0x[0-9a-f]{1,16})\s/gim),
  );
  const baseLid = new Uint16Array(fabric.endportCount);
  const lmc = new Uint8Array(fabric.endportCount);
  for (const line of linesOf(text, file)) {
    if (/^\s*(?:#.*)?$/.test(line.text)) continue;
    const entry = ENTRY.exec(line.text);
    if (entry === null)
      throw syntaxError(line, 1, line.text, "port GUID, first LID, last LID");
    const [, guid = "", first = "", last = ""] = entry;
    const base = Number(first);
    const bits = Math.log2(Number(last) - base + 1);
    if (
      base < 1 ||
      Number(last) > UNICAST_LID_MAX ||
      !Number.isInteger(bits) ||
      bits > MAX_LMC
    )
      throw mismatch(
        "E_OPENSM_BAD_LID",
        line,
        guid.length + 2,
        "this is no block of LIDs of one port",
        `${first} ${last}`,
        "1, 2, 4 … 128 consecutive unicast LIDs, 1 to 49151",
      );
    const endport = endports.get(BigInt(guid));
    if (endport === undefined) continue;
    baseLid[endport] = base;
    lmc[endport] = bits;
  }
  return lidTable(baseLid, lmc);
}
