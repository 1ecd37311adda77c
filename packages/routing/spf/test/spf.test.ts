import { sequential } from "@fabriclab/addressing-sequential";
import { FabricBuilder } from "@fabriclab/fabric";
import { channelDependencies, findCycle } from "@fabriclab/paths";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type OptionsInput,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { chain, kimFigure4a, parallel } from "@fabriclab/testing-fabrics";
import { fig6like, irregular } from "@fabriclab/topology-irregular";
import type { Lid, SwitchIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { spf } from "../src/index.ts";

function build(fabric: Fabric, options: OptionsInput<typeof spf.params> = {}) {
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const rule = spf.create(
    { fabric, lids },
    parseOptions(spf, options),
  ) as RoutingRule;
  const out = new Uint8Array(255);
  /** Port at a switch for a host or switch, both by name; undefined = no path. */
  const port = (at: string, to: string): number | undefined => {
    const owner = fabric.nodeEndport[fabric.findNode(to) ?? -1] ?? -1;
    const count = rule.candidates(
      (fabric.findNode(at) ?? -1) as number as SwitchIx,
      (lids.baseLid[owner] ?? 0) as Lid,
      out,
    );
    return count === 0 ? undefined : out[0];
  };
  const tables = () =>
    linear.build(
      { fabric, lids, routing: rule, routingName: "spf", groups: [] },
      parseOptions(linear, {}),
    );
  return { fabric, rule, port, tables };
}

describe("spf on Figure 4(a) of kim2007, edges ab, ac, bc, bd, cd", () => {
  const { port } = build(kimFigure4a());

  it("sends a's packets for c by port 2, straight to c (T-004-4)", () => {
    expect(port("a", "C")).toBe(2);
    expect(port("a", "c")).toBe(2);
  });

  it("takes the lower of two equal ports: a reaches d through b", () => {
    expect(["B", "C", "D"].map((to) => port("a", to))).toEqual([1, 2, 1]);
    expect(["A", "B", "C"].map((to) => port("d", to))).toEqual([1, 1, 2]);
  });

  it("hands a packet for its own host out of the host's port", () => {
    expect(port("a", "A")).toBe(3);
    expect(port("b", "B")).toBe(4);
  });
});

describe("costs of links", () => {
  it("make a longer path the cheaper one, from either end", () => {
    // a-c costs 3, and a-b-c costs 2
    for (const key of ["a:2", "c:1"]) {
      const { port } = build(kimFigure4a(), { costs: { [key]: 3 } });
      expect(port("a", "C")).toBe(1);
      expect(port("c", "A")).toBe(2);
      expect(port("a", "D")).toBe(1);
    }
  });

  it("take a node's GUID as well as its name", () => {
    const { port } = build(kimFigure4a(), { costs: { "0x200000:2": 3 } });
    expect(port("a", "C")).toBe(1);
  });

  it("leave the lowest port where cost is equal, here 2 on either way", () => {
    const { port } = build(kimFigure4a(), { costs: { "a:2": 2 } });
    expect(port("a", "C")).toBe(1);
    expect(port("c", "A")).toBe(1);
  });

  it("choose among parallel links", () => {
    const { port } = build(parallel(3), { costs: { "a:1": 2, "b:2": 7 } });
    expect(port("a", "B")).toBe(3);
  });

  it("by inverse rate prefer two fast links to a slow one, and one slow to two a little faster", () => {
    const builder = new FabricBuilder("triangle");
    const [a, b, c] = ["a", "b", "c"].map((name) => builder.addSwitch(name, 4));
    if (!a || !b || !c) throw new Error("three switches");
    // SDR 1x: 4000 ps a byte; DDR 1x: 2000; QDR 1x: 1000; FDR: 64/66 of 14.0625 Gb/s, no whole number
    builder.connect(a, 1, b, 1, { speed: "SDR" });
    builder.connect(a, 2, c, 1, { speed: "QDR" });
    builder.connect(c, 2, b, 2, { speed: "FDR" });
    for (const [i, sw] of [a, b, c].entries())
      builder.connect(builder.addHost("ABC"[i] ?? ""), 1, sw, 4);
    const fabric = builder.build();
    const fast = build(fabric, { cost: "inverse-rate" });
    expect(fast.port("a", "B")).toBe(2);
    expect(build(fabric).port("a", "B")).toBe(1);
    // 1000 + 3000 = 4000, the cost of the straight link: equal, and exactly so, so the lower port
    const equal = { cost: "inverse-rate", costs: { "c:2": 3000 } } as const;
    expect(build(fabric, equal).port("a", "B")).toBe(1);
    const less = { cost: "inverse-rate", costs: { "c:2": 2999 } } as const;
    expect(build(fabric, less).port("a", "B")).toBe(2);
  });

  it.each([
    ["a", "this names no port", undefined],
    ["a:0", "this names no port", undefined],
    [":1", "this names no port", undefined],
    ["A:1", "the fabric has no switch, or several, of the name A", "a:1"],
    ["bb:1", "the fabric has no switch, or several, of the name bb", "b:1"],
    [
      "0x77:1",
      "the fabric has no switch, or several, of the name 0x77",
      undefined,
    ],
    ["a:9", "a has no port 9", undefined],
    [
      "a:3",
      "port 3 of a leads to a host, whose cost changes no path",
      undefined,
    ],
  ])("refuse %j", (key, message, meant) => {
    const error = refusal(() => build(kimFigure4a(), { costs: { [key]: 2 } }));
    expect(error.code).toBe("E_SPF_COST_LINK");
    expect(error.message).toBe(message);
    expect(error.where.path).toBe(`costs.${key}`);
    if (meant !== undefined) expect(error.hint).toBe(`did you mean ${meant}?`);
  });

  it("refuse a port without a cable", () => {
    const fabric = fig6like.build(parseOptions(fig6like, {}));
    expect(refusal(() => build(fabric, { costs: { "S0:3": 2 } })).message).toBe(
      "nothing is cabled to port 3 of S0",
    );
  });

  it("refuse two costs for one link", () => {
    const error = refusal(() =>
      build(kimFigure4a(), { costs: { "a:2": 3, "c:1": 4 } }),
    );
    expect(error.code).toBe("E_SPF_COST_TWICE");
    expect(error.got).toContain("a:2 and c:1");
  });

  it.each([0, -1, 1.5, 1_000_001, Number.NaN])("refuse the cost %d", (cost) => {
    const error = refusal(() => parseOptions(spf, { costs: { "a:1": cost } }));
    expect(error.code).toBe("E_SPEC_BAD_PARAMETER");
    expect(error.where.path).toBe("costs.a:1");
  });
});

describe("cycles of channels under spf (T-004-10)", () => {
  const cycle = (fabric: Fabric) =>
    findCycle(channelDependencies(fabric, build(fabric).tables()));
  const random = (switches: number, links: number, count: number) =>
    Array.from({ length: count }, (_, seed) =>
      irregular.build(parseOptions(irregular, { switches, links, seed })),
    ).filter((fabric) => cycle(fabric) !== undefined).length;

  it("there is none on fig6like", () => {
    expect(cycle(fig6like.build(parseOptions(fig6like, {})))).toBeUndefined();
    expect(cycle(chain(4))).toBeUndefined();
  });

  it("there is one on 100 of 100 random networks of 15 switches and 23 links", () => {
    expect(random(15, 23, 100)).toBe(100);
  });

  it("there is one on 50 of 50 random networks of 30 switches and 46 links", () => {
    expect(random(30, 46, 50)).toBe(50);
  });
});

function refusal(act: () => unknown): FabricError {
  try {
    act();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
