// A 3 x 3 mesh with ports E N W S: dor goes along the row first, minhop where fewest destinations have gone.
import { opensm } from "@fabriclab/addressing-opensm";
import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { walk } from "@fabriclab/paths";
import { dor } from "@fabriclab/routing-dor";
import { minhop } from "@fabriclab/routing-minhop";
import { parseOptions, type RoutingEngine } from "@fabriclab/spec";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx, PortIx } from "@fabriclab/units";

const fabric = mesh.build(parseOptions(mesh, { columns: 3, rows: 3 }));
const lids = opensm.assign(fabric, parseOptions(opensm, {}));
const host = (name: string): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0) as EndportIx;

for (const plugin of [dor, minhop]) {
  const engine = plugin.create({ fabric, lids }, {}) as RoutingEngine;
  const tables = engine.tables();
  const ways = ["H(2,1)", "H(1,2)", "H(2,2)"].map((to) => {
    const { channels } = walk(fabric, tables, host("H(0,0)"), host(to));
    const hops = channels
      .slice(1, -1)
      .map((port) => "ENWS"[fabric.numOf(port as PortIx) - 1]);
    return `${to} ${hops.join("")}`;
  });
  const free = isDeadlockFree(fabric, tables) ? "free of" : "with";
  console.log(`${plugin.name}: ${ways.join(", ")}; ${free} credit loops`);
}
