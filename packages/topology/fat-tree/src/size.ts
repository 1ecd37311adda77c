import { MAX_GENERATED_PORTS, refuseGeneratedSize } from "@fabriclab/fabric";
import { FabricError } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";

/** What names a tree: m and n. */
export interface FatTreeSize {
  /** Ports of every switch, m; even. */
  readonly ports: number;
  /** Levels of switches, n. */
  readonly levels: number;
}

/** 2·h^n, h = m/2. */
export const hostsOf = ({ ports, levels }: FatTreeSize): number =>
  2 * (ports / 2) ** levels;
/** (2n-1)·h^(n-1). */
export const switchesOf = ({ ports, levels }: FatTreeSize): number =>
  (2 * levels - 1) * (ports / 2) ** (levels - 1);
/** Every level has one cable per host: n·2h^n. */
export const linksOf = ({ ports, levels }: FatTreeSize): number =>
  levels * hostsOf({ ports, levels });

const portsOf = (size: FatTreeSize): number =>
  switchesOf(size) * size.ports + hostsOf(size);

/** Levels that are proposed to somebody who names neither ports nor levels, and the most that trees of any switches can have. */
const USUAL_LEVELS = 4;
const MOST_LEVELS = 21;

/**
 * The smallest trees with at least `hosts` hosts, one for each number of levels, fewest hosts first; where ports or levels are given, the smallest with
 * these. A tree with more levels whose switches need as many ports as another's is left out.
 *
 * @throws FabricError E_FAT_TREE_PORTS_ODD or E_FAT_TREE_PORTS
 */
export function sizesFor(
  hosts: number,
  given: Partial<FatTreeSize>,
): FatTreeSize[] {
  if (given.ports !== undefined) checkSize({ ports: given.ports, levels: 1 });
  const most = given.ports === undefined ? USUAL_LEVELS : MOST_LEVELS;
  const found: FatTreeSize[] = [];
  for (
    let levels = given.levels ?? 1;
    levels <= (given.levels ?? most);
    levels++
  ) {
    let ports = given.ports ?? 2;
    if (given.ports === undefined)
      while (ports <= MAX_PORTS && hostsOf({ ports, levels }) < hosts)
        ports += 2;
    const size = { ports, levels };
    if (
      ports <= MAX_PORTS &&
      hostsOf(size) >= hosts &&
      portsOf(size) <= MAX_GENERATED_PORTS &&
      ports < (found.at(-1)?.ports ?? Infinity)
    )
      found.push(size);
  }
  return found.sort((a, b) => hostsOf(a) - hostsOf(b));
}

/** @throws FabricError E_FAT_TREE_PORTS_ODD, E_FAT_TREE_PORTS, E_FAT_TREE_LEVELS or E_FAT_TREE_TOO_LARGE. */
export function checkSize({ ports, levels }: FatTreeSize): void {
  if (!Number.isInteger(ports) || ports < 2 || ports > MAX_PORTS) {
    throw new FabricError({
      code: "E_FAT_TREE_PORTS",
      message: "no fat tree has switches with so many ports",
      where: { path: "ports" },
      got: String(ports),
      expected: `an even number from 2 to ${MAX_PORTS}`,
    });
  }
  if (ports % 2 !== 0) {
    throw new FabricError({
      code: "E_FAT_TREE_PORTS_ODD",
      message:
        "half of a switch's ports go up and half go down, so their number must be even",
      where: { path: "ports" },
      got: String(ports),
      expected: "an even number of ports",
      hint: `${ports - 1} or ${ports + 1} ports would do`,
    });
  }
  if (!Number.isInteger(levels) || levels < 1) {
    throw new FabricError({
      code: "E_FAT_TREE_LEVELS",
      message: "a fat tree has at least one level of switches",
      where: { path: "levels" },
      got: String(levels),
      expected: "an integer from 1",
    });
  }
  const size = { ports, levels };
  let most = Math.min(levels, MAX_GENERATED_PORTS);
  while (portsOf({ ports, levels: most }) > MAX_GENERATED_PORTS) most--;
  refuseGeneratedSize(
    { switches: switchesOf(size), hosts: hostsOf(size), ports: portsOf(size) },
    {
      code: "E_FAT_TREE_TOO_LARGE",
      path: "levels",
      expected: `at most ${most} levels of ${ports}-port switches`,
    },
  );
}
