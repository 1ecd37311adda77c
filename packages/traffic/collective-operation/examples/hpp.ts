// Collective operations of 16 processors at one HPP switch with 8 m of wire, 64 bytes a message: simulated, and what LogP says.
import {
  centralCounterBarrier,
  disseminationBarrier,
  hardwareBroadcast,
  hppLogP,
  sequenceBroadcast,
  treeBroadcast,
} from "@fabriclab/analysis-logp";
import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { singleLid } from "@fabriclab/routing-single-lid";
import { runExperiment, use } from "@fabriclab/sim";
import { matrix, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { hpp } from "@fabriclab/switch-hpp";
import { bulletinBoard } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { multicastSpanningTree } from "@fabriclab/tables-multicast-spanning-tree";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { collectiveOperation } from "@fabriclab/traffic-collective-operation";
import { ps } from "@fabriclab/units";

/** The model has no length: its switch delay takes the 102.4 ns of 64 bytes. */
const model = { ...hppLogP, switchDelay: 38.4 + 102.4 };
const algorithms = {
  sequence: sequenceBroadcast,
  tree: treeBroadcast,
  multicast: hardwareBroadcast,
  central: centralCounterBarrier,
  dissemination: disseminationBarrier,
} as const;

for (const [algorithm, predicted] of Object.entries(algorithms)) {
  const { metrics } = await runExperiment({
    name: algorithm,
    seed: 1,
    fabric: fatTree.build(fatTree.params.parse({ ports: 16, levels: 1 })),
    tables: {
      addressing: use(sequential),
      routing: use(singleLid),
      unicast: use(linear),
      multicast: use(multicastSpanningTree),
    },
    switchModel: {
      use: use(hpp, { showAhead: false }),
      arbiter: use(matrix),
      laneScheduler: use(roundRobinLanes),
      replication: use(bulletinBoard),
    },
    hca: use(injector),
    link: { byteTime: ps(1600), flight: ps(40_000) },
    traffic: [
      use(collectiveOperation, {
        algorithm: algorithm as keyof typeof algorithms,
        latency: "220.8ns",
        ...(algorithm === "multicast" ? { sl: 2 } : {}),
      }),
    ],
    metrics: [],
    measure: {
      warmup: ps(0),
      precision: 0.05,
      confidence: 0.95,
      maxTime: ps(1e12),
      maxPackets: 1e9,
    },
    threads: 1,
    checked: false,
  });
  const simulated = metrics["collective"]?.value ?? NaN;
  console.log(
    `${algorithm.padEnd(14)} ${simulated.toFixed(1).padStart(8)} ns, LogP ${predicted(model, 16).toFixed(1).padStart(8)} ns`,
  );
}
