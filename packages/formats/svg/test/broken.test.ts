import { withoutLinks } from "@fabriclab/fabric";
import { parseOptions, type Fabric } from "@fabriclab/spec";
import { dragonfly } from "@fabriclab/topology-dragonfly";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, expect, it } from "vitest";
import { placeSwitches } from "../src/index.ts";

/** The fabric with these switches, and none of their cables. */
function down(fabric: Fabric, ...names: string[]): Fabric {
  const nodes: readonly (number | undefined)[] = names.map((name) =>
    fabric.findNode(name),
  );
  const nodeAt = (end: number): number =>
    fabric.portNode[fabric.linkPorts[end]!]!;
  return withoutLinks(
    fabric,
    Array.from({ length: fabric.linkCount }, (_, link) => link).filter((link) =>
      [2 * link, 2 * link + 1].some((end) => nodes.includes(nodeAt(end))),
    ),
  );
}

describe("a drawing of a fabric with switches down", () => {
  it("stands a tree in its ranks, spines without cables with the roots", () => {
    const whole = fatTree.build(parseOptions(fatTree, { ports: 8, levels: 2 }));
    const places = placeSwitches(down(whole, "SW<0,0>", "SW<2,0>"));
    expect(places.kind).toBe("layers");
    const heights = (rank: number): Set<number> =>
      new Set(
        [...places.y].filter((_, sw) =>
          whole.nodeName[sw]?.endsWith(`,${rank}>`),
        ),
      );
    expect(heights(0).size).toBe(1);
    expect(heights(1).size).toBe(1);
  });

  it("stands a dragonfly in its groups, also where two of them have lost their only cable", () => {
    const whole = dragonfly.build(parseOptions(dragonfly, {}));
    expect(placeSwitches(down(whole, "SW(0.1)")).kind).toBe("groups");
    // Four switches with the cables of eight pairs of groups of 36: these are no groups that are joined with all others.
    const four = ["SW(0.1)", "SW(2.1)", "SW(4.1)", "SW(6.1)"];
    expect(placeSwitches(down(whole, ...four)).kind).toBe("circle");
  });
});
