/** What became of one class of traffic in a run. */
export interface ClassRecord {
  /** Mean latency of what was delivered, from birth; null where there is none (a deadlock, or nothing delivered). */
  readonly latencyUs: number | null;
  readonly delivered: number;
  readonly dropped: number;
  /** Share of the packets born that were delivered or dropped by the end: well below 1, the class is saturated, and its latency grows with the run. */
  readonly settled: number | null;
}

/** What a run leaves behind. Everything is null where the run deadlocked: then nothing about times can be said. */
export interface KimRecord {
  readonly status: "finished" | "deadlocked";
  /** Missed frames over delivered frames. */
  readonly dmp: number | null;
  /** Mean lateness of the missed frames; null where none was missed. */
  readonly dmtMs: number | null;
  readonly frames: number | null;
  readonly realTime: ClassRecord;
  readonly bestEffort: ClassRecord;
  readonly control: ClassRecord;
  /** Real-time packets to one receiver, and to groups (each copy counts); null without multicast. */
  readonly unicastUs: number | null;
  readonly multicastUs: number | null;
  readonly simulatedMs: number;
  readonly packetHops: number;
  readonly events: number;
  /** Buffers in the wait-for cycle of a deadlock; 0 without. */
  readonly cycle: number;
}

/** The paper's five quantities, smaller is better in all. */
export const METRICS = [
  "dmp",
  "dmt",
  "control",
  "realTime",
  "bestEffort",
] as const;
export type Metric = (typeof METRICS)[number];
export const LATENCIES = ["control", "realTime", "bestEffort"] as const;

export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  dmp: "DMP",
  dmt: "DMT",
  control: "control latency",
  realTime: "real-time latency",
  bestEffort: "best-effort latency",
};

/** A quantity of a run; undefined where the run has none: a deadlock, or a DMT without missed frames. */
export function valueOf(record: KimRecord, metric: Metric): number | undefined {
  if (record.status === "deadlocked") return undefined;
  const value =
    metric === "dmp"
      ? record.dmp
      : metric === "dmt"
        ? record.dmtMs
        : record[metric].latencyUs;
  return value ?? undefined;
}

/** Less than this share settled: the class is saturated. */
export const SETTLED = 0.98;

/**
 * What was born is told from rates, and every host may be a packet behind or have one under way: of few packets that is a large share, and no sign of saturation.
 *
 * @param hosts hosts of the fabric
 */
export function isStable(
  record: KimRecord,
  traffic: (typeof LATENCIES)[number],
  hosts: number,
): boolean {
  const { settled, delivered, dropped } = record[traffic];
  if (record.status !== "finished" || settled === null || settled === 0)
    return false;
  const done = delivered + dropped;
  return settled >= SETTLED || done / settled - done <= hosts;
}

/** Such as any run might leave, for `sample` of the study. */
export const SAMPLE: KimRecord = {
  status: "finished",
  dmp: 0.1,
  dmtMs: 1,
  frames: 300,
  realTime: { latencyUs: 10, delivered: 100, dropped: 0, settled: 1 },
  bestEffort: { latencyUs: 10, delivered: 100, dropped: 0, settled: 1 },
  control: { latencyUs: 10, delivered: 100, dropped: 0, settled: 1 },
  unicastUs: 10,
  multicastUs: 10,
  simulatedMs: 10_000,
  packetHops: 1000,
  events: 2000,
  cycle: 0,
};
