import type { Point } from "./point.ts";
import type { Saturation } from "./saturation.ts";

/** A run that failed, and why. */
export interface FailedRun {
  readonly point: Point;
  readonly seed: number;
  readonly error: string;
}

/** Runs of a point that say nothing about a steady state. */
export interface UnsteadyRuns {
  readonly point: Point;
  readonly status: "saturated" | "deadlocked";
  /** How many, of all that the point has. */
  readonly runs: number;
  readonly of: number;
  /** How many of `runs` are saturated in a part of their traffic only; absent = none. */
  readonly partly?: number;
}

/** Runs of a point that a limit ended: their mean is known, though not as precisely as asked, or some of their finite traffic did not arrive. */
export type LimitedRuns = Omit<UnsteadyRuns, "status" | "partly">;

/** What a sweep came to. */
export interface SweepOutcome {
  readonly status: "finished" | "interrupted";
  readonly points: readonly Point[];
  readonly runs: number;
  /** Runs that were there when the sweep began. */
  readonly kept: number;
  /** Points that stopped at the cap on seeds, with the relative half-width that they came to. */
  readonly capped: readonly {
    readonly point: Point;
    readonly seeds: number;
    readonly relative: number;
  }[];
  /** Points with `precision` that have no mean because a run is saturated or has no value. */
  readonly withoutMean: readonly Point[];
  readonly failed: readonly FailedRun[];
  /** Points with runs that saturated or deadlocked, whatever the sweep asks for. */
  readonly unsteady: readonly UnsteadyRuns[];
  /** Points with runs of status `limit`, other than those in `unsteady` and `noneArrived`. */
  readonly limited: readonly LimitedRuns[];
  /** Points with runs in which no packet arrived and some were dropped; these runs are neither in `unsteady` nor in `limited`. */
  readonly noneArrived: readonly LimitedRuns[];
  readonly saturation: readonly Saturation[];
}
