import type { StudyOptions } from "../reproduction.ts";
import { SCHEME_NAMES, SCHEMES, type SchemeName } from "./schemes.ts";

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
  hv: 10,
  payload: 1024,
};

export const caseOf = (point: Partial<Case>): Case => ({
  ...DEFAULTS,
  ...point,
});

export const MIXES = [0.7, 0.3] as const;
export const ROOTS = [0, 1, 2] as const;
export const POLICIES = [1, 2, 3, 4] as const;
/** Schemes of the paper's multicast figure, in its order; the round-robin variant stands beside the first-come one. */
export const REPLICATIONS = [
  "unicast",
  "synchronous-fcfs",
  "synchronous-rr",
  "holding",
  "central",
] as const satisfies readonly Multicast[];
/** What the bandwidth policies are applied to. */
export const POLICY_REPLICATION = "central" satisfies Multicast;

/** Schemes of the paper's 30-node figure: it chooses LFU. The quick study has those of the claim. */
export const schemes30Of = ({ quick }: StudyOptions): readonly SchemeName[] =>
  quick
    ? ["spf", "lfu", "lfu-drop"]
    : ["updown", "spf", "spf-drop", "lfu", "lfu-drop"];

export const seedsOf = (options: StudyOptions): readonly number[] =>
  Array.from(
    { length: options.seeds ?? (options.quick ? 2 : 5) },
    (_, k) => k + 1,
  );

/** Frames per video stream, 30 a second. */
export const framesOf = ({ quick, frames }: StudyOptions): number =>
  frames ?? (quick ? 2 : 300);

const percent = (...values: readonly number[]): readonly number[] =>
  values.map((value) => value / 100);

/** Loads of the figures on 15 nodes. */
export const loadsOf = ({ quick }: StudyOptions): readonly number[] =>
  quick ? percent(40, 60) : percent(10, 20, 30, 40, 50, 60, 70);
/** Loads on 30 nodes; the paper speaks of 20 and 28 %. */
export const loads30Of = ({ quick }: StudyOptions): readonly number[] =>
  quick ? percent(20, 28) : percent(4, 8, 12, 16, 20, 24, 28, 32);
/** Loads of the bars of bandwidth policies. */
export const policyLoadsOf = ({ quick }: StudyOptions): readonly number[] =>
  quick ? percent(20, 60) : percent(20, 40, 60);
/** Loads of multicast. The quick study has a low one, too: at 60 % all its runs deadlock. */
export const multicastLoadsOf = (options: StudyOptions): readonly number[] =>
  options.quick ? percent(20, 60) : loadsOf(options);

/** Loads that Up/Down is run with. */
export const treeLoadsOf = (options: StudyOptions): readonly number[] =>
  options.quick ? percent(60) : loadsOf(options);

export const usesTree = (scheme: SchemeName): boolean =>
  scheme === "updown" || scheme === "autonet";

/** Loads that a mix is run with: the quick study has the second mix at one. */
export const mixLoadsOf = (
  options: StudyOptions,
  realTime: number,
): readonly number[] =>
  options.quick && realTime === 0.3 ? percent(60) : loadsOf(options);

/** Fabrics of 15 nodes by which claims on routing are judged: the first decides, the other stands beside it. */
export const viewsOf = ({ quick }: StudyOptions): readonly Topology[] =>
  quick ? ["random-15"] : ["random-15", "fig6like"];

/** Schemes of a mix that are run; the quick study leaves out Up/Down of the second mix. */
export const schemesOf = (
  { quick }: StudyOptions,
  realTime: number,
): readonly SchemeName[] =>
  quick && realTime === 0.3
    ? SCHEME_NAMES.filter((name) => !usesTree(name))
    : SCHEME_NAMES;

/** Loads of a scheme under a mix. */
export const loadsOfScheme = (
  options: StudyOptions,
  realTime: number,
  scheme: SchemeName,
): readonly number[] =>
  usesTree(scheme) ? treeLoadsOf(options) : mixLoadsOf(options, realTime);

