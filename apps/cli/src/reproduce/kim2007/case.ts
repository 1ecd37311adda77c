import { SCHEMES, type SchemeName } from "./schemes.ts";

/** `random-*` is another fabric for every seed; `fig6like` is one fabric, and the seed changes its traffic only. */
export const TOPOLOGIES = ["random-15", "fig6like", "random-30"] as const;
export type Topology = (typeof TOPOLOGIES)[number];

/** How multicast packets get to their members; `none`: the traffic has none. */
export const MULTICASTS = [
  "none",
  "unicast",
  "synchronous-fcfs",
  "synchronous-rr",
  "holding",
  "central",
] as const;
export type Multicast = (typeof MULTICASTS)[number];

/** One point of the study, without its seed. */
export interface Case {
  readonly topology: Topology;
  readonly scheme: SchemeName;
  /** Which of the three roots; 0 where a scheme has none. */
  readonly root: number;
  /** Share of real-time traffic in the load; the rest is best-effort. */
  readonly realTime: number;
  /** Fraction of the host link's data rate, headers included. */
  readonly load: number;
  readonly multicast: Multicast;
  /** Bandwidth policy for multicast, 1 to 4 as the paper counts them. */
  readonly policy: number;
  /** Packets of buffer per input port and lane. */
  readonly buffer: number;
  /** Packets per output port and lane: with some, WRR decides who crosses to them (the paper's fourth stage); with none, VL arbitration does. */
  readonly outputBuffer: number;
  /** Host adapter: 0 = packets are on their lane when they are born; 1 = the paper's, with a FIFO per service level, DMA and receive buffers. */
  readonly adapter: number;
  /** Ports among which switches choose for unreliable datagrams, with several paths: 0 = those of shortest paths; 1 = those of all simple paths. */
  readonly detours: number;
  /** HLL = 4.096 us * 2^hv, where the scheme drops. */
  readonly hv: number;
  /** Bytes of payload of real-time and best-effort packets. */
  readonly payload: number;
}

/** What a point is where nothing else is said: SPEC's defaults for the parameters that the paper lost. */
export const DEFAULTS: Case = {
  topology: "random-15",
  scheme: "spf",
  root: 0,
  realTime: 0.7,
  load: 0.6,
  multicast: "none",
  policy: 1,
  buffer: 4,
  outputBuffer: 1,
  adapter: 0,
  detours: 1,
  hv: 10,
  payload: 1024,
};

export const caseOf = (point: Partial<Case>): Case => ({
  ...DEFAULTS,
  ...point,
});

export const percentText = (share: number): string =>
  `${Number((share * 100).toPrecision(3))} %`;

export const mixLabel = (realTime: number): string =>
  `${Math.round(100 * realTime)}:${Math.round(100 * (1 - realTime))}`;

export const caseText = (point: Case): string =>
  [
    point.topology,
    SCHEMES[point.scheme].label,
    ...(SCHEMES[point.scheme].routing === "updown"
      ? [`root ${point.root + 1}`]
      : []),
    mixLabel(point.realTime),
    `load ${percentText(point.load)}`,
    ...(point.multicast === "none"
      ? []
      : [`multicast ${point.multicast}, policy ${point.policy}`]),
  ].join(", ");

export const caseLabel = (point: Case, seed: number): string =>
  `${caseText(point)}, seed ${seed}`;
