import type { FabricError, Json } from "@fabriclab/spec";

/** One piece of work: a pure function of `input`, done by the `run` of a task module. */
export interface Task {
  /** Its name in the store; equal keys mean equal results. */
  readonly key: string;
  /** One line for people: what is run, e.g. `40 % to 10 %, cyclic, 2 KB, seed 3`. */
  readonly label: string;
  readonly input: Json;
  /** How long it takes beside other tasks, in any unit, roughly; above 0, default: 1. Only the estimate of the time left depends on it. */
  readonly cost?: number;
}

/** What a task module exports. It is loaded once per worker, so it may keep what several tasks share. */
export interface TaskModule {
  run(input: Json): Json | Promise<Json>;
}

/** What the executor needs of a store; `@fabriclab/experiment-store` has two that fit. */
export interface TaskStore {
  has(key: string): Promise<boolean>;
  get(key: string): Promise<Json | undefined>;
  put(key: string, value: Json): Promise<void>;
}

/** How a task ended. */
export type Outcome =
  /** `cached`: the store had it. */
  | { readonly status: "done"; readonly value: Json; readonly cached: boolean }
  /** It threw, or its thread died; the other tasks went on. */
  | {
      readonly status: "failed";
      readonly label: string;
      readonly error: TaskFailure;
    }
  /** Stopped by the signal before it ended. */
  | { readonly status: "stopped" };

/** An error that crossed a thread boundary: its words, not its prototype. */
export interface TaskFailure {
  readonly message: string;
  /** `E_…` of a FabricError. */
  readonly code?: string;
  readonly where?: FabricError["where"];
  readonly got?: string;
  readonly expected?: string;
  readonly hint?: string;
  readonly stack?: string;
}

/** How far the work is. */
export interface Progress {
  readonly total: number;
  /** Ended in any way, found in the store included. */
  readonly ended: number;
  readonly cached: number;
  readonly failed: number;
  /** Tasks computed per second since the first result; undefined before the second, or without a clock. */
  readonly perSecond: number | undefined;
  /** Seconds to go at that rate, by the costs of tasks. */
  readonly secondsLeft: number | undefined;
  /** The task that ended last. */
  readonly label: string;
}
