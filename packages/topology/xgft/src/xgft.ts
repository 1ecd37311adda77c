import { FabricBuilder, type LinkSpec, type NodeRef } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import { hostLabel, switchLabel } from "./label.ts";
import { portsOf, type Levels } from "./size.ts";

/**
 * Builds an extended generalised fat tree.
 *
 * A switch of level l (1 = leaf) is a subtree x(h)…x(l+1) and a copy y(1)…y(l-1) of its top. It is cabled to all switches of the level above whose subtree holds its
 * own, and whose copy begins with its own: Öhring et al. 1995, §2.
 *
 * Complexity: O(ports).
 *
 * @param hosts the first of those that there is room for
 * @param ports of every switch, 0 = as many as each needs
 */
export function buildXgft(
  levels: Levels,
  hosts: number,
  ports: number,
  link: LinkSpec,
): Fabric {
  const { children, parents, switches, parallel } = levels;
  const builder = new FabricBuilder(nameOf(levels, hosts));
  const top = children.length - 1;
  const byLevel: NodeRef[][] = children.map(() => []);
  // Roots first, as in the m-port n-tree.
  for (let level = top; level >= 0; level--)
    for (let at = 0; at < switches[level]!; at++)
      byLevel[level]!.push(
        builder.addSwitch(
          switchLabel(levels, level, at),
          ports === 0 ? portsOf(levels, level) : ports,
        ),
      );
  for (let leaf = 0; leaf < switches[0]!; leaf++)
    for (let k = 0; k < children[0]!; k++) {
      const pid = leaf * children[0]! + k;
      if (pid >= hosts) break;
      const host = builder.addHost(hostLabel(levels, pid));
      builder.connect(byLevel[0]![leaf]!, k + 1, host, 1, link);
    }
  for (let level = 0; level < top; level++) {
    const copies = copiesOf(levels, level);
    const up = parents[level]!;
    const below = children[level + 1]!;
    const cables = parallel[level]!;
    const firstUp = portsOf(levels, level) - up * cables;
    for (let at = 0; at < switches[level]!; at++) {
      const subtree = Math.floor(at / copies);
      const copy = at % copies;
      const over = Math.floor(subtree / below);
      for (let y = 0; y < up; y++) {
        const parent = (over * copies + copy) * up + y;
        for (let k = 0; k < cables; k++)
          builder.connect(
            byLevel[level + 1]![parent]!,
            (subtree % below) * cables + k + 1,
            byLevel[level]![at]!,
            firstUp + y * cables + k + 1,
            link,
          );
      }
    }
  }
  return builder.build();
}

/** `xgft 8,4,4 children 4,4 parents`, with parallel cables and with fewer hosts than there is room for by their numbers behind it. */
function nameOf(
  { children, parents, parallel }: Levels,
  hosts: number,
): string {
  const up = parents.slice(0, -1);
  const cables = parallel.slice(0, -1);
  const isAlike = cables.every((count) => count === cables[0]);
  const room = children.reduce((all, one) => all * one, 1);
  return [
    `xgft ${children.join(",")} children`,
    ...(up.length === 0 ? [] : [`${up.join(",")} parents`]),
    ...(cables.every((count) => count === 1)
      ? []
      : [`${isAlike ? cables[0] : cables.join(",")} parallel`]),
    ...(hosts === room ? [] : [`${hosts} host${hosts === 1 ? "" : "s"}`]),
  ].join(" ");
}

/** Tops of a subtree of a level: Π w of the levels below. */
export const copiesOf = ({ parents }: Levels, level: number): number =>
  parents.slice(0, level).reduce((all, one) => all * one, 1);
