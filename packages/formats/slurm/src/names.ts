import type { Notes } from "@fabriclab/reading";
import type { Fabric } from "@fabriclab/spec";

/** What Slurm takes as a name. */
const LEGAL = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const idOf = (fabric: Fabric, node: number): string =>
  `${node < fabric.switchCount ? "S" : "H"}-${(fabric.nodeGuid[node] ?? 0n).toString(16).padStart(16, "0")}`;

/** Switch -> its description where that is a name of its own, else ibnetdiscover's `S-…`, with a note. */
export function switchNames(fabric: Fabric, notes: Notes): string[] {
  const uses = new Map<string, number>();
  for (const name of fabric.nodeName.slice(0, fabric.switchCount))
    uses.set(name, (uses.get(name) ?? 0) + 1);
  return fabric.nodeName.slice(0, fabric.switchCount).map((name, node) => {
    if (LEGAL.test(name) && uses.get(name) === 1) return name;
    const id = idOf(fabric, node);
    if (name !== id)
      notes.add(
        LEGAL.test(name)
          ? "switches that share their description stand there by their GUID; a node name map names them"
          : "switches whose description is no name for Slurm stand there by their GUID; a node name map names them",
        0,
      );
    return id;
  });
}

/**
 * The compute node that a channel adapter belongs to: a description of one or two words (`node01 mlx5_0`) starts with its name; any other is the adapter's make, and
 * `H-…` stands for it. Aggregation Nodes belong to none.
 */
export function computeNode(
  fabric: Fabric,
  node: number,
  notes: Notes,
): string | undefined {
  const description = (fabric.nodeName[node] ?? "").trim();
  if (/Aggregation Node/i.test(description)) {
    notes.add("Aggregation Nodes, which run no jobs, were left out", 0);
    return undefined;
  }
  const words = description.split(/\s+/);
  const [first = ""] = words;
  if (words.length <= 2 && LEGAL.test(first)) return first;
  notes.add(
    "adapters whose description names no compute node stand there by their GUID; a node name map names them",
    0,
  );
  return idOf(fabric, node);
}
