// nue on one to eight lanes: hops of a path on average, and routes over the busiest channel, beside sssp, which is not free of credit loops here.
import { opensm } from "@fabriclab/addressing-opensm";
import { routeCounts } from "@fabriclab/analysis-balance";
import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { hostEndports, walk } from "@fabriclab/paths";
import { nue } from "@fabriclab/routing-nue";
import { sssp } from "@fabriclab/routing-sssp";
import {
  parseOptions,
  type Fabric,
  type RoutingEngine,
  type RoutingPlugin,
} from "@fabriclab/spec";
import { irregularFabric } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";

function report(fabric: Fabric, plugin: RoutingPlugin, options: object): void {
  const lids = opensm.assign(fabric, parseOptions(opensm, {}));
  const engine = plugin.create({ fabric, lids }, parseOptions(plugin, options));
  const tables = (engine as RoutingEngine).tables();
  const hosts = hostEndports(fabric, tables);
  let hops = 0;
  for (const from of hosts)
    for (const to of hosts)
      if (from !== to) hops += walk(fabric, tables, from, to).switches.length;
  const average = hops / (hosts.length * (hosts.length - 1));
  const { max } = routeCounts(fabric, tables);
  const verdict = isDeadlockFree(fabric, tables) ? "free of loops" : "loops";
  console.log(
    `  ${plugin.name} on ${tables.lanes}: ${average.toFixed(3)} switches, busiest ${max}, ${verdict}`,
  );
}
for (const fabric of [
  mesh.build(parseOptions(mesh, { columns: 6, rows: 6, wrap: true })),
  irregularFabric({ switches: 60, ports: 8, extraLinks: 80, seed: 1 }),
  fatTree.build(parseOptions(fatTree, { ports: 8, levels: 3 })),
]) {
  console.log(fabric.name);
  report(fabric, sssp, {});
  for (const lanes of [1, 2, 4, 8]) report(fabric, nue, { lanes });
}
