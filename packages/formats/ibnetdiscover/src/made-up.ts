import type { Fabric } from "@fabriclab/spec";

/**
 * Comment lines that say which GUIDs of the file are of no machine (`Fabric.guidMadeUp`): one for all nodes, or one for each. Why: the format has no node without
 * a GUID, and who compares the file with another must not take these for real.
 *
 * @param idsOf what stands for a node in the file
 */
export function madeUpRemarks(
  fabric: Fabric,
  idsOf: (node: number) => readonly string[],
): string[] {
  const { guidMadeUp } = fabric;
  if (guidMadeUp === undefined) return [];
  if (!guidMadeUp.includes(0)) return ["# fabriclab guids made up"];
  return [...guidMadeUp.keys()]
    .filter((node) => guidMadeUp[node] === 1)
    .flatMap(idsOf)
    .map((id) => `# fabriclab guid made up "${id}"`);
}
