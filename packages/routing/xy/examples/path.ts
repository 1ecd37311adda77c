// The paper's example on a 5x5 mesh: from N(2,2) to N(0,3), first along x, then along y.
import { sequential } from "@fabriclab/addressing-sequential";
import { walk } from "@fabriclab/paths";
import { xy } from "@fabriclab/routing-xy";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx, PortIx } from "@fabriclab/units";

const fabric = mesh.build(parseOptions(mesh, { columns: 5, rows: 5 }));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = xy.create({ fabric, lids }, {}) as RoutingRule;
const tables = linear.build(
  { fabric, lids, routing, routingName: "xy", groups: [] },
  {},
);
const host = (name: string): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0) as EndportIx;
const { channels } = walk(fabric, tables, host("H(2,2)"), host("H(0,3)"));
for (const channel of channels) {
  const node = fabric.nodeName[fabric.portNode[channel] ?? 0];
  console.log(`${node} sends by port ${fabric.numOf(channel as PortIx)}`);
}
