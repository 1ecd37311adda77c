// Routes over the busiest and over the average channel between switches of an irregular fabric.
import { opensm } from "@fabriclab/addressing-opensm";
import { routeCounts } from "@fabriclab/analysis-balance";
import { minhop } from "@fabriclab/routing-minhop";
import { sssp } from "@fabriclab/routing-sssp";
import { parseOptions, type RoutingEngine } from "@fabriclab/spec";
import { irregularFabric } from "@fabriclab/testing-fabrics";

const fabric = irregularFabric({
  switches: 60,
  ports: 8,
  extraLinks: 80,
  seed: 1,
});
const lids = opensm.assign(fabric, parseOptions(opensm, {}));
for (const plugin of [minhop, sssp]) {
  const engine = plugin.create({ fabric, lids }, {}) as RoutingEngine;
  const { max, mean } = routeCounts(fabric, engine.tables());
  console.log(`${plugin.name}: at most ${max}, on average ${mean.toFixed(1)}`);
}
