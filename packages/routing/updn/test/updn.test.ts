import { opensm } from "@fabriclab/addressing-opensm";
import { FabricBuilder } from "@fabriclab/fabric";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type RoutingEngine,
} from "@fabriclab/spec";
import {
  chain,
  irregularFabric,
  opensmUpDown,
} from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { NO_PORT, type SwitchIx } from "@fabriclab/units";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { updn } from "../src/index.ts";

function tables(fabric: Fabric, options: object = {}) {
  const lids = opensm.assign(fabric, parseOptions(opensm, {}));
  const engine = updn.create({ fabric, lids }, parseOptions(updn, options));
  return (engine as RoutingEngine).tables();
}

/** Parts that no cables join: trees of two roots and four leaves, or rings of six switches, each leaf and each switch of a ring with two hosts. */
function planes(...shapes: readonly ("tree" | "ring")[]): Fabric {
  const builder = new FabricBuilder("planes");
  shapes.forEach((shape, plane) => {
    const switches = Array.from({ length: 6 }, (_, i) =>
      builder.addSwitch(`${shape}${plane}-${i}`, 6),
    );
    switches.forEach((sw, i) => {
      if (shape === "ring") builder.connect(sw, 5, switches[(i + 1) % 6]!, 6);
      else if (i > 1)
        for (const root of [0, 1])
          builder.connect(sw, 5 + root, switches[root]!, i - 1);
      if (shape === "ring" || i > 1)
        for (const port of [1, 2])
          builder.connect(
            builder.addHost(`${plane}-${i}-${port}`),
            1,
            sw,
            port,
          );
    });
  });
  return builder.build();
}

describe("updn", () => {
  it("finds the roots of every part of a fabric that no cables join", () => {
    const fabric = planes("tree", "tree");
    expect(tables(fabric).lft).toEqual(
      tables(fabric, { roots: ["tree0-0", "tree0-1", "tree1-0", "tree1-1"] })
        .lft,
    );
  });

  it("takes a switch with 5 of 100 hosts at another distance for the top, and none with 6, as OpenSM 3.3.23 under ibsim does", () => {
    /** A top with four leaves; hosts that are not at these are at one more switch, below the first leaf. */
    const lopsided = (far: number): Fabric => {
      const builder = new FabricBuilder("lopsided");
      const top = builder.addSwitch("top", 4);
      const leaves = [0, 1, 2, 3].map((i) => builder.addSwitch(`leaf${i}`, 40));
      const low = builder.addSwitch("low", 8);
      for (const [i, leaf] of leaves.entries())
        builder.connect(top, i + 1, leaf, 40);
      builder.connect(leaves[0]!, 39, low, 8);
      for (let h = 0; h < 100 - far; h++)
        builder.connect(
          builder.addHost(`near${h}`),
          1,
          leaves[h % 4]!,
          1 + Math.floor(h / 4),
        );
      for (let h = 0; h < far; h++)
        builder.connect(builder.addHost(`far${h}`), 1, low, h + 1);
      return builder.build();
    };
    const fabric = lopsided(5);
    expect(tables(fabric).lft).toEqual(tables(fabric, { roots: ["top"] }).lft);
    expect(() => tables(lopsided(6))).toThrow(
      expect.objectContaining({ code: "E_UPDN_UNSUPPORTED_FABRIC" }),
    );
  });

  it("takes a list in one text, commas in brackets being part of a name", () => {
    const builder = new FabricBuilder("commas");
    const names = ["N(0,0)", "N(0,1)", "N(0,2)"];
    const switches = names.map((name) => builder.addSwitch(name, 3));
    for (const [i, sw] of switches.entries()) {
      builder.connect(builder.addHost(`h${i}`), 1, sw, 3);
      builder.connect(sw, 1, switches[(i + 1) % 3]!, 2);
    }
    const fabric = builder.build();
    expect(tables(fabric, { roots: "N(0,2), N(0,0)" }).lft).toEqual(
      tables(fabric, { roots: ["N(0,0)", "N(0,2)"] }).lft,
    );
  });

  it("has no way between roots that have none above, unless they are connected", () => {
    const fabric = planes("tree");
    const portTo = (options: object): number | undefined => {
      const made = tables(fabric, options);
      const lid = made.lids.baseLid[fabric.findNode("tree0-1") ?? 0] ?? 0;
      return made.lft[fabric.findNode("tree0-0") ?? 0]?.[lid];
    };
    expect(portTo({})).toBe(NO_PORT);
    // The first of four leaves, each as near.
    expect(portTo({ connectRoots: true })).toBe(1);
  });

  it("refuses a fabric of which one part has no top, and names a switch of that part", () => {
    const fabric = planes("tree", "ring");
    expect(() => tables(fabric)).toThrow(
      expect.objectContaining({
        code: "E_UPDN_UNSUPPORTED_FABRIC",
        got: expect.stringMatching(/nearest to it is ring1-\d: 33.3 % of/),
        hint: expect.stringContaining("ring1-"),
      }),
    );
  });

  it("is what a slow rendering of OpenSM's rule gives, on irregular fabrics and any root", () => {
    fc.assert(
      fc.property(
        fc.record({
          switches: fc.integer({ min: 2, max: 25 }),
          ports: fc.integer({ min: 4, max: 8 }),
          extraLinks: fc.integer({ min: 0, max: 30 }),
          seed: fc.nat(),
          root: fc.nat(),
        }),
        ({ root, ...options }) => {
          const fabric = irregularFabric(options);
          const sw = root % fabric.switchCount;
          const { lids, lft } = tables(fabric, { roots: `s${sw}` });
          expect(lft).toEqual(opensmUpDown(fabric, lids, [sw as SwitchIx]).lft);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("finds the top level of a fat tree", () => {
    const fabric = fatTree.build(
      parseOptions(fatTree, { ports: 4, levels: 3 }),
    );
    const roots = fabric.nodeName.filter((name) => /^SW<..,0>$/.test(name));
    expect(roots).toHaveLength(4);
    expect(tables(fabric).lft).toEqual(tables(fabric, { roots }).lft);
  });

  it("takes roots by NodeGUID too", () => {
    const fabric = chain(4);
    const guid = `0x${(fabric.nodeGuid[1] ?? 0n).toString(16)}`;
    expect(tables(fabric, { roots: [guid] }).lft).toEqual(
      tables(fabric, { roots: ["b"] }).lft,
    );
  });
});

describe("refusals", () => {
  const refused = (act: () => unknown): unknown => {
    try {
      act();
    } catch (error) {
      if (FabricError.is(error)) return [error.code, error.got, error.hint];
      throw error;
    }
    return undefined;
  };

  it("name the switch that is nearest to a root, and one that would do", () => {
    expect(refused(() => tables(chain(4)))).toEqual([
      "E_UPDN_UNSUPPORTED_FABRIC",
      "nearest to it is b: 50.0 % of the hosts are at distance 1, but B at b:3 at 0",
      "name the roots (roots: …), such as the switch with most cables to others, b; or use a routing that needs none",
    ]);
  });

  it("name a root that is none", () => {
    expect(refused(() => tables(chain(4), { roots: ["bb"] }))).toEqual([
      "E_UPDN_NO_SUCH_ROOT",
      "bb",
      "did you mean b?",
    ]);
    expect(refused(() => tables(chain(4), { roots: ["A"] }))).toMatchObject([
      "E_UPDN_NO_SUCH_ROOT",
      "A, a host",
      "did you mean a?",
    ]);
  });
});
