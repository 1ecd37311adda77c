// Routes over the busiest channel of IBFT(8,3) by engine, and a tree with a cable gone: refused, until its roots are named.
import { opensm } from "@fabriclab/addressing-opensm";
import { routeCounts } from "@fabriclab/analysis-balance";
import { withoutLinks } from "@fabriclab/fabric";
import { ftree } from "@fabriclab/routing-ftree";
import { minhop } from "@fabriclab/routing-minhop";
import { sssp } from "@fabriclab/routing-sssp";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type RoutingEngine,
  type RoutingPlugin,
} from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";

const fabric = fatTree.build(parseOptions(fatTree, { ports: 8, levels: 3 }));

function report(fabric: Fabric, plugin: RoutingPlugin, options = {}): void {
  const lids = opensm.assign(fabric, parseOptions(opensm, {}));
  try {
    const made = plugin.create({ fabric, lids }, parseOptions(plugin, options));
    const { max } = routeCounts(fabric, (made as RoutingEngine).tables());
    console.log(`${plugin.name}: ${max}`);
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    console.log(`${plugin.name}: ${error.code} at ${error.where.path}`);
    console.log(`  ${error.got}, not ${error.expected}`);
  }
}
for (const plugin of [minhop, sssp, ftree]) report(fabric, plugin);

const leaf = fabric.findNode("SW<00,2>") ?? 0;
const cable = fabric.portLink[(fabric.portStart[leaf] ?? 0) + 7] ?? 0;
const damaged = withoutLinks(fabric, [cable]);
report(damaged, ftree);
const roots = damaged.nodeName.filter((name) => /^SW<..,0>$/.test(name));
report(damaged, ftree, { roots });
