// One host of 16 sends 1 KiB to all others: by multicast, and by 15 unicast copies.
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { injector } from "@fabriclab/hca-injector";
import { completion } from "@fabriclab/metrics-completion";
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

for (const send of ["multicast", "unicast"] as const) {
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
        size: "1KiB",
        send,
      }),
    ],
    metrics: [use(completion)],
    measure: defaultMeasure,
    threads: 1,
    checked: true,
  });
  for (const [name, { value, unit }] of Object.entries(metrics))
    console.log(send.padEnd(9), name.padEnd(20), value.toFixed(1), unit);
}
// Zero load through five switches: 4 ns a byte, six flights of 20 ns, five times 100 ns.
console.log("closed form of the multicast:", 4 * 1024 + 6 * 20 + 5 * 100, "ns");