/** A point of every root that a scheme is run with. */
export const rootsOf = (point: Case): readonly Case[] =>
  SCHEMES[point.scheme].routing === "updown"
    ? ROOTS.map((root) => ({ ...point, root }))
    : [point];

/** One parameter moved away from its default, and the schemes that it can matter to. */
export interface Setting {
  readonly parameter:
    "buffer" | "outputBuffer" | "adapter" | "hv" | "realTime" | "payload";
  readonly value: number;
}

export const SENSITIVITY_LOAD = 0.6;
/** What the decisive claims compare. */
export const SENSITIVITY_SCHEMES = [
  "spf",
  "spf-drop",
  "lfu",
  "lfu-drop",
  "credit",
  "credit-drop",
] as const satisfies readonly SchemeName[];

const SETTINGS: Readonly<Record<Setting["parameter"], readonly number[]>> = {
  buffer: [1, 2, 4, 8],
  outputBuffer: [0, 1],
  adapter: [0, 1],
  hv: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
  realTime: [0.7, 0.5, 0.3],
  payload: [256, 512, 1024, 2048, 4096],
};
const QUICK_SETTINGS: typeof SETTINGS = {
  buffer: [1, 4],
  outputBuffer: [1],
  adapter: [0, 1],
  hv: [6, 10],
  realTime: [0.7, 0.3],
  payload: [1024, 2048],
};
/** The schemes with dropping that the parameters are varied under: they go on where the others deadlock. */
export const SENSITIVITY_DROPS = [
  "spf-drop",
  "lfu-drop",
] as const satisfies readonly SchemeName[];

/** Values of a parameter that are tried, its default among them. */
export const settingsOf = (
  { quick }: StudyOptions,
  parameter: Setting["parameter"],
): readonly number[] => (quick ? QUICK_SETTINGS : SETTINGS)[parameter];

/** Whether a setting is run with all schemes that the decisive claims compare; the quick study runs most with {@link SENSITIVITY_DROPS} alone. */
export const isJudged = (
  { quick }: StudyOptions,
  { parameter, value }: Setting,
): boolean =>
  !quick || parameter === "realTime" || value === DEFAULTS[parameter];

export const PARAMETERS = Object.keys(
  SETTINGS,
) as readonly Setting["parameter"][];

/** Cases of a setting. HLL matters only where packets are dropped: elsewhere it is the default that is run. */
export const sensitivityCase = (
  scheme: SchemeName,
  { parameter, value }: Setting,
): Case => {
  const point = caseOf({ scheme, load: SENSITIVITY_LOAD });
  return parameter === "hv" && !SCHEMES[scheme].drop
    ? point
    : { ...point, [parameter]: value };
};

/** All cases, each once. */
export function casesOf(options: StudyOptions): Case[] {
  const cases: Case[] = [];
  for (const topology of viewsOf(options))
    for (const realTime of MIXES)
      for (const scheme of schemesOf(options, realTime))
        for (const load of loadsOfScheme(options, realTime, scheme))
          cases.push(...rootsOf(caseOf({ topology, realTime, scheme, load })));
  for (const scheme of schemes30Of(options))
    for (const load of loads30Of(options))
      cases.push(...rootsOf(caseOf({ topology: "random-30", scheme, load })));
  for (const multicast of REPLICATIONS)
    for (const load of multicastLoadsOf(options))
      cases.push(caseOf({ multicast, load }));
  for (const policy of POLICIES)
    for (const load of policyLoadsOf(options))
      cases.push(caseOf({ multicast: POLICY_REPLICATION, policy, load }));
  for (const parameter of PARAMETERS)
    for (const value of settingsOf(options, parameter))
      for (const scheme of isJudged(options, { parameter, value })
        ? SENSITIVITY_SCHEMES
        : SENSITIVITY_DROPS)
        cases.push(sensitivityCase(scheme, { parameter, value }));
  const seen = new Set<string>();
  return cases.filter((point) => {
    const name = JSON.stringify(point);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

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
