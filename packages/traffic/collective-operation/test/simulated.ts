import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { completion } from "@fabriclab/metrics-completion";
import { singleLid } from "@fabriclab/routing-single-lid";
import {
  runExperiment,
  use,
  type Experiment,
  type RunResult,
} from "@fabriclab/sim";
import type { OptionsInput } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { multicastSpanningTree } from "@fabriclab/tables-multicast-spanning-tree";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { ps } from "@fabriclab/units";
import { collectiveOperation } from "../src/index.ts";

/** Relays of 100 ns with room for what is on its way, cables of 20 ns, 4 ns per byte: 16 ports and one level unless said otherwise. */
export function experimentOf(
  options: Partial<OptionsInput<typeof collectiveOperation.params>>,
  { ports = 16, levels = 1, seed = 1 } = {},
): Experiment {
  return {
    name: "collective",
    seed,
    fabric: fatTree.build(fatTree.params.parse({ ports, levels })),
    tables: {
      addressing: use(sequential),
      routing: use(singleLid),
      unicast: use(linear),
      multicast: use(multicastSpanningTree),
    },
    switchModel: {
      use: use(relay, { inputBuffer: "8 packets" }),
      arbiter: use(roundRobin),
      laneScheduler: use(roundRobinLanes),
      replication: use(asynchronous),
    },
    hca: use(injector),
    link: { byteTime: ps(4000), flight: ps(20_000) },
    traffic: [use(collectiveOperation, options)],
    metrics: [use(completion)],
    measure: {
      warmup: ps(0),
      precision: 0.05,
      confidence: 0.95,
      maxTime: ps(1e12),
      maxPackets: 1e9,
    },
    threads: 1,
    checked: true,
  };
}

export const simulate = async (
  ...given: Parameters<typeof experimentOf>
): Promise<RunResult> => runExperiment(experimentOf(...given));

export async function timeOf(
  ...given: Parameters<typeof experimentOf>
): Promise<number> {
  const { metrics, status } = await simulate(...given);
  if (status !== "finished") throw new Error(status);
  return metrics["collective"]?.value ?? NaN;
}
