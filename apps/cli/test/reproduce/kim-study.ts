import type { Study } from "../../src/reproduce/reproduction.ts";
import type { Case } from "../../src/reproduce/kim2007/case.ts";
import { casesOf, seedsOf } from "../../src/reproduce/kim2007/cases.ts";
import type { KimRecord } from "../../src/reproduce/kim2007/record.ts";

/** What a made-up run says; `undefined`: it deadlocks. */
export interface Made {
  readonly dmp: number;
  readonly dmtMs: number;
  readonly control: number;
  readonly realTime: number;
  readonly bestEffort: number;
  readonly unicast: number;
  readonly multicast: number;
}
export type World = (point: Case, seed: number) => Made | undefined;

const of = (latencyUs: number | null): KimRecord["control"] => ({
  latencyUs,
  delivered: 100,
  dropped: 0,
  settled: 1,
});

export const recordOf = (made: Made | undefined): KimRecord => ({
  status: made === undefined ? "deadlocked" : "finished",
  dmp: made?.dmp ?? null,
  dmtMs: made === undefined || made.dmp === 0 ? null : made.dmtMs,
  frames: 300,
  control: of(made?.control ?? null),
  realTime: of(made?.realTime ?? null),
  bestEffort: of(made?.bestEffort ?? null),
  unicastUs: made?.unicast ?? null,
  multicastUs: made?.multicast ?? null,
  simulatedMs: 10_000,
  packetHops: 1,
  events: 1,
  cycle: made === undefined ? 3 : 0,
});

/** A study whose results are given by a formula instead of a simulator: what the claims' rules say about it is known by hand. */
export function kimStudy(world: World, quick = false): Study {
  const options = { quick };
  return {
    options,
    tasks: [],
    results: casesOf(options).flatMap((point) =>
      seedsOf(options).map(
        (seed) => recordOf(world(point, seed)) as unknown as null,
      ),
    ),
  };
}

/** Shares that remain of SPF's quantities above 40 % load. */
const REMAINS = {
  updown: [2, 2, 2, 2, 2],
  autonet: [1.2, 1.2, 1.2, 1.2, 1.2],
  spf: [1, 1, 1, 1, 1],
  "spf-drop": [0.7, 0.8, 0.7, 0.7, 0.7],
  lfu: [0.5, 0.7, 0.5, 0.45, 0.6],
  credit: [0.5, 0.7, 0.55, 0.5, 0.5],
  "lfu-drop": [0.45, 0.5, 0.2, 0.1, 0.4],
  "credit-drop": [0.45, 0.5, 0.21, 0.15, 0.4],
} as const;
/** The same on 30 nodes, at 28 % and below it. */
const REMAINS_30 = {
  ...REMAINS,
  lfu: [0.5, 0.7, 0.4, 0.3, 0.1],
  "lfu-drop": [0.5, 0.7, 0.39, 0.29, 0.099],
} as const;

const REPLICATION = {
  none: 1,
  unicast: 1.6,
  "synchronous-fcfs": 1,
  "synchronous-rr": 1.1,
  holding: 1,
  central: 0.9,
} as const;

/** Everything as the paper says. */
export const asThePaper: World = (point, seed) => {
  const noise = 1 + seed / 1000;
  const thirty = point.topology === "random-30";
  const full = thirty ? point.load >= 0.28 : point.load > 0.4;
  const [dmp, dmt, control, realTime, bestEffort] = full
    ? (thirty ? REMAINS_30 : REMAINS)[point.scheme]
    : point.scheme === "updown"
      ? [2, 2, 2, 2, 2]
      : point.scheme.startsWith("lfu")
        ? [0.95, 1, 0.8, 0.8, 1.3]
        : [1, 1, 1, 1, 1];
  const all =
    noise * (1 + 0.7 * point.root) * REPLICATION[point.multicast] * point.load;
  const mix = point.realTime === 0.3 ? 0.3 : 1;
  const policy = point.load < 0.5 ? 1 : [1, 1.5, 1.4, 1.2][point.policy - 1]!;
  return {
    dmp: dmp * all * mix * (full ? 0.2 : 0.005),
    dmtMs: dmt * all * mix * 20,
    control: control * all * 10,
    realTime: realTime * all * 40,
    bestEffort: bestEffort * all * 90,
    unicast: policy * all * 30,
    multicast: policy * all * 50,
  };
};
