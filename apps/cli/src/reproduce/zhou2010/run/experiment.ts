import { meshXy } from "@fabriclab/addressing-mesh-xy";
import { injector } from "@fabriclab/hca-injector";
import { completion } from "@fabriclab/metrics-completion";
import { xy } from "@fabriclab/routing-xy";
import type { Experiment } from "@fabriclab/sim";
import { parseOptions, type Fabric } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { serviceLanes } from "@fabriclab/tables-service-lanes";
import { hostLabel, mesh } from "@fabriclab/topology-mesh";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { ps } from "@fabriclab/units";
import { toTheEnd, use, without } from "../../run/parts.ts";
import { laneCount, type Case, type Mesh } from "../cases.ts";

/** 1X SDR, as the paper states; flight and switch time are the authors' of 2007. */
export const BYTE_NS = 4;
export const FLIGHT_NS = 20;
export const ROUTING_NS = 100;

/** What a run is given, as plain data: every parameter that differs from a plugin's default, or that decides the outcome. */
export function describeCase(point: Case, size: Mesh) {
  const lanes = laneCount(point.lanes);
  const shared = point.lanes.endsWith("-shared");
  return {
    topology: { kind: "mesh", ...size },
    addressing: "mesh-xy",
    routing: "xy",
    tables: "linear",
    ...(point.scheme === "unicast" ? {} : { multicast: "multicast-union" }),
    lanes: { kind: "service-lanes", configuration: point.lanes },
    switch: {
      kind: "relay",
      virtualLanes: lanes,
      inputBuffer: "1 packet",
      outputBuffer: "1 packet",
      routingDelay: `${ROUTING_NS}ns`,
    },
    link: { byteTime: `${BYTE_NS}ns`, flight: `${FLIGHT_NS}ns` },
    traffic: {
      kind: "multicast-operation",
      ...(point.reading === "centre"
        ? {
            sourceAt: hostLabel(
              Math.floor(size.columns / 2),
              Math.floor(size.rows / 2),
            ),
          }
        : {
            sources: point.sources === 0 ? 1 : `${point.sources * 100}%`,
          }),
      group: `${point.group * 100}%`,
      groups: point.reading === "same" ? "same" : "own",
      send: point.scheme,
      order: "random",
      size: `${point.size}B`,
      framing: "jumbo",
      ...(shared
        ? {
            sl: Array.from({ length: lanes }, (_, sl) => sl),
            slChoice: "round-robin",
          }
        : { sl: 0 }),
    },
    metrics: ["completion"],
  } as const;
}

export type CaseDescription = ReturnType<typeof describeCase>;

/** Parts with all parameters at their defaults, read once. */
const parts = {
  addressing: use(meshXy),
  routing: use(xy),
  unicast: use(linear),
  multicast: use(multicastUnion),
  arbiter: use(roundRobin),
  laneScheduler: use(roundRobinLanes),
  replication: use(asynchronous),
  hca: use(injector),
  completion: use(completion),
};

/** The fabric of a description. */
export const fabricOf = ({ topology }: CaseDescription): Fabric =>
  mesh.build(parseOptions(mesh, without(topology)));

/** The experiment of a description. */
export function experimentOf(
  description: CaseDescription,
  seed: number,
  fabric: Fabric,
): Experiment {
  const { addressing, routing, unicast, multicast } = parts;
  return {
    name: "zhou2010",
    seed,
    fabric,
    tables: {
      addressing,
      routing,
      unicast,
      ...(description.multicast === undefined ? {} : { multicast }),
      lanes: use(serviceLanes, without(description.lanes)),
    },
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
