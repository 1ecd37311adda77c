// Paths on a 5 x 4 torus: hops (E, N, W, S) and the SL, whose bits say which datelines are crossed.
import { sequential } from "@fabriclab/addressing-sequential";
import { walk } from "@fabriclab/paths";
import { torusXy } from "@fabriclab/routing-torus-xy";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { datelineLanes } from "@fabriclab/tables-service-lanes";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx, PortIx } from "@fabriclab/units";

const fabric = mesh.build(
  parseOptions(mesh, { columns: 5, rows: 4, wrap: true }),
);
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = torusXy.create({ fabric, lids }, {}) as RoutingRule;
const context = { fabric, lids, routing, routingName: "torus-xy", groups: [] };
const tables = {
  ...linear.build(context, {}),
  ...datelineLanes.build(context, parseOptions(datelineLanes, {})),
};
const host = (name: string): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0) as EndportIx;

for (const to of ["H(2,1)", "H(4,1)", "H(1,3)", "H(3,3)"]) {
  const path = walk(fabric, tables, host("H(0,0)"), host(to));
  const hops = path.channels
    .slice(1, -1)
    .map((port) => "ENWS"[fabric.numOf(port as PortIx) - 1]);
  const sl = tables.pathSl(host("H(0,0)"), host(to));
  console.log(
    `H(0,0) to ${to}: ${hops.join("")}, SL ${sl}, VLs ${path.lanes.slice(1, -1).join(" ")}`,
  );
}
console.log(`lanes: ${tables.lanes}`);
