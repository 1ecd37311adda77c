import { FabricError } from "@fabriclab/spec";
import { formatGuid, type Guid } from "@fabriclab/units";
import { DumpNotes } from "./dump-notes.ts";
import type { DumpText } from "./dump-text.ts";
import { contradiction, linesOf, syntaxError } from "./guid-text.ts";

/** The GUID, perhaps behind the S-, H- or R- of ibnetdiscover, then the name, perhaps in quotes. */
const ENTRY =
  /^\s*(?:[SHR]-|0x)?([0-9a-f]{1,16})\s+(?:"([^"]*)"\s*(?:#.*)?|([^"\s].*))$/i;

/**
 * Reads a node-name map (`0x0002c90200412345 "leaf 7"`), as OpenSM and the diagnostic tools take it: names by NodeGUID, for nodes that call
 * themselves alike.
 *
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_CONTRADICTION where a node has two names
 */
export function readNodeNameMap(
  text: DumpText,
  file = "ib-node-name-map",
  notes = new DumpNotes(),
): Map<Guid, string> {
  const names = new Map<Guid, string>();
  for (const line of linesOf(text, file)) {
    if (/^\s*(?:#.*)?$/.test(line.text)) continue;
    const entry = ENTRY.exec(line.text);
    if (entry === null)
      throw syntaxError(
        line,
        1,
        line.text,
        'a GUID and a name: 0x0002c9… "leaf 7"',
      );
    const guid = BigInt(`0x${entry[1] ?? "0"}`);
    const name = entry[2] ?? (entry[3] ?? "").trim();
    const before = names.get(guid);
    if (before !== undefined && before !== name)
      throw contradiction(
        line,
        1,
        `the name of ${formatGuid(guid)}`,
        name,
        `${before}, as an earlier line says`,
      );
    if (before !== undefined)
      notes.add(file, "a node that stands there twice, the same", line.number);
    names.set(guid, name);
  }
  return names;
}

/**
 * Writes a node-name map, as OpenSM and the diagnostic tools take it.
 *
 * @throws FabricError E_OPENSM_NAME for a name that would not read back
 */
export function writeNodeNameMap(names: ReadonlyMap<Guid, string>): string {
  return Array.from(names, ([guid, name]) => {
    if (/["\r\n]/.test(name))
      throw new FabricError({
        code: "E_OPENSM_NAME",
        message: "a name that would not read back cannot stand in a map",
        got: JSON.stringify(name),
        expected: "a name of one line without quotes",
      });
    return `${formatGuid(guid)} "${name}"\n`;
  }).join("");
}
