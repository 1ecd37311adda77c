// Every host of 16 multicasts 4 KiB to all others: what each host link delivers until the last packet is there.
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { injector } from "@fabriclab/hca-injector";
import { throughput } from "@fabriclab/metrics-throughput";
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
    use(multicastOperation, { sources: "all", group: "all", size: "4KiB" }),
  ],
  metrics: [use(throughput)],
  measure: defaultMeasure,
  threads: 1,
  checked: true,
});
const accepted = metrics["throughput"]?.value ?? NaN;
const packets = metrics["throughput.packets"]?.detail?.["delivered"];
console.log(`${packets} packets delivered`);
console.log(
  `accepted load above 0.9: ${accepted > 0.9}, below 1: ${accepted < 1}`,
);
console.log(`fairness ${metrics["throughput.fairness"]?.value}`);
