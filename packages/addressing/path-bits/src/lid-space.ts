import { FabricError, type Fabric } from "@fabriclab/spec";
import { MAX_LMC, UNICAST_LID_MAX } from "@fabriclab/units";

/** Where the LIDs of path bits are to fit: a subnet's LMC of three bits, or the unicast range alone. */
export type Mode = "iba" | "wide";

/** Most path bits that three bits of LMC hold: one bit of the block is the indication bit. */
export const IBA_BITS = MAX_LMC - 1;

/** Most path bits for which a subnet has the LIDs of one host. */
export const MOST_BITS = 13;

/** LIDs from 1 to the last one used, with blocks of 2^(bits+1) for the hosts and one LID for every switch after them. */
export function lidsNeeded(fabric: Fabric, bits: number): number {
  const hosts = fabric.endportCount - fabric.switchCount;
  return 2 ** (bits + 1) * (hosts + 1) - 1 + fabric.switchCount;
}

/** Most path bits for which the LIDs of this fabric suffice; -1 where not even none do. */
export function fittingBits(fabric: Fabric, mode: Mode): number {
  let bits = mode === "iba" ? IBA_BITS : MOST_BITS;
  while (bits >= 0 && lidsNeeded(fabric, bits) > UNICAST_LID_MAX) bits -= 1;
  return bits;
}

/**
 * @throws FabricError E_PATH_BITS_LMC for more bits than an LMC holds in `iba` mode, E_PATH_BITS_OVERFLOW for more LIDs than there are; both say
 * which numbers of bits fit
 */
export function refuseBits(fabric: Fabric, mode: Mode, bits: number): void {
  const fit = fittingBits(fabric, mode);
  if (mode === "iba" && bits > IBA_BITS)
    throw new FabricError({
      code: "E_PATH_BITS_LMC",
      message: `${bits} path bits and the indication bit need an LMC of ${bits + 1}, which does not fit in its 3 bits`,
      where: { path: "addressing.bits" },
      got: `bits: ${bits}`,
      expected: `at most ${Math.max(fit, 0)} here, or auto`,
      hint: "mode: wide gives more bits to a simulation, in tables that no subnet manager can load",
    });
  if (lidsNeeded(fabric, bits) <= UNICAST_LID_MAX) return;
  throw new FabricError({
    code: "E_PATH_BITS_OVERFLOW",
    message: `${fabric.name} needs more unicast LIDs than a subnet has: blocks of ${2 ** (bits + 1)} for ${fabric.endportCount - fabric.switchCount} host ports, aligned, and ${fabric.switchCount} for the switches`,
    where: { path: "addressing.bits" },
    got: `${lidsNeeded(fabric, bits)} LIDs for ${bits} path bits`,
    expected: `at most ${UNICAST_LID_MAX} LIDs`,
    hint:
      fit < 0
        ? "no number of path bits fits; use the sequential addressing and a routing with one path"
        : `${fit} path bits fit, and so do fewer: bits: ${fit}`,
  });
}
