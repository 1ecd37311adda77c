import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { injector } from "@fabriclab/hca-injector";
import { completion } from "@fabriclab/metrics-completion";
import { cyclic } from "@fabriclab/routing-cyclic";
import type { Experiment, TableSource } from "@fabriclab/sim";
import { parseOptions, type Fabric } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { multicastSpanningTree } from "@fabriclab/tables-multicast-spanning-tree";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { ps } from "@fabriclab/units";
import { toTheEnd, use, without } from "../../run/parts.ts";
import type { Case, Scheme, Tree } from "../cases.ts";

/** Times of the paper, §4. */
export const BYTE_NS = 4;
export const FLIGHT_NS = 20;
export const ROUTING_NS = 100;

/**
 * What a run is given, as plain data: every parameter that differs from a plugin's default, or that the paper states. The defaults themselves
 * belong to the code.
 */
export function describeCase(point: Case, tree: Tree) {
  return {
    topology: { kind: "fat-tree", ...tree },
    addressing: "multiple-lid",
    routing: "cyclic",
    tables: "linear",
    ...(point.scheme === "unicast"
      ? {}
      : {
          multicast:
            point.scheme === "cyclic"
              ? "multicast-union"
              : "multicast-spanning-tree",
        }),
    switch: { kind: "relay", routingDelay: `${ROUTING_NS}ns` },
    link: { byteTime: `${BYTE_NS}ns`, flight: `${FLIGHT_NS}ns` },
    traffic: {
      kind: "multicast-operation",
      sources: point.sources === 0 ? 1 : `${point.sources * 100}%`,
      group: `${point.group * 100}%`,
      groups: point.mode,
      send: point.scheme === "unicast" ? "unicast" : "multicast",
      order: "random",
      size: `${point.size}B`,
      framing: "jumbo",
    },
    metrics: ["completion"],
  } as const;
}

export type CaseDescription = ReturnType<typeof describeCase>;

/** Parts with all parameters at their defaults. Why once: reading parameters costs more than a small run. */
const parts = {
  addressing: use(multipleLid),
  routing: use(cyclic),
  unicast: use(linear),
  union: use(multicastUnion),
  spanningTree: use(multicastSpanningTree),
  arbiter: use(roundRobin),
  laneScheduler: use(roundRobinLanes),
  replication: use(asynchronous),
  hca: use(injector),
  completion: use(completion),
};

/** The fabric of a description. */
export const fabricOf = ({ topology }: CaseDescription): Fabric =>
  fatTree.build(parseOptions(fatTree, without(topology)));

/** Addressing, routing and tables of a scheme. */
function tablesOf(scheme: Scheme): TableSource {
  return {
    addressing: parts.addressing,
    routing: parts.routing,
    unicast: parts.unicast,
    ...(scheme === "unicast"
      ? {}
      : {
          multicast: scheme === "cyclic" ? parts.union : parts.spanningTree,
        }),
  };
}

/** The experiment of a description. */
export function experimentOf(
  description: CaseDescription,
  scheme: Scheme,
  seed: number,
  fabric: Fabric,
): Experiment {
  return {
    name: "zhou2007",
    seed,
    fabric,
    tables: tablesOf(scheme),
    switchModel: {
      use: use(relay, without(description.switch)),
      arbiter: parts.arbiter,
      laneScheduler: parts.laneScheduler,
      replication: parts.replication,
    },
    hca: parts.hca,
    link: { byteTime: ps(BYTE_NS * 1000), flight: ps(FLIGHT_NS * 1000) },
    traffic: [use(multicastOperation, without(description.traffic))],
    metrics: [parts.completion],
    ...toTheEnd,
  };
}
