// The five lane configurations of zhou2010: the VL by which a packet of SL 0 and SL 1 leaves each port of a mesh switch.
import { sequential } from "@fabriclab/addressing-sequential";
import { xy } from "@fabriclab/routing-xy";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import {
  serviceLanes,
  ZHOU2010_CONFIGURATIONS,
} from "@fabriclab/tables-service-lanes";
import { mesh } from "@fabriclab/topology-mesh";

const fabric = mesh.build(parseOptions(mesh, { columns: 4, rows: 4 }));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = xy.create({ fabric, lids }, {}) as RoutingRule;
const context = { fabric, lids, routing, routingName: "xy", groups: [] };

for (const [name, words] of Object.entries(ZHOU2010_CONFIGURATIONS)) {
  const { sl2vl, lanes } = serviceLanes.build(context, { configuration: name });
  const ports = [1, 2, 3, 4, 5].map((out) => {
    const vls = [0, 1].map((sl) => sl2vl?.[0]?.[out * 16 + sl]);
    return `${" ENWSH"[out]} ${vls.join("/")}`;
  });
  console.log(`${name} (${words}), lanes: ${lanes}`);
  console.log(`  ${ports.join("  ")}`);
}
