import { meshXy } from "@fabriclab/addressing-mesh-xy";
import { flood } from "@fabriclab/paths";
import { xy } from "@fabriclab/routing-xy";
import {
  parseOptions,
  type MulticastTables,
  type RoutingRule,
} from "@fabriclab/spec";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx, Mlid } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { multicastUnion } from "../src/index.ts";

// T-000-8: one MLID for all sources of a row does what one for each source does, over as many links.
describe.each([
  [4, 6],
  [6, 4],
  [5, 5],
  [1, 5],
  [5, 1],
])("every row of a mesh of %i columns and %i rows", (columns, rows) => {
  const fabric = mesh.build(parseOptions(mesh, { columns, rows }));
  const lids = meshXy.assign(fabric, parseOptions(meshXy, {}));
  const routing = xy.create({ fabric, lids }, {}) as RoutingRule;
  const hosts = Array.from(
    { length: fabric.hostCount },
    (_, i) => (fabric.switchCount + i) as EndportIx,
  );
  // groups of about a third, a half and all of the hosts, spread by a fixed step
  const groups = [3, 2, 1].map((step, id) => ({
    id,
    name: `each ${step}`,
    members: hosts.filter((_, i) => (i * 7) % step === 0),
    sources: hosts,
  }));
  const context = { fabric, lids, routing, routingName: "xy", groups };
  const build = (plan: string): MulticastTables =>
    multicastUnion.build(context, parseOptions(multicastUnion, { plan }));
  const apart = build("perSource");
  const shared = build("shared");

  it("needs one MLID per group, n in all for each group", () => {
    expect(apart.mlidCount).toBe(3 * columns * rows);
    expect(shared.mlidCount).toBe(3 * rows);
    for (const group of groups)
      for (const [i, source] of hosts.entries())
        expect(shared.mlids(source, group.id)).toEqual(
          shared.mlids(hosts[i % rows] as EndportIx, group.id),
        );
  });

  it("delivers to every member once and to nobody else, crossing as many links as with an MLID for each source", () => {
    for (const group of groups)
      for (const source of hosts) {
        const of = (tables: MulticastTables) =>
          flood(
            fabric,
            tables,
            source,
            tables.mlids(source, group.id)[0] as Mlid,
          );
        const one = of(shared);
        const due = new Float64Array(fabric.endportCount);
        for (const member of group.members)
          if (member !== source) due[member] = 1;
        expect([...one.deliveries]).toEqual([...due]);
        expect([one.loop, one.dead]).toEqual([undefined, 0]);
        expect(one.channels).toHaveLength(of(apart).channels.length);
      }
  });
});
