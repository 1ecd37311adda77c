import type { Factor, Setting } from "./factor.ts";
import type { Point } from "./point.ts";
import type { PrecisionRule } from "./precision.ts";

/** A sweep as it is asked for. */
export interface SweepPlan {
  readonly factors: readonly Factor[];
  /** The points of the design, each at the place of its number. */
  readonly points: readonly Point[];
  /**
   * Of a sweep that was extended: how many points it began with, how many the first extension added, and so on. Each batch has its runs and its files as if
   * it were alone, so that those of the batches before stay what they are. Default: all points in one.
   */
  readonly batches?: readonly number[];
  /** Seed of the first run of every point; the next ones follow. */
  readonly seed: number;
  /** Runs of a point, or with `precision` its first ones. */
  readonly seeds: number;
  readonly precision?: PrecisionRule;
  /** Name of the factor whose saturation value is looked for, and how closely. */
  readonly saturation?: {
    readonly factor: string;
    readonly resolution: number;
    /** What a run has to keep, too, for people: `latency_p99 <= 20us`. Whether it does is `meets` of its figures. */
    readonly require?: string;
    /** How a value is run again, longer each time, whose runs came to a cap before it was clear whether it saturates; default: never. */
    readonly longer?: readonly LongerRun[];
  };
  /** `identityHash` of what all runs depend on. */
  readonly identity: string;
  /** Runs of a shard; default: see `shardsOf`. */
  readonly shardSize?: number;
}

/** Caps with which a point is run again. */
export interface LongerRun {
  /** How many times as long, for people. */
  readonly times: number;
  /** The caps, after all that the point sets. */
  readonly sets: readonly Setting[];
}
