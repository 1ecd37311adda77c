// LFTs of a 2x2 mesh under XY: a row for every switch, a column for every LID (hosts 1-4, switches 5-8).
import { sequential } from "@fabriclab/addressing-sequential";
import { xy } from "@fabriclab/routing-xy";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { mesh } from "@fabriclab/topology-mesh";

const fabric = mesh.build(parseOptions(mesh, { columns: 2, rows: 2 }));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = xy.create({ fabric, lids }, {}) as RoutingRule;
const { lft } = linear.build(
  { fabric, lids, routing, routingName: "xy", groups: [] },
  {},
);
for (const [sw, table] of lft.entries())
  console.log(`${fabric.nodeName[sw]}: ${[...table.subarray(1)].join(" ")}`);
