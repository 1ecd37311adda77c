// Lanes that dfsssp needs on a mesh, a torus, a tree and an irregular fabric, and how many pairs of hosts are on each.
import { opensm } from "@fabriclab/addressing-opensm";
import { hostEndports } from "@fabriclab/paths";
import { dfsssp } from "@fabriclab/routing-dfsssp";
import { parseOptions, type RoutingEngine } from "@fabriclab/spec";
import { irregularFabric } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";

const fabrics = [
  mesh.build(parseOptions(mesh, { columns: 5, rows: 5 })),
  mesh.build(parseOptions(mesh, { columns: 5, rows: 5, wrap: true })),
  fatTree.build(parseOptions(fatTree, { ports: 8, levels: 3 })),
  irregularFabric({ switches: 60, ports: 8, extraLinks: 80, seed: 1 }),
];
for (const fabric of fabrics) {
  const lids = opensm.assign(fabric, parseOptions(opensm, {}));
  const options = parseOptions(dfsssp, {});
  const tables = (
    dfsssp.create({ fabric, lids }, options) as RoutingEngine
  ).tables();
  const pairs = new Array<number>(tables.lanes).fill(0);
  const hosts = hostEndports(fabric, tables);
  for (const source of hosts)
    for (const destination of hosts) {
      const lane = tables.pathSl(source, destination);
      if (source !== destination) pairs[lane] = (pairs[lane] ?? 0) + 1;
    }
  console.log(`${fabric.name}: ${tables.lanes} lanes, ${pairs.join(" + ")}`);
}
