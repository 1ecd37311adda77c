import { fatTreeLevels } from "@fabriclab/analysis-logp";
import type { StudyOptions } from "../../reproduction.ts";
import { barrierTimeOf, packetsOf, type Case } from "../cases.ts";
import { SETTINGS } from "../settings.ts";
import { barrierTraffic, treeBarrierTraffic } from "./barrier-parts.ts";

/** 5 Gb/s after 8b/10b. */
export const BYTE_NS = 1.6;
export const PORTS = 16;
/** 8 m of wire; ports of the single switch of the other studies have none. */
const WIRE_NS = 40;
/** Bytes of a message of a collective operation on the wire. */
export const MESSAGE_BYTES = 64;
/** Of the switch. */
const MTU = 1024;
/** O_s, O_r, g. */
export const OVERHEAD_NS = 400;

/** Bytes of a unicast packet on the wire. */
export const wireBytes = ({ packet, setting }: Case): number =>
  packet + SETTINGS[setting].header;

/** Of the fat tree that holds the processors: one level but for collectives. */
const levelsOf = ({ measure, processors }: Case): number =>
  measure === "collective" ? fatTreeLevels(processors, PORTS) : 1;

function switchOf(point: Case) {
  const { creditPacket, transmit, showAhead } = SETTINGS[point.setting];
  // The studies of channels and buffers have unicast channels only; barriers and collectives the switch as it was built.
  const channels =
    point.measure === "unicast" || point.measure === "packet"
      ? { unicastLanes: point.lanes, mixed: false, barrier: false }
      : { unicastLanes: 2, mixed: true, barrier: true };
  return {
    kind: "hpp",
    ...channels,
    // Packets with a header may be longer than the 1 KB of the switch; a buffer of less than an MTU holds the packets of its study.
    mtu: `${Math.min(point.buffer, Math.max(MTU, wireBytes(point)))}B`,
    inputBuffer: `${point.buffer}B`,
    transmitBuffer: `${transmit} packets`,
    showAhead,
    creditPacket,
  };
}

function unicastOf(point: Case) {
  return {
    kind: "poisson",
    load: point.load,
    ...(point.load > 1 ? { overload: true } : {}),
    size: `${wireBytes(point)}B`,
    sl: Array.from({ length: point.lanes }, (_, lane) => lane),
    slChoice: "random",
    pattern: { kind: "uniform" },
  };
}

function collectiveOf({ collective, processors }: Case) {
  const levels = fatTreeLevels(processors, PORTS);
  // What a message takes on the longest path, its own length included: the tree is made for it.
  const latency =
    (2 * levels - 1) * (38.4 + WIRE_NS) + WIRE_NS + MESSAGE_BYTES * BYTE_NS;
  return {
    kind: "collective-operation",
    algorithm: collective,
    processors,
    place: "random",
    sendOverhead: `${OVERHEAD_NS}ns`,
    receiveOverhead: `${OVERHEAD_NS}ns`,
    gap: `${OVERHEAD_NS}ns`,
    latency: `${latency.toFixed(1)}ns`,
    size: `${MESSAGE_BYTES}B`,
    ...(collective === "multicast" ? { sl: 2 } : {}),
  };
}

function trafficOf(point: Case) {
  switch (point.measure) {
    case "packet":
      return {
        traffic: [
          {
            kind: "multicast-operation",
            sources: 1,
            group: 2,
            send: "unicast",
            size: `${wireBytes(point)}B`,
          },
        ],
        metrics: [{ kind: "completion" }],
      };
    case "unicast":
      return {
        traffic: [unicastOf(point)],
        metrics: [{ kind: "latency" }, { kind: "throughput" }],
      };
    case "barrier":
      return {
        traffic: [
          ...(point.packet === 0 ? [] : [unicastOf(point)]),
          ...(point.interval === 0 ? [] : [barrierTraffic(point)]),
        ],
        metrics: [
          { kind: "latency", split: "traffic" },
          { kind: "drops", split: "traffic" },
          ...(point.interval === 0 ? [] : [{ kind: "barrier" }]),
        ],
      };
    case "collective":
      return point.collective === "switch-barrier"
        ? {
            traffic: [treeBarrierTraffic(point)],
            metrics: [{ kind: "barrier" }],
          }
        : {
            traffic: [collectiveOf(point)],
            metrics: [{ kind: "completion" }],
          };
  }
}

/** What a run is given: a scenario as a user would write it, with every parameter that decides the outcome. */
export function describeCase(point: Case, options: StudyOptions) {
  const collective = point.measure === "collective";
  return {
    topology: { kind: "fat-tree", ports: PORTS, levels: levelsOf(point) },
    routing: { kind: "single-lid" },
    ...(collective && point.collective === "multicast"
      ? { multicast: { kind: "multicast-spanning-tree" } }
      : {}),
    switch: switchOf(point),
    arbiter: { kind: "matrix" },
    laneScheduler: { kind: "round-robin" },
    replication: { kind: "bulletin-board" },
    hca: { kind: "injector" },
    link: {
      byteTime: `${BYTE_NS}ns`,
      flight: collective ? `${WIRE_NS}ns` : 0,
    },
    ...trafficOf(point),
    measure: measureOf(point, options),
  };
}

/**
 * Runs end by their length, not when a mean latency is known: a full switch has none. Barriers take time, so there time counts; elsewhere packets.
 */
const measureOf = (point: Case, options: StudyOptions) => ({
  warmup: "auto",
  precision: 1e-6,
  maxTime:
    point.measure === "barrier"
      ? `${barrierTimeOf(options, point.interval)}us`
      : "1s",
  maxPackets:
    point.measure === "barrier" ? 1e9 : packetsOf(options, point.lanes),
});
