import { FabricError, type Fabric } from "@fabriclab/spec";
import type { DumpNotes } from "./dump-notes.ts";
import { printedName } from "./printed-name.ts";

const OF_SWITCH = /\bguid 0x[0-9a-f]+\s*\((.*)\)\s*:?\s*$/i;
const OF_OWNER = /\bportguid 0x[0-9a-f]+\s*:\s*(['"].*['"])\s*\)?\s*$/i;
const QUOTED = /^(['"])(.*)\1$/;

/** Node description in the heading of a switch's table, where it has one. */
export const nameInHeading = (text: string): string | undefined =>
  plain(OF_SWITCH.exec(text)?.[1]);

/** Node description in the comment of an entry, where it has one. */
export const nameInComment = (text: string): string | undefined =>
  plain(OF_OWNER.exec(text)?.[1]);

function plain(name: string | undefined): string | undefined {
  const text = (QUOTED.exec(name ?? "")?.[2] ?? name ?? "").trim();
  return text === "" ? undefined : text;
}

/** A node as a dump calls it. */
export interface NamedNode {
  readonly name: string;
  readonly line: number;
}

/**
 * Refuses a dump most of whose nodes have other names than the fabric's nodes of the same GUIDs: simulators hand out the same GUIDs to every fabric, so that tables of
 * one fit another by their numbers. A few other names are noted: nodes are renamed, and replaced.
 *
 * @param nodes node of the fabric -> what the dump calls it
 * @throws FabricError E_OPENSM_OTHER_FABRIC
 */
export function refuseOtherNames(
  fabric: Fabric,
  nodes: ReadonlyMap<number, NamedNode>,
  file: string,
  notes: DumpNotes,
): void {
  const others = [...nodes].filter(
    ([node, { name }]) =>
      printedName(fabric.nodeName[node] ?? "").trim() !==
      printedName(name).trim(),
  );
  const [first] = others;
  if (first === undefined) return;
  const [node, { name, line }] = first;
  const here = fabric.nodeName[node] ?? "";
  if (others.length < 2 || 2 * others.length <= nodes.size) {
    notes.add(
      file,
      `nodes that the dump calls otherwise than the fabric, such as ${JSON.stringify(name)} for ${JSON.stringify(here)}`,
      line,
      others.length,
    );
    return;
  }
  throw new FabricError({
    code: "E_OPENSM_OTHER_FABRIC",
    message:
      "most nodes of this dump have other names than the fabric's nodes of the same GUIDs: it is a dump of another fabric",
    where: { file, line, column: 1 },
    got: `${JSON.stringify(name)}, and ${others.length - 1} more of ${nodes.size} names`,
    expected: `${JSON.stringify(here)}, as the fabric calls the node of this GUID`,
    hint: "if a node name map made the difference, take the topology file and the dump with the same map",
  });
}
