import { FabricError, type Fabric } from "@fabriclab/spec";
import type { PortGroup, TreeSwitch } from "./tree.ts";

/** Ranks that a fat tree may have, leaves included. */
const MOST_RANKS = 8;

/** What keeps a fabric from being routed as a fat tree, and where. */
export function notATree(
  fabric: Fabric,
  place: string,
  got: string,
  expected: string,
  hint = "name the root switches (roots: …) if they are not found, and the compute nodes (compute: …) if other hosts hang above the leaves; or use minhop, updn or sssp",
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
 *
 * @throws FabricError E_FTREE_UNSUPPORTED_FABRIC
 */
export function checkRegular(
  fabric: Fabric,
  inOrder: readonly TreeSwitch[],
  leafRank: number,
): void {
  const models: TreeSwitch[] = [];
  for (const one of inOrder) {
    const model = (models[one.rank] ??= one);
    const refuse = (what: string, got: number, due: number): never => {
      throw notATree(
        fabric,
        fabric.nodeName[one.sw] ?? "",
        `${got} ${what}`,
        `${due}, as ${fabric.nodeName[model.sw] ?? ""} of the same rank (${one.rank}) has`,
        "mend the cables; or name the root switches (roots: …), with which the tree need not be regular",
      );
    };
    if (one.upper.length !== model.upper.length)
      refuse("neighbours above", one.upper.length, model.upper.length);
    const cables = (groups: readonly PortGroup[]): number =>
      groups[0]?.ports.length ?? 0;
    for (const group of one.upper)
      if (group.ports.length !== cables(model.upper))
        refuse(
          `cables to ${fabric.nodeName[group.remote?.sw ?? -1] ?? ""}`,
          group.ports.length,
          cables(model.upper),
        );
    if (one.rank === leafRank) continue;
    if (one.lower.length !== model.lower.length)
      refuse("neighbours below", one.lower.length, model.lower.length);
    if (cables(one.lower) !== cables(model.lower))
      refuse(
        "cables to a neighbour below",
        cables(one.lower),
        cables(model.lower),
      );
  }
}
