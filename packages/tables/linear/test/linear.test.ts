import { sequential } from "@fabriclab/addressing-sequential";
import { FabricBuilder } from "@fabriclab/fabric";
import {
  FabricError,
  parseOptions,
  type RoutingRule,
  type TablesContext,
} from "@fabriclab/spec";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { linear } from "../src/index.ts";

// A - B, two cables; one host each. LIDs: HA 1, HB 2, A 3, B 4.
function context(rule: RoutingRule): TablesContext {
  const builder = new FabricBuilder("pair");
  const [a, b] = [builder.addSwitch("A", 4), builder.addSwitch("B", 4)];
  builder.connect(a, 1, b, 1);
  builder.connect(a, 2, b, 2);
  builder.connect(a, 3, builder.addHost("HA"), 1);
  builder.connect(b, 3, builder.addHost("HB"), 1);
  const fabric = builder.build();
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  return { fabric, lids, routing: rule, routingName: "test", groups: [] };
}

/** To the own host by port 3, else by port 1 and, where asked, 2. */
const rule = (adaptive: boolean): RoutingRule => ({
  candidates(at, lid, out) {
    if (lid === at + 1) {
      out[0] = 3;
      return 1;
    }
    out[0] = 1;
    out[1] = 2;
    return adaptive ? 2 : 1;
  },
});

describe("linear forwarding tables", () => {
  it("hold the first candidate for every LID, 0 for the switch itself and 255 for LIDs that nobody owns", () => {
    const { lft, portSets, lanes, engine } = linear.build(
      context(rule(false)),
      {},
    );
    expect(lft.map((table) => Array.from(table))).toEqual([
      [255, 3, 1, 0, 1],
      [255, 1, 3, 1, 0],
    ]);
    expect(portSets).toBeUndefined();
    expect([lanes, engine]).toEqual([1, "test"]);
  });

  it("tell how many LIDs are compiled", () => {
    const told: unknown[] = [];
    linear.build(
      { ...context(rule(false)), onProgress: (...word) => told.push(word) },
      {},
    );
    // Four LIDs are one block.
    expect(told).toEqual([["compiling tables", 1, 4]]);
  });

  it("hold all candidates as port sets where there are several", () => {
    const { lft, portSets, portSetWords } = linear.build(
      context(rule(true)),
      {},
    );
    expect(Array.from(lft[0] ?? [])).toEqual([255, 3, 1, 0, 1]);
    expect(portSetWords).toBe(1);
    expect(portSets?.map((sets) => Array.from(sets))).toEqual([
      [0, 0b1000, 0b110, 0, 0b110],
      [0, 0b110, 0b1000, 0b110, 0],
    ]);
  });

  it("have no path where the rule offers none", () => {
    const { lft } = linear.build(context({ candidates: () => 0 }), {});
    expect(Array.from(lft[0] ?? [])).toEqual([255, 255, 255, 0, 255]);
  });

  it("take path LID, SL and lanes from the rule, and else the base LID and SL 0", () => {
    const plain = linear.build(context(rule(false)), {});
    const [ha, hb] = [2 as EndportIx, 3 as EndportIx];
    expect([plain.pathLid(ha, hb), plain.pathSl(ha, hb)]).toEqual([2, 0]);
    const own = linear.build(
      context({
        ...rule(false),
        lanes: 2,
        pathLid: () => 7 as Lid,
        pathSl: () => 1 as Sl,
      }),
      {},
    );
    expect([own.pathLid(ha, hb), own.pathSl(ha, hb), own.lanes]).toEqual([
      7, 1, 2,
    ]);
  });

  it.each([
    [4, "port 4, which has no cable"],
    [5, "port 5, which the switch does not have"],
    [0, "port 0, which the switch does not have"],
  ])("refuse a rule that names port %i", (port, got) => {
    const wrong: RoutingRule = {
      candidates(_, __, out) {
        out[0] = port;
        return 1;
      },
    };
    try {
      linear.build(context(wrong), {});
      expect.unreachable();
    } catch (error) {
      if (!FabricError.is(error)) throw error;
      expect(error.code).toBe("E_LINEAR_BAD_PORT");
      expect(error.got).toBe(got);
      expect(error.where.path).toBe(`A:${port}`);
    }
  });

  it.each([undefined, true, -1, 1.5, NaN, 256])(
    "refuse a rule that returns %s in place of a number of ports",
    (count) => {
      const wrong: RoutingRule = {
        candidates(_, __, out) {
          out[0] = 1;
          return count as number;
        },
      };
      expect(() => linear.build(context(wrong), {})).toThrow(
        expect.objectContaining({
          code: "E_LINEAR_BAD_COUNT",
          where: { path: "A" },
          got: String(count),
        }),
      );
    },
  );
});
