// One host of 16 sends a message to each of the others, one by one: which channels carry the most packets?
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { injector } from "@fabriclab/hca-injector";
import { linkLoad } from "@fabriclab/metrics-link-load";
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
    use(multicastOperation, {
      group: "all",
      sourceAt: "P(000)",
      send: "unicast",
    }),
  ],
  metrics: [use(linkLoad, { top: 6 })],
  measure: defaultMeasure,
  threads: 1,
  checked: true,
});
const packets = metrics["link-load.packets"]?.detail ?? {};
for (const [channel, count] of Object.entries(packets))
  console.log(channel.padEnd(10), count);
