import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { sequential } from "@fabriclab/addressing-sequential";
import { flood } from "@fabriclab/paths";
import { cyclic } from "@fabriclab/routing-cyclic";
import { xy } from "@fabriclab/routing-xy";
import {
  parseOptions,
  type Fabric,
  type MulticastTables,
  type RoutingRule,
  type TablesContext,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx, Mlid } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { multicastUnion } from "../src/index.ts";

function onTree(ports: number, levels: number): TablesContext {
  const fabric = fatTree.build(parseOptions(fatTree, { ports, levels }));
  const lids = multipleLid.assign(fabric, parseOptions(multipleLid, {}));
  return contextOf(
    fabric,
    lids,
    cyclic.create({ fabric, lids }, {}) as RoutingRule,
    "cyclic",
  );
}

function onMesh(columns: number, rows: number): TablesContext {
  const fabric = mesh.build(parseOptions(mesh, { columns, rows }));
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  return contextOf(
    fabric,
    lids,
    xy.create({ fabric, lids }, {}) as RoutingRule,
    "xy",
  );
}

function contextOf(
  fabric: Fabric,
  lids: TablesContext["lids"],
  routing: RoutingRule,
  routingName: string,
): TablesContext {
  const base = { fabric, lids, routing, routingName, groups: [] };
  return { ...base, unicast: linear.build(base, {}) };
}

/** Copies over all links for one packet of every source; fails unless every member gets one and nobody else any. */
function crossings(fabric: Fabric, tables: MulticastTables): number {
  let total = 0;
  for (const group of tables.groups)
    for (const source of group.sources) {
      const result = flood(
        fabric,
        tables,
        source,
        tables.mlids(source, group.id)[0] as Mlid,
      );
      expect(result.loop).toBeUndefined();
      expect(result.dead).toBe(0);
      const expected = new Float64Array(fabric.endportCount);
      for (const member of group.members)
        if (member !== source) expected[member] = 1;
      expect([...result.deliveries]).toEqual([...expected]);
      total += result.crossings.reduce((sum, copies) => sum + copies, 0);
    }
  return total;
}

describe.each([
  ["IBFT(4,3)", () => onTree(4, 3)],
  ["IBFT(8,2)", () => onTree(8, 2)],
  ["IBFT(8,3)", () => onTree(8, 3)],
  ["IBFT(4,4)", () => onTree(4, 4)],
  ["a 4x6 mesh", () => onMesh(4, 6)],
  ["a 6x4 mesh", () => onMesh(6, 4)],
  ["a 5x5 mesh", () => onMesh(5, 5)],
] as const)("random groups and sources on %s", (_, make) => {
  it("reach each member exactly once and nobody else, over as many links when sources share MLIDs", () => {
    const context = make();
    const { fabric } = context;
    const host = fc.integer({
      min: fabric.switchCount,
      max: fabric.endportCount - 1,
    });
    const some = fc.uniqueArray(
      host.map((index) => index as EndportIx),
      { minLength: 2, maxLength: 24 },
    );
    fc.assert(
      fc.property(some, some, (members, sources) => {
        const groups = [{ id: 0, name: "random", members, sources }];
        const build = (plan: "perSource" | "shared") =>
          multicastUnion.build(
            { ...context, groups },
            parseOptions(multicastUnion, { plan }),
          );
        const apart = build("perSource");
        const together = build("shared");
        expect(together.mlidCount).toBeLessThanOrEqual(apart.mlidCount);
        expect(crossings(fabric, together)).toBe(crossings(fabric, apart));
      }),
      { numRuns: 40 },
    );
  });
});
