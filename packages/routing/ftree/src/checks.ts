import { freePort } from "@fabriclab/fabric";
import { FabricError, type Fabric } from "@fabriclab/spec";
import type { PortGroup, TreeSwitch } from "./tree.ts";

/** Ranks that a fat tree may have, leaves included. */
const MOST_RANKS = 8;

/** Which routings need no tree. */
export const ANY_SERVES =
  "take updn, minhop, or nue (which makes no credit loops): they need no regular tree";

/** Names that a hint has room for. */
const NAMED = 8;

/** What keeps a fabric from being routed as a fat tree, and where. */
export function notATree(
  fabric: Fabric,
  place: string,
  got: string,
  expected: string,
  hint = `name the root switches (roots: …) if they are not found, and the compute nodes (compute: …) if other hosts hang above the leaves; or ${ANY_SERVES}`,
): FabricError {
  return new FabricError({
    code: "E_FTREE_UNSUPPORTED_FABRIC",
    message: `${fabric.name} is not a fat tree`,
    where: { path: place },
    got,
    expected,
    hint,
  });
}

/** @throws FabricError E_FTREE_UNSUPPORTED_FABRIC for a tree too flat or too high. */
export function checkHeight(fabric: Fabric, leafRank: number): void {
  if (leafRank >= 1 && leafRank < MOST_RANKS) return;
  throw notATree(
    fabric,
    fabric.name,
    `${leafRank + 1} ${leafRank === 0 ? "rank" : "ranks"} of switches`,
    `2 to ${MOST_RANKS}, from the roots to the leaves`,
    leafRank === 0
      ? "every switch carries compute nodes: name the roots (roots: …), and as compute nodes only hosts of the leaves"
      : undefined,
  );
}

/**
 * A tree whose roots are not named must be regular: all switches of a rank have as many neighbours above, all but leaves as many below, by as many cables.
 * What most of a rank have is taken for right, so that the switch is named that differs, with a port to look at.
 *
 * @throws FabricError E_FTREE_UNSUPPORTED_FABRIC
 */
export function checkRegular(
  fabric: Fabric,
  inOrder: readonly TreeSwitch[],
  leafRank: number,
): void {
  const hint = `mend the cables; or name the root switches, with which the tree need not be regular: ${rootsIn(fabric, inOrder)}; or ${ANY_SERVES}`;
  for (let rank = 0; rank <= leafRank; rank++) {
    const peers = inOrder.filter((one) => one.rank === rank);
    const check = (
      one: string,
      several: string,
      groupsOf: (one: TreeSwitch) => readonly PortGroup[],
      countOf: (one: TreeSwitch) => number,
    ): void => {
      const due = mostCommon(peers.map(countOf));
      const model = peers.find((one) => countOf(one) === due);
      const odd = peers.find((one) => countOf(one) !== due);
      if (odd === undefined) return;
      const got = countOf(odd);
      const name = fabric.nodeName[odd.sw] ?? "";
      const port = got < due ? freePort(fabric, odd.sw) : undefined;
      const last = groupsOf(odd).at(-1)?.ports.at(-1)?.num;
      const num = port ?? last;
      throw notATree(
        fabric,
        num === undefined ? name : `${name}:${num}`,
        `${got} ${got === 1 ? one : several} of ${name}${port === undefined ? "" : `, whose port ${port} has no cable`}`,
        `${due}, as ${fabric.nodeName[model?.sw ?? -1] ?? ""} of the same rank (${rank}) has`,
        hint,
      );
    };
    const above = ({ upper }: TreeSwitch) => upper;
    const below = ({ lower }: TreeSwitch) => lower;
    check(
      "neighbour above",
      "neighbours above",
      above,
      ({ upper }) => upper.length,
    );
    const cables = mostCommon(
      peers.flatMap(({ upper }) => upper.map(({ ports }) => ports.length)),
    );
    for (const { sw, upper } of peers)
      for (const { ports, remote } of upper) {
        if (ports.length === cables) continue;
        const name = fabric.nodeName[sw] ?? "";
        throw notATree(
          fabric,
          `${name}:${ports[0]?.num ?? 0}`,
          `${ports.length === 1 ? "1 cable" : `${ports.length} cables`} from ${name} to ${fabric.nodeName[remote?.sw ?? -1] ?? ""}, by port ${ports.map(({ num }) => num).join(", ")}`,
          `${cables}, as most of rank ${rank} have to a neighbour above`,
          hint,
        );
      }
    if (rank === leafRank) continue;
    check(
      "neighbour below",
      "neighbours below",
      below,
      ({ lower }) => lower.length,
    );
    check(
      "cable to a neighbour below",
      "cables to a neighbour below",
      (one) => one.lower.slice(0, 1),
      ({ lower }) => lower[0]?.ports.length ?? 0,
    );
  }
}

/** The roots that were found, as they are written in a list. */
function rootsIn({ nodeName }: Fabric, inOrder: readonly TreeSwitch[]): string {
  const roots = inOrder
    .filter(({ rank }) => rank === 0)
    .map(({ sw }) => nodeName[sw] ?? "");
  return roots.length <= NAMED
    ? `roots: [${roots.join(", ")}], if these are all`
    : `roots: […] with the ${roots.length} switches such as ${roots[0] ?? ""} that are farthest from all hosts`;
}

/** The value that occurs most often, the first of equally common ones; 0 of none. */
function mostCommon(values: readonly number[]): number {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  let found = 0;
  for (const [value, count] of times)
    if (count > (times.get(found) ?? 0)) found = value;
  return found;
}
