import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { cyclic } from "@fabriclab/routing-cyclic";
import {
  FabricError,
  parseOptions,
  type RoutingRule,
  type TablesContext,
} from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { multicastUnion } from "../src/index.ts";

const fabric = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
const lids = multipleLid.assign(fabric, parseOptions(multipleLid, {}));
const right = cyclic.create({ fabric, lids }, {}) as RoutingRule;
const endport = (name: string): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(name) ?? -1] ?? -1) as EndportIx;

/** What the union over cyclic routing says when one switch sends everything by `port` (0: knows no way). */
function refusal(at: string, port: number): FabricError {
  const wrong: number | undefined = fabric.findNode(at);
  const routing: RoutingRule = {
    ...right,
    candidates(sw, lid, out) {
      if (sw !== wrong) return right.candidates(sw, lid, out);
      out[0] = port;
      return port === 0 ? 0 : 1;
    },
  };
  const context: TablesContext = {
    fabric,
    lids,
    routing,
    routingName: "wrong",
    groups: [
      {
        id: 0,
        name: "G",
        members: [endport("P(200)")],
        sources: [endport("P(000)")],
      },
    ],
  };
  try {
    multicastUnion.build(context, parseOptions(multicastUnion, {}));
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

// P(000) reaches P(200) by <00,2> <00,1> <00,0> <20,1> <20,2> (T-001-6).
describe("a union over paths that do not arrive", () => {
  it("is refused where a switch knows no way", () => {
    const error = refusal("SW<00,0>", 0);
    expect(error.code).toBe("E_MULTICAST_UNION_NO_PATH");
    expect(error.where.path).toBe("SW<00,0>");
    expect(error.message).toContain("P(000)");
    expect(error.message).toContain("P(200)");
  });

  it("is refused where a switch gives the packet to another host", () => {
    // Port 2 of <20,2> is P(201).
    expect(refusal("SW<20,2>", 2).code).toBe("E_MULTICAST_UNION_NO_PATH");
  });

  it("is refused where two switches send it to and fro", () => {
    // Port 1 of <00,1> leads back to <00,2>.
    const error = refusal("SW<00,1>", 1);
    expect(error.code).toBe("E_MULTICAST_UNION_LOOP");
    expect(["SW<00,1>", "SW<00,2>"]).toContain(error.where.path);
  });
});
