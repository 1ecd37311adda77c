import type { Factor } from "./factor.ts";
import type { Point } from "./point.ts";
import type { PrecisionRule } from "./precision.ts";

/** A sweep as it is asked for. */
export interface SweepPlan {
  readonly factors: readonly Factor[];
  /** The points of the design. */
  readonly points: readonly Point[];
  /** Seed of the first run of every point; the next ones follow. */
  readonly seed: number;
  /** Runs of a point, or with `precision` its first ones. */
  readonly seeds: number;
  readonly precision?: PrecisionRule;
  /** Name of the factor whose saturation value is looked for, and how closely. */
  readonly saturation?: {
    readonly factor: string;
    readonly resolution: number;
  };
  /** `identityHash` of what all runs depend on. */
  readonly identity: string;
  /** Runs of a shard; default: see `shardsOf`. */
  readonly shardSize?: number;
}
