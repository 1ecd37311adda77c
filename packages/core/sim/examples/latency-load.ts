// A latency-load curve of the 16-host fat tree of the papers.
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { injector } from "@fabriclab/hca-injector";
import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { cyclic } from "@fabriclab/routing-cyclic";
import { defaultMeasure, runExperiment, use } from "@fabriclab/sim";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";

const { plugin, options } = use(fatTree, { ports: 4, levels: 3 });

for (const load of [0.1, 0.2, 0.3, 0.4, 0.6, 0.8]) {
  const result = await runExperiment({
    name: `load ${load}`,
    seed: 1,
    fabric: plugin.build(options),
    tables: {
      addressing: use(multipleLid),
      routing: use(cyclic),
      unicast: use(linear),
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
      { ...use(poisson, { load, size: "256B" }), pattern: use(uniform) },
    ],
    metrics: [use(latency), use(throughput)],
    measure: defaultMeasure,
    threads: 1,
    checked: false,
  });
  const mean = result.metrics["latency"];
  const carried = result.metrics["throughput"];
  const time =
    mean?.absent === undefined
      ? `${mean?.value.toFixed(0)} ± ${mean?.ci95?.toFixed(0)} ns`
      : "no mean latency";
  console.log(
    `offered ${load}  carried ${carried?.value.toFixed(3)}  ${time}  (${result.status})`,
  );
}
