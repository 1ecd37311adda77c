import { sequential } from "@fabriclab/addressing-sequential";
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { withoutLinks } from "@fabriclab/fabric";
import { walk } from "@fabriclab/paths";
import {
  FabricError,
  parseOptions,
  type AddressingPlugin,
  type Fabric,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { singleLid } from "../src/index.ts";

const tree = (ports: number, levels: number): Fabric =>
  fatTree.build(parseOptions(fatTree, { ports, levels }));

function tablesOf(fabric: Fabric, addressing: AddressingPlugin) {
  const lids = addressing.assign(fabric, parseOptions(addressing, {}));
  const routing = singleLid.create({ fabric, lids }, {}) as RoutingRule;
  return linear.build(
    { fabric, lids, routing, routingName: "single-lid", groups: [] },
    {},
  );
}

const host = (fabric: Fabric, name: string): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(name) ?? -1] ?? -1) as EndportIx;

describe("the single-LID routing", () => {
  it("climbs by the destination's digits and descends by them: P(000) to P(211) on IBFT(4,3)", () => {
    const fabric = tree(4, 3);
    const { switches } = walk(
      fabric,
      tablesOf(fabric, sequential),
      host(fabric, "P(000)"),
      host(fabric, "P(211)"),
    );
    // Up by p2 = 1 and p1 = 1, each appended to the switch's digits; down by p0 = 2, p1 = 1, p2 = 1.
    expect(switches.map((sw) => fabric.nodeName[sw])).toEqual([
      "SW<00,2>",
      "SW<01,1>",
      "SW<11,0>",
      "SW<21,1>",
      "SW<21,2>",
    ]);
  });

  it("agrees with the paper's equations for lid = PID + 1: k = p_l + 1 below, else ⌊(lid-1)/h^(n-1-l)⌋ mod h + h + 1", () => {
    const fabric = tree(8, 3);
    const tables = tablesOf(fabric, sequential);
    const half = 4;
    for (let sw = 0; sw < fabric.switchCount; sw++) {
      const [, digits = "", levelText = ""] =
        /^SW<(\d*),(\d)>$/.exec(fabric.nodeName[sw] ?? "") ?? [];
      const level = Number(levelText);
      for (let pid = 0; pid < fabric.hostCount; pid++) {
        const p = [Math.floor(pid / 16), Math.floor(pid / 4) % 4, pid % 4];
        const below = [...digits]
          .slice(0, level)
          .every((digit, i) => Number(digit) === p[i]);
        const k = below
          ? (p[level] ?? 0) + 1
          : (Math.floor(pid / half ** (2 - level)) % half) + half + 1;
        expect(tables.lft[sw]?.[pid + 1]).toBe(k);
      }
    }
  });

  it.each([
    [4, 2],
    [4, 3],
    [6, 3],
    [8, 2],
    [2, 3],
  ])(
    "delivers every pair of IBFT(%i,%i) on a shortest path, loading every up channel of a leaf equally",
    (ports, levels) => {
      const fabric = tree(ports, levels);
      const tables = tablesOf(fabric, sequential);
      const load = new Map<number, number>();
      for (let s = fabric.switchCount; s < fabric.endportCount; s++)
        for (let d = fabric.switchCount; d < fabric.endportCount; d++) {
          if (s === d) continue;
          const { end, channels, switches } = walk(
            fabric,
            tables,
            s as EndportIx,
            d as EndportIx,
          );
          expect(end).toBe("delivered");
          const [a, b] = [fabric.nodeName[s] ?? "", fabric.nodeName[d] ?? ""];
          let common = 0;
          while (a[common + 2] === b[common + 2]) common++;
          expect(switches).toHaveLength(2 * (levels - common) - 1);
          if (switches.length > 1)
            load.set(channels[1] ?? -1, (load.get(channels[1] ?? -1) ?? 0) + 1);
        }
      const others = fabric.hostCount - ports / 2;
      expect(new Set(load.values())).toEqual(new Set([others]));
    },
  );

  it("uses the same ports with any addressing", () => {
    const fabric = tree(4, 3);
    const [a, b] = [
      tablesOf(fabric, sequential),
      tablesOf(fabric, multipleLid),
    ];
    for (let d = fabric.switchCount; d < fabric.endportCount; d++)
      for (let sw = 0; sw < fabric.switchCount; sw++)
        expect(b.lft[sw]?.[b.lids.baseLid[d] ?? 0]).toBe(
          a.lft[sw]?.[a.lids.baseLid[d] ?? 0],
        );
  });

  it("refuses a tree with a fault and says where it is", () => {
    const fabric = tree(4, 2);
    const faulty = withoutLinks(fabric, [0]);
    try {
      tablesOf(faulty, sequential);
      expect.unreachable();
    } catch (error) {
      if (!FabricError.is(error)) throw error;
      expect(error.code).toBe("E_SINGLE_LID_UNSUPPORTED_FABRIC");
      expect(error.got).toContain("no cable");
    }
  });
});
