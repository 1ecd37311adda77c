import type { LidTable } from "@fabriclab/spec";
import { MAX_LMC, UNICAST_LID_MAX } from "@fabriclab/units";
import { nameOf, type DraftNode } from "./draft-node.ts";
import type { Notes } from "./notes.ts";
import { usableLids } from "./usable-lids.ts";

/**
 * The LIDs that a file names, for the endports of its nodes in their order; undefined where it names none, or where they cannot be one table (several subnets in
 * one file).
 */
export function draftLids(
  nodes: readonly DraftNode[],
  portsOf: (node: DraftNode) => number,
  notes: Notes,
): LidTable | undefined {
  const baseLid: number[] = [];
  const lmc: number[] = [];
  const ofHosts: number[] = [];
  const names: string[] = [];
  let said = false;
  for (const node of nodes) {
    const first = node.isSwitch ? 0 : 1;
    const last = node.isSwitch ? 0 : portsOf(node);
    for (let num = first; num <= last; num++) {
      const given = node.lids.get(num);
      // 0 and 65535 (permissive) both mean that no subnet manager has given one.
      const known = (given?.lid ?? 0) <= UNICAST_LID_MAX;
      if (given !== undefined && !known)
        notes.add(
          `LID ${given.lid} is no unicast LID and was taken as none`,
          given.line,
        );
      names.push(nameOf(node, num));
      baseLid.push(known ? (given?.lid ?? 0) : 0);
      const bits = given?.lmc ?? 0;
      said ||= given?.lmc !== undefined;
      if (!node.isSwitch) ofHosts.push(baseLid.at(-1) ?? 0);
      if (bits > MAX_LMC)
        notes.add(`LMC ${bits} is none and was taken as 0`, given?.line ?? 0);
      lmc.push(bits > MAX_LMC ? 0 : bits);
    }
  }
  if (baseLid.every((lid) => lid === 0)) return undefined;
  if (!said) noteUnsaidLmc(ofHosts, notes);
  return usableLids(
    Uint16Array.from(baseLid),
    Uint8Array.from(lmc),
    (endport) => names[endport] ?? "",
    notes,
  );
}

/** Why so many: the LIDs of fewer ports are now and then all even by chance. */
const FEWEST_ALIGNED = 4;

/**
 * Notes that a subnet may have an LMC above 0 where a format has no field for it: the LIDs of its host ports are then all multiples of a power of two.
 *
 * @param lids base LIDs of host ports, 0 where there is none
 */
export function noteUnsaidLmc(lids: readonly number[], notes: Notes): void {
  const given = lids.filter((lid) => lid > 0);
  if (given.length < FEWEST_ALIGNED) return;
  let lmc = MAX_LMC;
  while (lmc > 0 && given.some((lid) => lid % 2 ** lmc !== 0)) lmc -= 1;
  if (lmc > 0)
    notes.add(
      `the format has no LMC, and it was taken as 0; the LIDs of all host ports are multiples of ${2 ** lmc}, as under LMC ${lmc}`,
      0,
      given.length,
    );
}
