// Every host of 16 sends to each of the others over a fat tree with a path of its own per host: are all channels used alike?
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { injector } from "@fabriclab/hca-injector";
import { pathUsage } from "@fabriclab/metrics-path-usage";
import { cyclic } from "@fabriclab/routing-cyclic";
import { defaultMeasure, runExperiment, use } from "@fabriclab/sim";
import { parseOptions } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";

// On the 4-port 3-tree, 16 hosts, at 4 ns a byte.
const { metrics } = await runExperiment({
  name: "example",
  seed: 1,
  fabric: fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 })),
  tables: {
    addressing: use(multipleLid),
    routing: use(cyclic),
    unicast: use(linear),
    multicast: use(multicastUnion),
  },
  switchModel: {
    use: use(relay),
    arbiter: use(roundRobin),
    laneScheduler: use(roundRobinLanes),
    replication: use(asynchronous),
  },
  hca: use(injector),
  link: {},
  traffic: [
    use(multicastOperation, { sources: "all", group: "all", send: "unicast" }),
  ],
  metrics: [use(pathUsage, { top: 1 })],
  measure: defaultMeasure,
  threads: 1,
  checked: true,
});
for (const [name, { value }] of Object.entries(metrics))
  console.log(name.padEnd(20), Number(value.toFixed(3)));
