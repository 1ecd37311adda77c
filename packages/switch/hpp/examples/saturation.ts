// What a 16-port HPP switch carries at full load with 1 to 8 virtual channels for unicast.
import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { throughput } from "@fabriclab/metrics-throughput";
import { singleLid } from "@fabriclab/routing-single-lid";
import { runExperiment, use } from "@fabriclab/sim";
import { matrix, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { hpp } from "@fabriclab/switch-hpp";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";

for (const lanes of [1, 2, 3, 4, 8]) {
  const { metrics } = await runExperiment({
    name: "saturation",
    seed: 1,
    fabric: fatTree.build(fatTree.params.parse({ ports: 16, levels: 1 })),
    tables: {
      addressing: use(sequential),
      routing: use(singleLid),
      unicast: use(linear),
    },
    switchModel: {
      use: use(hpp, { unicastLanes: lanes, mixed: false, barrier: false }),
      arbiter: use(matrix),
      laneScheduler: use(roundRobinLanes),
      replication: use(asynchronous),
    },
    hca: use(injector),
    link: { byteTime: ps(1600), flight: ps(0) },
    traffic: [
      {
        ...use(poisson, {
          load: 1,
          size: "256B",
          sl: Array.from({ length: lanes }, (_, lane) => lane),
          slChoice: "random",
        }),
        pattern: use(uniform),
      },
    ],
    metrics: [use(throughput)],
    measure: {
      warmup: ps(200_000_000),
      precision: 1e-9,
      confidence: 0.95,
      maxTime: ps(1_200_000_000),
      maxPackets: 1e9,
    },
    threads: 1,
    checked: false,
  });
  console.log(`${lanes}: ${metrics["throughput"]?.value.toFixed(3) ?? "?"}`);
}
