import { FabricError } from "@fabriclab/spec";
import { MAX_LMC, UNICAST_LID_MAX } from "@fabriclab/units";

/** What an m-port n-tree asks of the LID space. */
export interface TreeSize {
  readonly ports: number;
  readonly levels: number;
}

/**
 * log2 of the number of paths between two hosts of an m-port n-tree: (n-1)·log2(m/2).
 *
 * @throws FabricError E_MULTIPLE_LID_PORTS when m/2 is not a power of two, E_MULTIPLE_LID_LMC when the answer exceeds 7
 */
export function treeLmc({ ports, levels }: TreeSize): number {
  const half = ports / 2;
  const digit = Math.log2(half);
  if (levels > 1 && !Number.isInteger(digit))
    throw new FabricError({
      code: "E_MULTIPLE_LID_PORTS",
      message: `IBFT(${ports},${levels}) has ${half ** (levels - 1)} paths between hosts, which is no power of two, so no LMC names exactly them`,
      where: { path: "topology.ports" },
      got: String(ports),
      expected: `twice a power of two: ${fittingPorts(levels)}`,
      hint: instead(half, levels, Math.ceil(digit * (levels - 1))),
    });
  const lmc = levels > 1 ? digit * (levels - 1) : 0;
  if (lmc > MAX_LMC)
    throw new FabricError({
      code: "E_MULTIPLE_LID_LMC",
      message: `IBFT(${ports},${levels}) needs an LMC of ${lmc}, which does not fit in its 3 bits`,
      where: { path: "topology.levels" },
      got: String(lmc),
      expected: `at most ${MAX_LMC}`,
      hint: `sizes that fit: ${fittingTrees()}; or route with single-lid`,
    });
  return lmc;
}

/** What serves a tree whose number of paths no LMC names exactly: the next LMC, where there is such a one and the LIDs suffice for it. */
function instead(half: number, levels: number, lmc: number): string {
  if (fits(half, levels, lmc))
    return `give lmc: ${lmc} to leave some of its LIDs unused, or route with single-lid`;
  const missing =
    lmc > MAX_LMC
      ? `an LMC of ${lmc} would have LIDs for all of them, and ${MAX_LMC} is the most`
      : `an LMC of ${lmc} would have LIDs for all of them, and a subnet has too few for it`;
  return `${missing}; sizes that fit: ${fittingTrees()}; or route with single-lid`;
}

/** LIDs from 1 to the last one used, when the hosts' blocks come first and every switch takes one LID after them. */
export function lidsNeeded(
  hosts: number,
  switches: number,
  lmc: number,
  aligned: boolean,
): number {
  const block = 2 ** lmc;
  // Aligned bases start at one block, so the LIDs below it are lost (LID 0 is nobody's in any case).
  return block * hosts + switches + (aligned ? block - 1 : 0);
}

/** @throws FabricError E_MULTIPLE_LID_OVERFLOW, which says how many LIDs are needed, how many there are and which trees fit */
export function refuseOverflow(
  name: string,
  hosts: number,
  switches: number,
  lmc: number,
  aligned: boolean,
): void {
  const needed = lidsNeeded(hosts, switches, lmc, aligned);
  if (needed <= UNICAST_LID_MAX) return;
  throw new FabricError({
    code: "E_MULTIPLE_LID_OVERFLOW",
    message: `${name} needs more unicast LIDs than a subnet has: ${hosts} hosts x 2^${lmc}${aligned ? " (aligned)" : ""} + ${switches} switches`,
    where: { path: "addressing" },
    got: `${needed} LIDs`,
    expected: `at most ${UNICAST_LID_MAX}`,
    hint: `sizes that fit: ${fittingTrees()}; or route with single-lid; a routing other than cyclic also takes a smaller lmc`,
  });
}

/** The m-port n-trees (n >= 2) whose hosts can have one LID for every path, as text; computed, aligned bases assumed. */
export function fittingTrees(): string {
  const found: string[] = [];
  for (let half = 2; 2 * half * half <= UNICAST_LID_MAX; half *= 2) {
    let levels = 1;
    while (fits(half, levels + 1, Math.log2(half) * levels)) levels++;
    if (levels > 1) found.push(`IBFT(${2 * half},n) with n <= ${levels}`);
  }
  return found.join(", ");
}

/** Of trees with so many levels, the port counts that {@link fittingTrees} names. */
function fittingPorts(levels: number): string {
  const found: number[] = [];
  for (let half = 2; 2 * half * half <= UNICAST_LID_MAX; half *= 2)
    if (fits(half, levels, Math.log2(half) * (levels - 1)))
      found.push(2 * half);
  return found.length === 0
    ? `with ${levels} levels, LIDs suffice for none`
    : `with ${levels} levels, LIDs suffice for ${found.join(", ")}`;
}

function fits(half: number, levels: number, lmc: number): boolean {
  const hosts = 2 * half ** levels;
  const switches = (2 * levels - 1) * half ** (levels - 1);
  return (
    lmc <= MAX_LMC && lidsNeeded(hosts, switches, lmc, true) <= UNICAST_LID_MAX
  );
}
