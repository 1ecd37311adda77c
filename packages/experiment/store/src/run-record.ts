import type { Distribution, MetricValue } from "@fabriclab/spec";
import type { FactorValue } from "./results.ts";

/** How a run of a sweep ended: what its row is made of. Plain JSON, so that it survives a journal unchanged. */
export interface RunRecord {
  readonly point: number;
  readonly seed: number;
  /** `design` for what was asked, else the search that added it. */
  readonly stage: string;
  /** What the result depends on, as 64 hexadecimal digits. */
  readonly key: string;
  /** Factor's column -> value. */
  readonly factors: Readonly<Record<string, FactorValue>>;
  readonly status: string;
  readonly verdict?: string;
  /** Entries of endless traffic that are saturated, where the run as a whole is not, by name or place: `video, traffic[2]`. */
  readonly saturated?: string;
  /** Why it failed. */
  readonly error?: string;
  /** Level of its intervals, and of those over the runs of its point; absent of one that failed. */
  readonly confidence?: number;
  readonly simulatedPs?: number;
  readonly warmupPs?: number;
  readonly packets?: {
    readonly injected: number;
    readonly delivered: number;
    readonly dropped: number;
    readonly inFlight: number;
  };
  readonly events?: number;
  readonly packetHops?: number;
  /** Metric's name -> value; a number that is absent is null or NaN. */
  readonly metrics?: Readonly<Record<string, RecordedMetric>>;
}

/** As `MetricValue`, with null for a number that there is not. */
export type RecordedMetric = Omit<MetricValue, "value"> & {
  readonly value: number | null;
  /** Of its single values, where the metric has them. */
  readonly histogram?: Distribution["buckets"];
};
