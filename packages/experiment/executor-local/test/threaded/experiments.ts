import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { completion } from "@fabriclab/metrics-completion";
import { latency } from "@fabriclab/metrics-latency";
import { linkLoad, queueLength, xmitWait } from "@fabriclab/metrics-link-load";
import { throughput } from "@fabriclab/metrics-throughput";
import {
  experimentOf,
  parseOverride,
  readScenario,
  type Registry,
} from "@fabriclab/formats-scenario";
import { cyclic } from "@fabriclab/routing-cyclic";
import { xy } from "@fabriclab/routing-xy";
import type { Experiment } from "@fabriclab/sim";
import { defineRouting, defineTraffic } from "@fabriclab/spec";
import * as arbiters from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { multicastSpanningTree } from "@fabriclab/tables-multicast-spanning-tree";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { EAST, mesh, meshShape, NORTH } from "@fabriclab/topology-mesh";
import { pairs, uniform } from "@fabriclab/traffic-patterns";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { mpeg2 } from "@fabriclab/traffic-mpeg2";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { poisson } from "@fabriclab/traffic-poisson";

/** Always east, then always north around the rings of a torus: with one virtual lane the rings lock up. */
const clockwise = defineRouting({
  name: "clockwise",
  summary: "East around the ring, then north around the ring.",
  cites: [],
  params: xy.params,
  claims: {
    fabrics: "tori",
    minimal: false,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: false,
  },
  create({ fabric, lids }) {
    const { x, y } = meshShape(fabric);
    return {
      candidates(at, lid, out) {
        const owner = lids.owner[lid] ?? -1;
        if (owner < 0) return 0;
        const attached = fabric.attachment(owner as never);
        const target = attached?.sw ?? owner;
        out[0] =
          x[at] !== x[target]
            ? EAST
            : y[at] !== y[target]
              ? NORTH
              : (attached?.num ?? 0);
        return 1;
      },
    };
  },
});

/** As `poisson`, but it listens to deliveries. */
const listening = defineTraffic({
  ...poisson,
  name: "listening",
  create: (...args: Parameters<typeof poisson.create>) => ({
    ...poisson.create(...args),
    delivered: () => [],
  }),
});

/** As `multicast-operation`, but it expects a copy that nobody sends. */
const expectant = defineTraffic({
  ...multicastOperation,
  name: "expectant",
  create: (...args: Parameters<typeof multicastOperation.create>) => {
    const traffic = multicastOperation.create(...args);
    return {
      ...traffic,
      expectedDeliveries: (traffic.expectedDeliveries ?? 0) + 1,
    };
  },
});

/** As `poisson`, but a source fails after a while. */
const failing = defineTraffic({
  ...poisson,
  name: "failing",
  create: (...args: Parameters<typeof poisson.create>) => {
    const traffic = poisson.create(...args);
    const last = traffic.streams.at(-1)!;
    let left = 50;
    const stream = {
      source: last.source,
      serviceLevels: last.serviceLevels,
      next: (draft: Parameters<typeof last.next>[0]): boolean => {
        if (left-- === 0) throw new Error("the source has failed");
        return last.next(draft);
      },
    };
    return { ...traffic, streams: [...traffic.streams.slice(0, -1), stream] };
  },
});

const plugins = Object.values(arbiters);
const registry: Registry = {
  topology: [fatTree, mesh],
  addressing: [multipleLid, sequential],
  routing: [cyclic, xy, clockwise],
  tables: [linear, multicastUnion, multicastSpanningTree],
  switch: [relay],
  arbiter: plugins.filter(({ kind }) => kind === "arbiter"),
  "lane-scheduler": plugins.filter(({ kind }) => kind === "lane-scheduler"),
  replication: [asynchronous],
  hca: [injector],
  traffic: [
    poisson,
    constantRate,
    mpeg2,
    multicastOperation,
    expectant,
    listening,
    failing,
  ],
  pattern: [uniform, pairs],
  metric: [latency, throughput, completion, linkLoad, xmitWait, queueLength],
};

export interface Input {
  readonly text: string;
  readonly seed: number;
  /** The experiment differs in threads other than the first. */
  readonly differ?: boolean;
}

let made = 0;

/** The experiment of a scenario. */
export function experiment({ text, seed, differ }: Input): Experiment {
  const overrides = [parseOverride(`seed=${seed}`)];
  const scenario = readScenario(text, {
    file: "test.yaml",
    registry,
    overrides,
  });
  const experiment = experimentOf(scenario);
  return differ === true && made++ === 0
    ? { ...experiment, name: "another" }
    : experiment;
}
