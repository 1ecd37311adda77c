import { sequential } from "@fabriclab/addressing-sequential";
import { completion } from "@fabriclab/metrics-completion";
import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import {
  parseOptions,
  type Fabric,
  type Params,
  type RoutingPlugin,
} from "@fabriclab/spec";
import { injector } from "@fabriclab/hca-injector";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { ps } from "@fabriclab/units";
import type {
  Experiment,
  Measure,
  TableSource,
  TrafficUse,
  Use,
} from "@fabriclab/sim";

/** A plugin with options as a user would write them. */
export function use<T extends { name: string; kind: string; params: Params }>(
  plugin: T,
  input: object = {},
): Use<T> {
  const options = parseOptions(plugin, input) as Use<T>["options"];
  return { plugin, options };
}

export const measure: Measure = {
  warmup: "auto",
  precision: 0.05,
  confidence: 0.95,
  maxTime: ps(60_000_000_000_000),
  maxPackets: 10_000_000,
};

export interface Lab {
  readonly fabric: Fabric;
  readonly routing?: RoutingPlugin;
  readonly tables?: TableSource;
  readonly traffic: readonly TrafficUse[];
  readonly relay?: object;
  readonly metrics?: readonly Use[];
  readonly measure?: Partial<Measure>;
  readonly seed?: number;
}

/** An experiment of the paper's switch, checked, with the metrics that the tests read. */
export function experiment(lab: Lab): Experiment {
  if (lab.tables === undefined && lab.routing === undefined)
    throw new Error("a routing or tables");
  return {
    name: "test",
    seed: lab.seed ?? 1,
    fabric: lab.fabric,
    tables: lab.tables ?? {
      addressing: use(sequential),
      routing: use(lab.routing as RoutingPlugin),
      unicast: use(linear),
    },
    switchModel: {
      use: use(relay, lab.relay ?? {}),
      arbiter: use(roundRobin),
      laneScheduler: use(roundRobinLanes),
      replication: use(asynchronous),
    },
    hca: use(injector),
    link: {},
    traffic: lab.traffic,
    metrics: lab.metrics ?? [use(latency), use(throughput), use(completion)],
    measure: { ...measure, ...lab.measure },
    threads: 1,
    checked: true,
  };
}
