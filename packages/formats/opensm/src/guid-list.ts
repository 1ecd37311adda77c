import { endportsByGuid } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import {
  formatGuid,
  type EndportIx,
  type Guid,
  type NodeIx,
  type SwitchIx,
} from "@fabriclab/units";
import { DumpNotes } from "./dump-notes.ts";
import type { DumpText } from "./dump-text.ts";
import { linesOf, mismatch, syntaxError, type Line } from "./guid-text.ts";
import { inventedGuids } from "./port-guids.ts";

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
  const listed: { line: Line; guid: Guid }[] = [];
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
    listed.push({ line, guid: BigInt(`0x${digits}`) });
  }
  const kinds = kindsOfGuid(
    fabric,
    listed.map(({ guid }) => guid),
  );
  const found = new Set<NodeIx>();
  for (const { line, guid } of listed) {
    const node = kinds.find((kind) => kind.has(guid))?.get(guid);
    if (node === undefined)
      throw mismatch(
        "E_OPENSM_UNKNOWN_SWITCH",
        line,
        line.text.search(/\S/) + 1,
        "the fabric has no node or port of this GUID",
        formatGuid(guid),
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

/** Writes a list of NodeGUIDs as OpenSM takes it: one on each line. */
export const writeGuidList = (
  fabric: Fabric,
  nodes: readonly (NodeIx | SwitchIx)[],
): string =>
  nodes.map((node) => `${formatGuid(fabric.nodeGuid[node] ?? 0n)}\n`).join("");

/**
 * NodeGUIDs, PortGUIDs, and those that ibsim invents, the kind of most of the list first.
 *
 * Why in this order: a GUID may be of one node by one kind and of its neighbour by another.
 */
function kindsOfGuid(
  fabric: Fabric,
  guids: readonly Guid[],
): ReadonlyMap<Guid, NodeIx>[] {
  const nodeOf = (
    endports: ReadonlyMap<Guid, EndportIx>,
  ): ReadonlyMap<Guid, NodeIx> =>
    new Map(
      Array.from(endports, ([guid, endport]) => [
        guid,
        (fabric.endportNode[endport] ?? 0) as NodeIx,
      ]),
    );
  const nodes = new Map<Guid, NodeIx>();
  for (const [node, guid] of fabric.nodeGuid.entries())
    nodes.set(guid, node as NodeIx);
  return [nodes, nodeOf(endportsByGuid(fabric)), nodeOf(inventedGuids(fabric))]
    .map((kind) => ({ kind, count: guids.filter((g) => kind.has(g)).length }))
    .sort((a, b) => b.count - a.count)
    .map(({ kind }) => kind);
}
