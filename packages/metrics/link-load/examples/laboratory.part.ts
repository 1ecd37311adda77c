import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { injector } from "@fabriclab/hca-injector";
import { cyclic } from "@fabriclab/routing-cyclic";
import { runExperiment, type RunResult, type Use } from "@fabriclab/sim";
import { parseOptions, type MetricPlugin, type Params } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { ps } from "@fabriclab/units";

const use = <P extends { name: string; kind: string; params: Params }>(
  plugin: P,
  options: object = {},
): Use<P> => ({
  plugin,
  options: parseOptions(plugin, options) as Use<P>["options"],
});

/** Runs a multicast operation on the 4-port 3-tree (16 hosts, 4 ns a byte) and measures it. */
export function run(
  operation: object,
  metric: MetricPlugin,
  options: object = {},
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
    measure: {
      warmup: "auto",
      precision: 0.05,
      confidence: 0.95,
      maxTime: ps(1_000_000_000_000),
      maxPackets: 1_000_000,
    },
    threads: 1,
    checked: true,
  });
}
