import { auditMulticast } from "@fabriclab/analysis-reachability";
import { meshXy } from "@fabriclab/addressing-mesh-xy";
import { flood } from "@fabriclab/paths";
import { negativeFirst } from "@fabriclab/routing-negative-first";
import {
  endportName,
  FabricError,
  parseOptions,
  type Fabric,
  type MulticastGroup,
  type MulticastTables,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx, Mlid } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { multicastUnion } from "../src/index.ts";

// zhou2010 argues in its Figure 4 that unions need XY: adaptive paths of one source part and meet again.
const fabric = mesh.build(parseOptions(mesh, { columns: 4, rows: 4 }));
const FIRST = 0xc000 as Mlid;

const endport = (name: string): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(name) ?? -1] ?? -1) as EndportIx;

/** Host -> copies, of those that got any. */
function copies(tables: MulticastTables): Record<string, number> {
  const { deliveries, loop, dead } = flood(
    fabric,
    tables,
    endport("H(1,1)"),
    FIRST,
  );
  expect(loop).toBeUndefined();
  expect(dead).toBe(0);
  return Object.fromEntries(
    [...deliveries.entries()]
      .filter(([, count]) => count > 0)
      .map(([at, count]) => [
        fabric.nodeName[fabric.endportNode[at] ?? 0],
        count,
      ]),
  );
}

/** Switch -> port numbers. */
function ports(fab: Fabric, tables: MulticastTables): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  for (const [sw, mask] of tables.masks.entries()) {
    const list = [1, 2, 3, 4, 5].filter((num) => (mask & (1 << num)) !== 0);
    if (list.length > 0) found[fab.nodeName[sw] ?? ""] = list;
  }
  return found;
}

const group: MulticastGroup = {
  id: 0,
  name: "Figure 4",
  members: ["H(2,2)", "H(3,2)", "H(3,3)"].map(endport),
  sources: [endport("H(1,1)")],
};

/** What the auditor says of members that get several copies. */
function duplicates(tables: MulticastTables): string[] {
  return auditMulticast(fabric, { multicast: tables }).flatMap((audit) => {
    expect([audit.missing, audit.strangers]).toEqual([[], []]);
    return audit.duplicated.map(
      ({ member, copies: count, parting }) =>
        `${endportName(fabric, member)}: ${count} copies, parted at ${parting?.name} by ports ${parting?.ports.join(", ")}`,
    );
  });
}

// 1 = east, 2 = north, 5 = host; both halves of this file end in the same tables beyond N(2,1) and N(1,2)
const twice = { "H(2,2)": 1, "H(3,2)": 2, "H(3,3)": 2 };

describe("three negative-first paths, as drawn (T-000-9)", () => {
  // P (1,1)(1,2)(2,2); Q (1,1)(2,1)(3,1)(3,2); R (1,1)(1,2)(2,2)(3,2)(3,3)
  const drawn: Record<string, number[]> = {
    "N(1,1)": [1, 2],
    "N(1,2)": [1],
    "N(2,1)": [1],
    "N(2,2)": [1, 5],
    "N(3,1)": [2],
    "N(3,2)": [2, 5],
    "N(3,3)": [5],
  };

  it("give N(3,2) and N(3,3) two copies each", () => {
    const masks = new Int32Array(fabric.switchCount);
    for (const [name, list] of Object.entries(drawn))
      for (const num of list) {
        const sw = fabric.findNode(name) ?? -1;
        masks[sw] = (masks[sw] ?? 0) | (1 << num);
      }
    const tables: MulticastTables = {
      groups: [group],
      mlidCount: 1,
      firstMlid: 0,
      words: 1,
      masks,
      mlids: () => [FIRST],
      plan: "drawn",
    };
    expect(copies(tables)).toEqual(twice);
    // P and R leave to the north, Q to the east.
    expect(duplicates(tables)).toEqual([
      "H(3,2): 2 copies, parted at N(1,1) by ports 1, 2",
      "H(3,3): 2 copies, parted at N(1,1) by ports 1, 2",
    ]);
  });
});

describe("the union over the tables of routing negative-first", () => {
  const lids = meshXy.assign(fabric, parseOptions(meshXy, {}));
  const routing = negativeFirst.create({ fabric, lids }, {}) as RoutingRule;
  const base = {
    fabric,
    lids,
    routing,
    routingName: negativeFirst.name,
    groups: [group],
  };
  const context = { ...base, unicast: linear.build(base, {}) };

  it("is refused, at the switch where paths meet again", () => {
    try {
      multicastUnion.build(context, parseOptions(multicastUnion, {}));
      throw new Error("nothing was refused");
    } catch (error) {
      if (!FabricError.is(error)) throw error;
      expect(error.code).toBe("E_MULTICAST_UNION_NOT_A_TREE");
      expect(error.where.path).toBe("N(3,2)");
    }
  });

  it("delivers twice where it is built all the same", () => {
    const tables = multicastUnion.build(
      context,
      parseOptions(multicastUnion, { faulty: "build" }),
    );
    expect(ports(fabric, tables)).toEqual({
      "N(1,1)": [1],
      "N(2,1)": [1, 2],
      "N(2,2)": [1, 5],
      "N(3,1)": [2],
      "N(3,2)": [2, 5],
      "N(3,3)": [5],
    });
    expect(copies(tables)).toEqual(twice);
    expect(duplicates(tables)).toEqual([
      "H(3,2): 2 copies, parted at N(2,1) by ports 1, 2",
      "H(3,3): 2 copies, parted at N(2,1) by ports 1, 2",
    ]);
  });
});
