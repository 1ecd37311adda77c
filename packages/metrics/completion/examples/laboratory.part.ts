import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { injector } from "@fabriclab/hca-injector";
import { cyclic } from "@fabriclab/routing-cyclic";
import {
  defaultMeasure,
  runExperiment,
  use,
  type RunResult,
} from "@fabriclab/sim";
import { parseOptions, type MetricPlugin } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";

/** Runs a multicast operation on the 4-port 3-tree (16 hosts, 4 ns a byte) and measures it. */
export function run(
  operation: Record<string, unknown>,
  metric: MetricPlugin,
  options: Record<string, unknown> = {},
): Promise<RunResult> {
  return runExperiment({
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
    traffic: [use(multicastOperation, operation)],
    metrics: [use(metric, options)],
    measure: defaultMeasure,
    threads: 1,
    checked: true,
  });
}
