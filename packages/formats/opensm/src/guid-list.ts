import { endportsByGuid, switchesByGuid } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import type { Guid, NodeIx } from "@fabriclab/units";
import { DumpNotes } from "./dump-notes.ts";
import type { DumpText } from "./dump-text.ts";
import { linesOf, mismatch, syntaxError } from "./guid-text.ts";

const GUID = /^\s*(?:0x)?([0-9a-f]{1,16})\s*(?:[#;,].*|\s\S.*)?$/i;

/**
 * Reads a list of GUIDs as OpenSM takes it for roots, compute and I/O nodes (`-a`, `-u`, `-G`): one on each line, comments after #. NodeGUIDs and
 * PortGUIDs are both understood.
 *
 * @returns nodes, each once, in the order of the file
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_UNKNOWN_SWITCH for a GUID that the fabric does not have
 */
export function readGuidList(
  text: DumpText,
  fabric: Fabric,
  file = "guids",
  notes = new DumpNotes(),
): NodeIx[] {
  const nodes = nodesByGuid(fabric);
  const found = new Set<NodeIx>();
  for (const line of linesOf(text, file)) {
    if (/^\s*(?:[#;].*)?$/.test(line.text)) continue;
    const digits = GUID.exec(line.text)?.[1];
    if (digits === undefined)
      throw syntaxError(
        line,
        1,
        line.text,
        "a GUID such as 0x0002c90200412345",
      );
    const node = nodes.get(BigInt(`0x${digits}`));
    if (node === undefined)
      throw mismatch(
        "E_OPENSM_UNKNOWN_SWITCH",
        line,
        line.text.indexOf(digits) + 1,
        "the fabric has no node or port of this GUID",
        `0x${digits}`,
        "a NodeGUID or PortGUID of the fabric",
        "is this list of the same fabric?",
      );
    if (found.has(node))
      notes.add(
        file,
        "a node that stands there twice was taken once",
        line.number,
      );
    found.add(node);
  }
  return [...found];
}

function nodesByGuid(fabric: Fabric): Map<Guid, NodeIx> {
  const nodes = new Map<Guid, NodeIx>();
  for (const [guid, endport] of endportsByGuid(fabric))
    nodes.set(guid, (fabric.endportNode[endport] ?? 0) as NodeIx);
  // A NodeGUID counts before the PortGUID of another node that happens to be the same.
  for (let node = fabric.switchCount; node < fabric.nodeCount; node++)
    nodes.set(fabric.nodeGuid[node] ?? 0n, node as NodeIx);
  for (const [guid, sw] of switchesByGuid(fabric))
    nodes.set(guid, sw as number as NodeIx);
  return nodes;
}
