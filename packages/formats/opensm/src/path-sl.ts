import type {
  Fabric,
  ForwardingTables,
  LidTable,
  PathPolicy,
} from "@fabriclab/spec";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";
import { linesOf, mismatch, syntaxError } from "./guid-text.ts";

const HEADER =
  "# slid\tdlid\tsl; pairs that are not here use the base LID and SL 0\n";
const ROW = /^\s*(0x[0-9a-f]+|\d+)[\s,]+(0x[0-9a-f]+|\d+)[\s,]+(\d+)\s*$/i;

/**
 * `path-sl.tsv`: `slid dlid sl` for every ordered pair of host ports whose path is not the base LID on SL 0. The source is named by its base
 * LID, the destination by the LID that this source uses (with LMC > 0 it selects the path).
 *
 * Complexity: O(host ports²) calls of the path policy.
 */
export function writePathSl(fabric: Fabric, tables: ForwardingTables): string {
  const { lids } = tables;
  const text = [HEADER];
  for (let s = fabric.switchCount; s < fabric.endportCount; s++) {
    const slid = lids.baseLid[s] ?? 0;
    if (slid === 0) continue;
    for (let d = fabric.switchCount; d < fabric.endportCount; d++) {
      const base = lids.baseLid[d] ?? 0;
      if (s === d || base === 0) continue;
      const dlid = tables.pathLid(s as EndportIx, d as EndportIx);
      const sl = tables.pathSl(s as EndportIx, d as EndportIx);
      if (dlid !== base || sl !== 0) text.push(`${slid}\t${dlid}\t${sl}\n`);
    }
  }
  return text.join("");
}

/**
 * Reads `path-sl.tsv`.
 *
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_BAD_LID (a LID that nobody owns), E_OPENSM_BAD_SL
 */
export function readPathSl(
  text: string,
  lids: LidTable,
  file = "path-sl.tsv",
): PathPolicy & { readonly highestSl: number } {
  const endports = lids.baseLid.length;
  const found = new Map<number, { lid: Lid; sl: Sl }>();
  let highestSl = 0;
  for (const line of linesOf(text, file)) {
    if (/^\s*(?:#.*)?$/.test(line.text)) continue;
    const row = ROW.exec(line.text);
    if (row === null)
      throw syntaxError(line, 1, line.text, "source LID, destination LID, SL");
    const [, slid = "", dlid = "", slText = ""] = row;
    const sl = Number(slText);
    if (sl > 15)
      throw mismatch(
        "E_OPENSM_BAD_SL",
        line,
        line.text.lastIndexOf(slText) + 1,
        "there is no such service level",
        slText,
        "0 to 15",
      );
    const [source, destination] = [slid, dlid].map(
      (lid) => lids.owner[Number(lid)] ?? -1,
    );
    if (
      source === undefined ||
      destination === undefined ||
      source < 0 ||
      destination < 0
    )
      throw mismatch(
        "E_OPENSM_BAD_LID",
        line,
        1,
        "nobody owns this LID",
        (source ?? -1) < 0 ? slid : dlid,
        `a LID of the tables, 1 to ${lids.topLid}`,
      );
    highestSl = Math.max(highestSl, sl);
    found.set(source * endports + destination, {
      lid: Number(dlid) as Lid,
      sl: sl as Sl,
    });
  }
  const at = (source: EndportIx, destination: EndportIx) =>
    found.get(source * endports + destination);
  return {
    highestSl,
    pathLid: (source, destination) =>
      at(source, destination)?.lid ?? ((lids.baseLid[destination] ?? 0) as Lid),
    pathSl: (source, destination) => at(source, destination)?.sl ?? (0 as Sl),
  };
}
