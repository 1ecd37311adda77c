import { opensm } from "@fabriclab/addressing-opensm";
import { routeCounts } from "@fabriclab/analysis-balance";
import { FabricBuilder, withoutLinks } from "@fabriclab/fabric";
import { walk } from "@fabriclab/paths";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type RoutingEngine,
} from "@fabriclab/spec";
import { ring } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { ftree } from "../src/index.ts";
import { ringOfLeaves, valley } from "./drawn.ts";

function tables(
  fabric: Fabric,
  options: object = {},
  lmc = 0,
): ForwardingTables {
  const lids = opensm.assign(fabric, parseOptions(opensm, { lmc }));
  const engine = ftree.create({ fabric, lids }, parseOptions(ftree, options));
  return (engine as RoutingEngine).tables();
}

function way(fabric: Fabric, made: ForwardingTables, from: string, to: string) {
  const host = (name: string): EndportIx =>
    (fabric.nodeEndport[fabric.findNode(name) ?? -1] ?? -1) as EndportIx;
  return walk(fabric, made, host(from), host(to))
    .switches.map((sw) => fabric.nodeName[sw])
    .join("-");
}

describe("ftree", () => {
  it("loads all channels of a level alike: on IBFT(8,3), 124 routes at most", () => {
    // 31 leaves of four hosts elsewhere, and four hosts on each side of a leaf's four up-channels: 124 · 4 / 4.
    const fabric = fatTree.build(
      parseOptions(fatTree, { ports: 8, levels: 3 }),
    );
    expect(routeCounts(fabric, tables(fabric)).max).toBe(124);
  });

  it("goes along cables between switches of one rank where that is shorter", () => {
    const fabric = ringOfLeaves();
    const made = tables(fabric, { roots: "t" });
    expect(way(fabric, made, "L1", "L2")).toBe("l1-l2");
    expect(way(fabric, made, "L1", "L3")).toBe("l1-l2-l3");
  });

  it("does not go down and up again, though that is shorter", () => {
    const fabric = valley();
    const made = tables(fabric, { roots: "t" });
    expect(way(fabric, made, "L1", "L2")).toBe("l1-p1-t-p2-l2");
  });

  it("takes compute nodes and roots by GUID, and hosts that are none by `io`", () => {
    const fabric = fatTree.build(
      parseOptions(fatTree, { ports: 4, levels: 2 }),
    );
    const guid = (name: string): string =>
      `0x${(fabric.nodeGuid[fabric.findNode(name) ?? -1] ?? 0n).toString(16)}`;
    const names = fabric.nodeName.filter((name) => name.startsWith("P"));
    const [io = "", ...compute] = names;
    expect(tables(fabric, { compute: compute.map(guid) }).lft).toEqual(
      tables(fabric, { io }).lft,
    );
    const roots = fabric.nodeName.filter((name) => /^SW<.,0>$/.test(name));
    expect(tables(fabric, { roots: roots.map(guid) }).lft).toEqual(
      tables(fabric).lft,
    );
  });
});

/** Two trees of two roots and two leaves that no cables join; of `cables` at most in the second one. */
function twoTrees(cables = 4): Fabric {
  const builder = new FabricBuilder("two trees");
  for (const plane of ["a", "b"]) {
    const roots = [0, 1].map((i) => builder.addSwitch(`${plane}-root${i}`, 2));
    let left = plane === "a" ? 4 : cables;
    for (const i of [0, 1]) {
      const leaf = builder.addSwitch(`${plane}-leaf${i}`, 4);
      for (const num of [1, 2])
        builder.connect(builder.addHost(`${plane}${i}${num}`), 1, leaf, num);
      for (const [at, root] of roots.entries())
        if (left-- > 0) builder.connect(leaf, 3 + at, root, i + 1);
    }
  }
  return builder.build();
}

describe("parts that no cables join", () => {
  it("are routed each: hosts of a leaf up by different roots", () => {
    const fabric = twoTrees();
    const made = tables(fabric);
    for (const plane of ["a", "b"])
      expect(
        ["01", "02"].map((host) =>
          way(fabric, made, `${plane}11`, `${plane}${host}`),
        ),
      ).toEqual(
        expect.arrayContaining([
          `${plane}-leaf1-${plane}-root0-${plane}-leaf0`,
          `${plane}-leaf1-${plane}-root1-${plane}-leaf0`,
        ]),
      );
  });
});

describe("refusals", () => {
  const refused = (act: () => unknown): unknown => {
    try {
      act();
    } catch (error) {
      if (FabricError.is(error))
        return [error.code, error.where.path, error.got];
      throw error;
    }
    return undefined;
  };

  it("name the switch that is not as it should be", () => {
    expect(refused(() => tables(ring(4)))).toEqual([
      "E_FTREE_UNSUPPORTED_FABRIC",
      "ring of 4",
      "1 rank of switches",
    ]);
    // B is one cable from the root, C two: whichever is looked at first says which rank leaves have.
    expect(
      refused(() => tables(ring(4), { roots: "a", compute: ["B", "C"] })),
    ).toEqual([
      "E_FTREE_UNSUPPORTED_FABRIC",
      expect.stringMatching(/^[bc]:3$/),
      expect.stringMatching(/^compute node [BC] on a switch of rank [12]$/),
    ]);
  });

  it("name the one switch that differs from the others of its rank, and a port of it", () => {
    const whole = fatTree.build(parseOptions(fatTree, { ports: 8, levels: 2 }));
    // Of four roots the last loses the cable at its port 3.
    const root = (whole.findNode("SW<0,0>") ?? 0) + 3;
    const name = whole.nodeName[root] ?? "";
    const port = (whole.portStart[root] ?? 0) + 2;
    const fabric = withoutLinks(whole, [whole.portLink[port] ?? 0]);
    expect(refused(() => tables(fabric))).toEqual([
      "E_FTREE_UNSUPPORTED_FABRIC",
      `${name}:3`,
      `7 neighbours below of ${name}, whose port 3 has no cable`,
    ]);
  });

  it("name a switch of the one part that is no tree", () => {
    expect(refused(() => tables(twoTrees(3)))).toEqual([
      "E_FTREE_UNSUPPORTED_FABRIC",
      "b-root1:2",
      "1 neighbour below of b-root1, whose port 2 has no cable",
    ]);
  });

  it("name LMC > 0, and what is listed and not there", () => {
    const fabric = valley();
    expect(refused(() => tables(fabric, { roots: "t" }, 1))).toEqual([
      "E_FTREE_LMC",
      "addressing",
      "LMC 1",
    ]);
    expect(refused(() => tables(fabric, { roots: "L1" }))).toEqual([
      "E_FTREE_NO_SUCH_NODE",
      "routing.roots",
      "L1, a host",
    ]);
    expect(
      refused(() => tables(fabric, { roots: "t", compute: ["L1", "l2"] })),
    ).toEqual(["E_FTREE_NO_SUCH_NODE", "routing.compute", "l2, a switch"]);
  });
});
