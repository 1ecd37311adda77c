// How a message from N(1,1) of a 4 x 3 mesh reaches five members: the switches that each packet visits.
import { sequential } from "@fabriclab/addressing-sequential";
import { flood } from "@fabriclab/paths";
import { xy } from "@fabriclab/routing-xy";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import {
  hamiltonianDualPath,
  hamiltonianMultiPath,
} from "@fabriclab/tables-hamiltonian-path";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx } from "@fabriclab/units";

const fabric = mesh.build(parseOptions(mesh, { columns: 4, rows: 3 }));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = xy.create({ fabric, lids }, {}) as RoutingRule;
const host = (name: string): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0) as EndportIx;

const source = host("H(1,1)");
const members = ["H(0,0)", "H(3,0)", "H(3,1)", "H(0,2)", "H(3,2)"].map(host);
const groups = [{ id: 0, name: "G", members, sources: [source] }];
const context = { fabric, lids, routing, routingName: "xy", groups };

for (const plugin of [hamiltonianDualPath, hamiltonianMultiPath]) {
  const tables = plugin.build(context, parseOptions(plugin, {}));
  console.log(`${plugin.name}:`);
  for (const mlid of tables.mlids(source, 0)) {
    const { channels } = flood(fabric, tables, source, mlid);
    const visited = channels
      .map((channel) => fabric.portNode[fabric.portPeer[channel] ?? 0] ?? 0)
      .filter((node) => node < fabric.switchCount)
      .map((node) => fabric.nodeName[node]);
    console.log(`  0x${mlid.toString(16)}: ${visited.join(" ")}`);
  }
}
