import { FabricError } from "@fabriclab/units";

/** VL15 is in no table. */
const DATA_LANES = 15;

/**
 * Refuses a packet that would wait for ever, as it does in hardware; here the run says so.
 *
 * @param waiting bit per VL on which a packet waits that no table serves
 * @param unlisted bit per VL that no table serves
 * @param lanes that the switches have
 */
export function refuseUnlisted(
  waiting: number,
  unlisted: number,
  lanes: number,
): never {
  const all = Array.from(
    { length: Math.min(lanes, DATA_LANES) },
    (_, vl) => vl,
  ).filter((vl) => ((unlisted >> vl) & 1) === 1);
  throw new FabricError({
    code: "E_VL_ARBITRATION_UNLISTED",
    message: "a packet waits on a VL that no VL arbitration table serves",
    got: `a packet on VL${31 - Math.clz32(waiting & -waiting)}; no table has ${inWords(all)}`,
    expected:
      "an entry with a weight above 0 for every VL that carries packets",
    hint: "add the VLs that carry packets to the high- or low-priority table, or map their service levels to other VLs",
  });
}

/** `VL2 to VL7, VL9, VL10`; the numbers rise. */
function inWords(lanes: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const vl of lanes) {
    const run = runs.at(-1);
    if (run?.last === vl - 1) run.last = vl;
    else runs.push({ first: vl, last: vl });
  }
  return runs
    .map(({ first, last }) =>
      first === last
        ? `VL${first}`
        : `VL${first}${last === first + 1 ? ", " : " to "}VL${last}`,
    )
    .join(", ");
}
