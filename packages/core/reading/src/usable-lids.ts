import { excerpt, FabricError, lidTable, type LidTable } from "@fabriclab/spec";
import type { Notes } from "./notes.ts";

/**
 * The table of the LIDs that a file names; undefined, with a note that names the LIDs and whose they are, where they cannot be one table: two endports have one
 * LID (several subnets in one file), or their LIDs leave the unicast range.
 *
 * @param nameOf an endport as people know it
 */
export function usableLids(
  baseLid: Uint16Array,
  lmc: Uint8Array,
  nameOf: (endport: number) => string,
  notes: Notes,
): LidTable | undefined {
  try {
    return lidTable(baseLid, lmc);
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    const message = "the LIDs of the file cannot be used";
    const shared = sharedLids(baseLid, lmc);
    if (shared.length === 0)
      notes.add(`${message}: ${error.message} (${error.got ?? ""})`, 0);
    for (const [lid, one, other] of shared)
      notes.add(
        `${message}, as two ports have one`,
        0,
        1,
        `LID ${lid} is ${excerpt(nameOf(one))}'s and ${excerpt(nameOf(other))}'s`,
        { lid, endports: [one, other] },
      );
    return undefined;
  }
}

/** LIDs that an endport has and an earlier one had already. */
function sharedLids(
  baseLid: Uint16Array,
  lmc: Uint8Array,
): [lid: number, one: number, other: number][] {
  const owner = new Map<number, number>();
  const shared: [number, number, number][] = [];
  for (const [endport, base] of baseLid.entries()) {
    if (base === 0) continue;
    for (let lid = base; lid < base + 2 ** (lmc[endport] ?? 0); lid++) {
      const first = owner.get(lid);
      if (first === undefined) owner.set(lid, endport);
      else shared.push([lid, first, endport]);
    }
  }
  return shared;
}

/** What a record says of a port's LIDs. */
export interface SaidLids {
  readonly lid: number;
  /** Undefined where it does not say it. */
  readonly lmc: number | undefined;
}

/**
 * Notes that two records give a port other LIDs, or another number of them; the first holds.
 *
 * @returns whether they differ
 */
export function noteOtherLids(
  name: string,
  first: SaidLids,
  other: SaidLids,
  line: number,
  notes: Notes,
): boolean {
  const what =
    first.lid !== other.lid
      ? `LID ${first.lid}, not ${other.lid}`
      : first.lmc !== undefined &&
          other.lmc !== undefined &&
          first.lmc !== other.lmc
        ? `LMC ${first.lmc}, not ${other.lmc}`
        : undefined;
  if (what === undefined) return false;
  notes.add(
    "of LIDs or LMCs that differ the first was taken",
    line,
    1,
    `${excerpt(name)} has ${what}`,
  );
  return true;
}
