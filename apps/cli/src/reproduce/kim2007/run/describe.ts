import type { Case, Multicast, Topology } from "../case.ts";
import { schemeOf, type Scheme } from "../schemes.ts";

/** 30 frames a second. */
export const PERIOD_MS = 1000 / 30;
/** Headers of an unreliable datagram. */
export const HEADER_BYTES = 34;
export const BYTE_NS = 4;

/** Switches and links of the random fabrics. */
const SIZES = {
  "random-15": { switches: 15, links: 23 },
  "random-30": { switches: 30, links: 46 },
} as const;

export const nodesOf = (topology: Topology): number =>
  topology === "random-30" ? 30 : 15;

const topologyOf = (topology: Topology, seed: number) =>
  topology === "fig6like"
    ? { kind: "fig6like" }
    : { kind: "irregular", ...SIZES[topology], degree: 4, seed };

/** The three roots of Up/Down: switches 0, 2n/5, 4n/5. On `fig6like` these are its two ends' tips and its middle. */
const rootOf = ({ topology, root }: Case): string =>
  `S${(2 * root * nodesOf(topology)) / 5}`;

function routingOf(point: Case, { routing }: Scheme) {
  switch (routing) {
    case "updown":
      return { routing: { kind: "updown", mode: "tree", root: rootOf(point) } };
    case "autonet":
      return { routing: { kind: "updown", mode: "autonet", root: "best" } };
    case "spf":
      return { routing: { kind: "spf" } };
    case "multipath":
      return {
        routing: { kind: "multipath" },
        addressing: { kind: "path-bits", mode: "wide" },
        ...(point.detours === 0
          ? { tables: { kind: "path-bit-table", adaptiveDetour: 0 } }
          : {}),
      };
  }
}

const REPLICATION: Readonly<Record<Multicast, object>> = {
  none: { kind: "asynchronous" },
  unicast: { kind: "asynchronous" },
  "synchronous-fcfs": { kind: "synchronous", order: "first-come" },
  "synchronous-rr": { kind: "synchronous", order: "round-robin" },
  holding: { kind: "holding-buffer" },
  central: { kind: "central-queue", packets: 8 },
};

/** Service levels are lanes: 0-7 real-time, 8-14 best-effort. */
const REAL_TIME = [0, 1, 2, 3, 4, 5, 6, 7];
const BEST_EFFORT = [8, 9, 10, 11, 12, 13, 14];
/** Lanes of multicast where policies keep it apart. */
const MULTICAST_LEVELS = [6, 7];
const UNICAST_LEVELS = REAL_TIME.filter(
  (level) => !MULTICAST_LEVELS.includes(level),
);

/** Weight of a lane in units of 64 bytes: a packet of the default size and its headers, and a little. */
const WEIGHT = 20;

/** Receivers of a group: the mean of 2, 4 and 2 members, as a whole number. */
const RECEIVERS = 3;

/** The paper's policies 1 to 4. */
const POLICIES = ["shared", "equal", "linear", "logarithmic"] as const;

const listOf = (levels: readonly number[]): string =>
  `${levels[0]}-${levels.at(-1)}`;

/**
 * Service levels, lanes and the two tables of VL arbitration: real-time in the high one without a limit, best-effort in the low one. Policies but the
 * first give multicast lanes of its own.
 */
function lanesOf({ multicast, policy }: Case) {
  const apart = multicast !== "none" && policy > 1;
  const realTime = listOf(apart ? UNICAST_LEVELS : REAL_TIME);
  const grouped = listOf(MULTICAST_LEVELS);
  return {
    kind: "class-lanes",
    realTimeSl: realTime,
    realTimeVl: realTime,
    bestEffortSl: listOf(BEST_EFFORT),
    bestEffortVl: listOf(BEST_EFFORT),
    weight: WEIGHT,
    bestEffortWeight: WEIGHT,
    highLimit: 255,
    ...(apart
      ? {
          policy: POLICIES[policy - 1],
          receivers: RECEIVERS,
          multicastSl: grouped,
          multicastVl: grouped,
        }
      : {}),
  };
}

