// What zhou2010 argues in its Figure 4: a union of unicast paths delivers twice where paths of one source part and meet again.
import { auditMulticast } from "@fabriclab/analysis-reachability";
import { meshXy } from "@fabriclab/addressing-mesh-xy";
import { randomStream } from "@fabriclab/kernel";
import { flood } from "@fabriclab/paths";
import { negativeFirst } from "@fabriclab/routing-negative-first";
import { northLast } from "@fabriclab/routing-north-last";
import { westFirst } from "@fabriclab/routing-west-first";
import { xy } from "@fabriclab/routing-xy";
import {
  endportName,
  parseOptions,
  type MulticastTables,
  type RoutingPlugin,
  type RoutingRule,
} from "@fabriclab/spec";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx, Mlid } from "@fabriclab/units";

const FIRST = 0xc000 as Mlid;

/** The union of the paths of one routing, right or not. */
function union(
  size: number,
  plugin: RoutingPlugin,
  source: number,
  members: readonly number[],
) {
  const fabric = mesh.build(parseOptions(mesh, { columns: size, rows: size }));
  const lids = meshXy.assign(fabric, parseOptions(meshXy, {}));
  const routing = plugin.create({ fabric, lids }, {}) as RoutingRule;
  const host = (place: number) => (fabric.switchCount + place) as EndportIx;
  const groups = [
    { id: 0, name: "G", members: members.map(host), sources: [host(source)] },
  ];
  const tables: MulticastTables = multicastUnion.build(
    { fabric, lids, routing, routingName: plugin.name, groups },
    parseOptions(multicastUnion, { faulty: "build" }),
  );
  return { fabric, tables, result: flood(fabric, tables, host(source), FIRST) };
}

// N(1,1) to N(2,2), N(3,2), N(3,3) on a 4 x 4 mesh; N(x,y) is place 4x + y.
const { fabric, tables, result } = union(4, negativeFirst, 5, [10, 14, 15]);
for (const [sw, mask] of tables.masks.entries()) {
  const ports = [1, 2, 3, 4, 5].filter((num) => (mask & (1 << num)) !== 0);
  if (ports.length > 0)
    console.log(`${fabric.nodeName[sw]}: ports ${ports.join(", ")}`);
}
for (const [endport, copies] of result.deliveries.entries())
  if (copies > 0)
    console.log(
      `${fabric.nodeName[fabric.endportNode[endport] ?? 0]} gets ${copies} ${copies === 1 ? "copy" : "copies"}`,
    );

for (const { duplicated } of auditMulticast(fabric, { multicast: tables }))
  for (const { member, copies, parting } of duplicated)
    console.log(
      `${endportName(fabric, member)}: its ${copies} copies part at ${parting?.name}, which they leave by ports ${parting?.ports.join(" and ")}`,
    );

console.log("\nOf 200 random groups on an 8 x 8 mesh, from a random source:");
console.log("routing         members  right  repeated  endless");
for (const plugin of [xy, negativeFirst, westFirst, northLast])
  for (const share of [4, 12, 32]) {
    const random = randomStream(1, `groups of ${share}`);
    const count = { right: 0, repeated: 0, endless: 0 };
    for (let draw = 0; draw < 200; draw++) {
      const places = Array.from({ length: 64 }, (_, place) => place);
      for (let i = 0; i <= share; i++) {
        const other = i + random.below(64 - i);
        [places[i], places[other]] = [places[other] ?? 0, places[i] ?? 0];
      }
      const [source = 0, ...members] = places.slice(0, share + 1);
      const made = union(8, plugin, source, members).result;
      if (made.loop !== undefined) count.endless += 1;
      else if (made.deliveries.some((copies) => copies > 1))
        count.repeated += 1;
      // one copy for each member and none for anybody else
      else if (
        made.deliveries.reduce((sum, copies) => sum + copies, 0) === share
      )
        count.right += 1;
    }
    console.log(
      `${plugin.name.padEnd(16)}${String(share).padStart(7)}${String(count.right).padStart(7)}${String(count.repeated).padStart(10)}${String(count.endless).padStart(9)}`,
    );
  }
