import { FabricError, UNICAST_LID_MAX } from "@fabriclab/units";

/** Who owns which LID. */
export interface LidTable {
  /** Endport -> base LID; 0 where it has none. Length endportCount. */
  readonly baseLid: Uint16Array;
  /** Endport -> LMC. */
  readonly lmc: Uint8Array;
  /** LID -> owning endport, -1 where nobody. Length topLid + 1. */
  readonly owner: Int32Array;
  readonly topLid: number;
}

/**
 * Completes a LID table: fills in who owns each LID.
 *
 * @param baseLid endport -> base LID, 0 where it has none
 * @param lmc endport -> LMC
 * @throws FabricError E_SPEC_LID_COLLISION where two endports own one LID, E_SPEC_LID_RANGE where a block leaves the unicast range
 */
export function lidTable(baseLid: Uint16Array, lmc: Uint8Array): LidTable {
  let topLid = 0;
  for (let endport = 0; endport < baseLid.length; endport++) {
    const base = baseLid[endport] ?? 0;
    if (base === 0) continue;
    const last = base + 2 ** (lmc[endport] ?? 0) - 1;
    if (last > UNICAST_LID_MAX)
      throw new FabricError({
        code: "E_SPEC_LID_RANGE",
        message: `the LIDs of endport ${endport} leave the unicast range`,
        got: `0x${base.toString(16)} to 0x${last.toString(16)}`,
        expected: `at most 0x${UNICAST_LID_MAX.toString(16)}`,
      });
    topLid = Math.max(topLid, last);
  }
  const owner = new Int32Array(topLid + 1).fill(-1);
  for (let endport = 0; endport < baseLid.length; endport++) {
    const base = baseLid[endport] ?? 0;
    if (base === 0) continue;
    for (let lid = base; lid < base + 2 ** (lmc[endport] ?? 0); lid++) {
      const other = owner[lid] ?? -1;
      if (other >= 0)
        throw new FabricError({
          code: "E_SPEC_LID_COLLISION",
          message: `two endports own LID ${lid}`,
          got: `endports ${other} and ${endport}`,
          expected: "one owner for every LID",
        });
      owner[lid] = endport;
    }
  }
  return { baseLid, lmc, owner, topLid };
}
