import type { Fabric } from "@fabriclab/spec";

/**
 * Comment lines that say which GUIDs (`Fabric.guidMadeUp`) and numbers of ports (`Fabric.radixMadeUp`) of the file are of no machine: one for all nodes, or one for
 * each. Why: the format has no node without them, and who compares the file with another must not take these for real.
 *
 * @param idsOf what stands for a node in the file
 */
export function madeUpRemarks(
  { guidMadeUp, radixMadeUp }: Fabric,
  idsOf: (node: number) => readonly string[],
): string[] {
  const remarks = (marks: Uint8Array | undefined, what: string): string[] => {
    if (marks === undefined) return [];
    if (!marks.includes(0)) return [`# fabriclab ${what}s made up`];
    return [...marks.keys()]
      .filter((node) => marks[node] === 1)
      .flatMap(idsOf)
      .map((id) => `# fabriclab ${what} made up "${id}"`);
  };
  return [
    ...remarks(guidMadeUp, "guid"),
    ...remarks(radixMadeUp, "port count"),
  ];
}