function realTimeOf(point: Case, frames: number) {
  const load = point.load * point.realTime;
  const common = {
    kind: "mpeg2",
    frames,
    mtu: `${point.payload}B`,
    headers: "ud",
  };
  if (point.multicast === "none") return [{ ...common, load, sl: REAL_TIME }];
  const apart = point.policy > 1;
  return [
    {
      ...common,
      load: 0.8 * load,
      sl: apart ? UNICAST_LEVELS : REAL_TIME,
    },
    {
      ...common,
      load: 0.2 * load,
      sl: apart ? MULTICAST_LEVELS : REAL_TIME,
      multicast: {
        share: 1,
        groups: 3,
        members: [2, 4],
        scheme:
          point.multicast === "unicast" ? "replicated-unicast" : "multicast",
      },
    },
  ];
}

function bestEffortOf(point: Case, { routing }: Scheme) {
  const load = point.load * (1 - point.realTime);
  const common = {
    kind: "poisson",
    size: `${point.payload}B`,
    headers: "ud",
    sl: BEST_EFFORT,
    slChoice: "round-robin",
    droppable: true,
  };
  return routing === "multipath"
    ? [
        { ...common, load: load / 2, paths: "random" },
        { ...common, load: load / 2, paths: "adaptive" },
      ]
    : [{ ...common, load }];
}

/** The paper's host adapter has buffers like the switches', and DMA engines four times as fast as the link. */
const adapterOf = ({ adapter, buffer }: Case) =>
  adapter === 0
    ? { kind: "injector" }
    : {
        kind: "queue-pair",
        dmaRate: "8Gb/s",
        receiveBuffer: `${buffer} packets`,
        laneWeights: Array.from({ length: 16 }, () => WEIGHT),
      };

/** What a run is given: a scenario as a user would write it, with every parameter that decides the outcome. */
export function describeCase(point: Case, seed: number, frames: number) {
  const scheme = schemeOf(point.scheme);
  const grouped = point.multicast !== "none" && point.multicast !== "unicast";
  return {
    topology: topologyOf(point.topology, seed),
    ...routingOf(point, scheme),
    ...(grouped ? { multicast: { kind: "multicast-source-tree" } } : {}),
    switch: {
      kind: "iba",
      inputBuffer: `${point.buffer} packets`,
      outputBuffer: `${point.outputBuffer} packets`,
    },
    lanes: lanesOf(point),
    laneScheduler: { kind: "vl-arbitration" },
    ...(point.outputBuffer === 0
      ? {}
      : {
          crossbarScheduler: { kind: "weighted-round-robin", weight: WEIGHT },
        }),
    replication: REPLICATION[point.multicast],
    ...(scheme.select === undefined ? {} : { select: { kind: scheme.select } }),
    ...(scheme.drop ? { drop: { kind: "hll", hv: point.hv } } : {}),
    hca: adapterOf(point),
    link: { byteTime: `${BYTE_NS}ns`, flight: "20ns" },
    traffic: [
      ...realTimeOf(point, frames),
      ...bestEffortOf(point, scheme),
      { kind: "control" },
    ],
    metrics: [
      { kind: "latency", split: "traffic" },
      { kind: "drops", split: "traffic" },
      { kind: "deadline" },
    ],
  };
}

export type CaseDescription = ReturnType<typeof describeCase>;

/** Indices of the traffic entries of each class. */
export function entriesOf(description: CaseDescription) {
  const kinds = description.traffic.map(({ kind }) => kind);
  const of = (kind: string): number[] =>
    kinds.flatMap((one, index) => (one === kind ? [index] : []));
  return {
    realTime: of("mpeg2"),
    bestEffort: of("poisson"),
    control: of("control"),
  };
}
