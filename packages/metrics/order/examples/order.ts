// Every host of 16 sends to each of the others, one path per pair: nothing can overtake.
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { injector } from "@fabriclab/hca-injector";
import { order } from "@fabriclab/metrics-order";
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
  metrics: [use(order)],
  measure: defaultMeasure,
  threads: 1,
  checked: true,
});
console.log("reordered", metrics["order"]?.value);
console.log("flows    ", metrics["order"]?.detail?.["flows"]);
