import type { Fabric, LidTable } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { DumpNotes } from "./dump-notes.ts";
import type { DumpText } from "./dump-text.ts";
import {
  lidText,
  linesOf,
  mismatch,
  nothingIn,
  refuseCut,
  syntaxError,
} from "./guid-text.ts";
import { printedName } from "./printed-name.ts";

const ENTRY = /^(0x[0-9a-f]{1,4})\t(.*)$/i;
/** What ftree puts in where a leaf has fewer hosts than others, so that a job's ranks stay aligned. */
const DUMMY = 0xffff;

/**
 * Reads `opensm-ftree-ca-order.dump`: the hosts in the order in which ftree routes shift patterns without contention.
 *
 * @returns endports in the order of the file; undefined where it has a dummy
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_BAD_LID for a LID that no host port has, E_OPENSM_TRUNCATED
 */
export function readCaOrder(
  text: DumpText,
  fabric: Fabric,
  lids: LidTable,
  file = "opensm-ftree-ca-order.dump",
  notes = new DumpNotes(),
): (EndportIx | undefined)[] {
  const order: (EndportIx | undefined)[] = [];
  const seen = new Set<number>();
  for (const line of linesOf(text, file)) {
    if (line.text.trim() === "") continue;
    const entry = ENTRY.exec(line.text);
    if (entry === null)
      throw syntaxError(line, 1, line.text, "0x0001, a tab, a description");
    refuseCut(line);
    const [, word = "", name = ""] = entry;
    const lid = Number(word);
    if (lid === DUMMY) {
      order.push(undefined);
      continue;
    }
    const owner = lids.owner[lid] ?? -1;
    if (owner < fabric.switchCount)
      throw mismatch(
        "E_OPENSM_BAD_LID",
        line,
        1,
        "no host port has this LID",
        word,
        "the LID of a host port, or 0xffff for a dummy",
      );
    const known = fabric.nodeName[fabric.endportNode[owner] ?? -1] ?? "";
    if (printedName(known) !== printedName(name))
      notes.add(
        file,
        "hosts that the dump calls otherwise than the fabric",
        line.number,
      );
    if (seen.has(lid))
      notes.add(file, "a host that stands there twice", line.number);
    seen.add(lid);
    order.push(owner as EndportIx);
  }
  if (order.length === 0) throw nothingIn(file);
  return order;
}

/** `opensm-ftree-ca-order.dump` as OpenSM 3.3.23 writes it; what cannot be printed of a name is a blank. */
export function writeCaOrder(
  fabric: Fabric,
  lids: LidTable,
  order: readonly (EndportIx | undefined)[],
): string {
  return order
    .map((endport) =>
      endport === undefined
        ? "0xFFFF\tDUMMY\n"
        : `${lidText(lids.baseLid[endport] ?? 0)}\t${printedName(fabric.nodeName[fabric.endportNode[endport] ?? -1] ?? "")}\n`,
    )
    .join("");
}
