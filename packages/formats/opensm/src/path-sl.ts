import type { Fabric, ForwardingTables, LidTable } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { DumpNotes } from "./dump-notes.ts";
import { LineFeed, type DumpText } from "./dump-text.ts";
import { lineAt } from "./guid-text.ts";
import { NumberRow } from "./number-row.ts";
import { PathSlLines } from "./path-sl-lines.ts";
import type { PathTable } from "./path-table.ts";

const HEADER =
  "# slid\tdlid\tsl; pairs that are not here use the base LID and SL 0\n";

/**
 * `path-sl.tsv`: `slid dlid sl` for every ordered pair of host ports whose path is not the base LID on SL 0. The source is named by its base
 * LID, the destination by the LID that this source uses (with LMC > 0 it selects the path). One piece of text for each source, because that of a large
 * fabric is longer than a string may be.
 *
 * Complexity: O(host ports²) calls of the path policy.
 */
export function* pathSlChunks(
  fabric: Fabric,
  tables: ForwardingTables,
): Generator<string> {
  const { lids } = tables;
  yield HEADER;
  for (let s = fabric.switchCount; s < fabric.endportCount; s++) {
    const slid = lids.baseLid[s] ?? 0;
    if (slid === 0) continue;
    let text = "";
    for (let d = fabric.switchCount; d < fabric.endportCount; d++) {
      const base = lids.baseLid[d] ?? 0;
      if (s === d || base === 0) continue;
      const dlid = tables.pathLid(s as EndportIx, d as EndportIx);
      const sl = tables.pathSl(s as EndportIx, d as EndportIx);
      if (dlid !== base || sl !== 0) text += `${slid}\t${dlid}\t${sl}\n`;
    }
    if (text !== "") yield text;
  }
}

/** The whole of `pathSlChunks`. */
export function writePathSl(fabric: Fabric, tables: ForwardingTables): string {
  return [...pathSlChunks(fabric, tables)].join("");
}

/**
 * Reads the SLs of paths: `path-sl.tsv`, ibdmchk's `-c` file (`0x<NodeGUID of the source> dlid sl`), or a matrix with a row for each source
 * LID (`slid: sl sl - …`) and the destinations' LIDs at the end of a comment line before it (`# … : 1 5 8`).
 *
 * Complexity: O(length of the text) time; a byte for every endport for each source that the file names.
 * @param notes takes what is odd but did not keep the file from being read
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_BAD_LID (a LID that nobody owns), E_OPENSM_BAD_SL, E_OPENSM_UNKNOWN_SWITCH (a GUID that the fabric
 * lacks), E_OPENSM_CONTRADICTION, E_OPENSM_TRUNCATED
 */
export function readPathSl(
  text: DumpText,
  lids: LidTable,
  file = "path-sl.tsv",
  fabric?: Fabric,
  notes = new DumpNotes(),
): PathTable {
  const feed = new LineFeed(text, file);
  const rows = new PathSlLines(lids, fabric, notes);
  const numbers = new NumberRow({ commas: true });
  for (const { bytes, from, to, cut } of feed.pieces())
    for (let at = from; at < to;) {
      const begin = at;
      const number = ++feed.line;
      const line = () => lineAt(bytes, begin, file, number, cut);
      // Three small numbers and nothing else: the rows of path-sl.tsv, of which there may be millions.
      if (
        !cut &&
        numbers.read(bytes, at, 3) === 3 &&
        bytes[numbers.at] === 10
      ) {
        at = numbers.at + 1;
        const [slid = 0, dlid = 0, sl = 0] = numbers.values;
        rows.pair(slid, dlid, sl, line);
      } else {
        at = bytes.indexOf(10, begin) + 1;
        rows.line(line());
      }
    }
  rows.end(file);
  return rows.paths;
}
