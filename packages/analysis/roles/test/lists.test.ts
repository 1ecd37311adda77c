import { FabricBuilder } from "@fabriclab/fabric";
import { parseOptions, type Fabric } from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, expect, it } from "vitest";
import { deriveLists, type FabricLists } from "../src/index.ts";
import { names, twoRanks } from "./two-ranks.ts";

const first = (fabric: Fabric): FabricLists => {
  const [best] = deriveLists(fabric);
  if (best === undefined) throw new Error("no lists");
  return best;
};

describe("deriveLists", () => {
  it.each([
    [4, 2],
    [4, 3],
    [8, 3],
    [4, 4],
  ])(
    "takes the top of IBFT(%d,%d) for roots, and all hosts for compute nodes",
    (ports, levels) => {
      const fabric = fatTree.build(parseOptions(fatTree, { ports, levels }));
      const { roots, compute, io, leafRank } = first(fabric);
      const top = fabric.nodeName
        .slice(0, fabric.switchCount)
        .filter((name) => name.endsWith(",0>"));
      expect(names(fabric, roots).sort()).toEqual(top.sort());
      expect(compute).toHaveLength(fabric.hostCount);
      expect(io).toEqual([]);
      expect(leafRank).toBe(levels - 1);
    },
  );

  it("takes Aggregation Nodes of all switches for I/O nodes", () => {
    const fabric = twoRanks({ aggregation: "Aggregation Node" });
    const { roots, compute, io } = first(fabric);
    expect(names(fabric, roots)).toEqual(["S0", "S1"]);
    expect(compute).toHaveLength(12);
    expect(new Set(names(fabric, io))).toEqual(new Set(["Aggregation Node"]));
  });

  it("does not take a spine for a leaf because of one host of it, which is an I/O node", () => {
    const fabric = twoRanks({ perLeaf: 8, onFirstSpine: ["ufm1"] });
    const { roots, io } = first(fabric);
    expect(names(fabric, roots)).toEqual(["S0", "S1"]);
    expect(names(fabric, io)).toEqual(["ufm1"]);
  });

  it("offers lists without storage and management on the leaves, too", () => {
    const fabric = twoRanks({ onFirstLeaf: ["mds1 HCA-1", "login1"] });
    const [all, few] = deriveLists(fabric);
    expect(all?.who).toBe("all hosts of the leaves");
    expect(all?.io).toEqual([]);
    expect(few?.who).toBe("compute only");
    expect(names(fabric, few?.io ?? [])).toEqual(["mds1 HCA-1", "login1"]);
    expect(few?.roots).toEqual(all?.roots);
  });

  it("finds the roots of every plane", () => {
    const fabric = twoRanks({ planes: 2 });
    expect(names(fabric, first(fabric).roots)).toEqual([
      "S0",
      "S1",
      "S0-1",
      "S1-1",
    ]);
  });

  it("keeps a switch without hosts that hangs on two roots among the roots, so that all leaves stay at one rank", () => {
    const builder = new FabricBuilder("odd top");
    const leaves = [0, 1, 2].map((i) => builder.addSwitch(`L${i}`, 8));
    const spines = [0, 1, 2].map((i) => builder.addSwitch(`S${i}`, 8));
    const odd = builder.addSwitch("top", 8);
    for (const [i, leaf] of leaves.entries()) {
      builder.connect(leaf, 1, builder.addHost(`h${i}`), 1);
      // the last leaf hangs on the last spine only
      for (const [s, spine] of spines.entries())
        if (i < 2 || s === 2) builder.connect(leaf, 2 + s, spine, 1 + i);
    }
    builder.connect(odd, 1, spines[0]!, 8);
    builder.connect(odd, 2, spines[1]!, 8);
    const fabric = builder.build();
    expect(names(fabric, first(fabric).roots)).toEqual([
      "S0",
      "S1",
      "S2",
      "top",
    ]);
  });

  it("names the centre where every switch carries hosts", () => {
    const builder = new FabricBuilder("line");
    const line = [0, 1, 2, 3, 4].map((i) => builder.addSwitch(`W${i}`, 4));
    for (const [i, sw] of line.entries()) {
      builder.connect(sw, 1, builder.addHost(`h${i}`), 1);
      const next = line[i + 1];
      if (next !== undefined) builder.connect(sw, 2, next, 3);
    }
    const fabric = builder.build();
    const lists = first(fabric);
    expect(names(fabric, lists.roots)).toEqual(["W2"]);
    expect(lists.leafRank).toBe(0);
    expect(lists.compute).toHaveLength(5);
  });

  it("derives nothing where no switch has hosts", () => {
    const builder = new FabricBuilder("empty");
    builder.addSwitch("S", 4);
    builder.addHost("lonely");
    expect(deriveLists(builder.build())).toEqual([]);
  });
});
