import { sequential } from "@fabriclab/addressing-sequential";
import { completion } from "@fabriclab/metrics-completion";
import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import type { Fabric, RoutingPlugin } from "@fabriclab/spec";
import { injector } from "@fabriclab/hca-injector";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { ps } from "@fabriclab/units";
import {
  defaultMeasure,
  use,
  type Experiment,
  type Measure,
  type TableSource,
  type TrafficUse,
  type Use,
} from "@fabriclab/sim";

/** Runs of a test end by themselves, not by the clock. */
const measure: Measure = { ...defaultMeasure, maxTime: ps(60_000_000_000_000) };

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

export { use } from "@fabriclab/sim";
