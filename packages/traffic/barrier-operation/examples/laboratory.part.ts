import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { barrier } from "@fabriclab/metrics-barrier";
import { updown } from "@fabriclab/routing-updown";
import {
  compose,
  defaultMeasure,
  runExperiment,
  use,
  type Experiment,
  type TrafficUse,
} from "@fabriclab/sim";
import {
  parseOptions,
  type Fabric,
  type MetricPlugin,
  type RoutingPlugin,
  type Traffic,
} from "@fabriclab/spec";
import { matrix, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { hpp } from "@fabriclab/switch-hpp";
import { bulletinBoard } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { ps } from "@fabriclab/units";
import { barrierOperation } from "@fabriclab/traffic-barrier-operation";

/** A setting of the HPP switch; times in ps. */
export interface Setting {
  readonly fabric?: Fabric;
  readonly routing?: RoutingPlugin;
  readonly flight?: number;
  readonly adapter?: number;
  readonly beside?: readonly TrafficUse[];
  readonly metrics?: readonly MetricPlugin[];
  readonly seed?: number;
  /** Of the switch model. */
  readonly model?: object;
  /** Default true. */
  readonly checked?: boolean;
}

export const ibft = (ports: number, levels: number): Fabric =>
  fatTree.build(parseOptions(fatTree, { ports, levels }));

/** The paper's 16-port switch with a host at every port. */
export const oneSwitch = ibft(16, 1);

export function experiment(options: object, setting: Setting = {}): Experiment {
  const { adapter = 0, flight = 0, beside = [], seed = 1 } = setting;
  return {
    name: "barriers",
    seed,
    fabric: setting.fabric ?? oneSwitch,
    tables: {
      addressing: use(sequential),
      routing: use(setting.routing ?? updown),
      unicast: use(linear),
    },
    switchModel: {
      use: use(hpp, setting.model ?? {}),
      arbiter: use(matrix),
      laneScheduler: use(roundRobinLanes),
      replication: use(bulletinBoard),
    },
    hca: use(injector, {
      sendDelay: `${adapter}ps`,
      receiveDelay: `${adapter}ps`,
    }),
    link: { byteTime: ps(1600), flight: ps(flight) },
    traffic: [use(barrierOperation, options), ...beside],
    metrics: (setting.metrics ?? [barrier]).map((metric) => use(metric)),
    measure: { ...defaultMeasure, maxTime: ps(1e12) },
    threads: 1,
    checked: setting.checked ?? true,
  };
}

export const run = (options: object, setting?: Setting) =>
  runExperiment(experiment(options, setting));

/** The traffic alone, for what it refuses. */
export const create = (options: object, setting?: Setting): Traffic =>
  compose(experiment(options, setting)).traffic[0] as Traffic;
