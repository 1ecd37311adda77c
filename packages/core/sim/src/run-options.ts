import type { EngineFactory } from "./engine.ts";
import type { RunProgress } from "./experiment.ts";

/** What the caller of a run may add; none of it changes the result but `wallSeconds`. */
export interface RunOptions {
  /** Called after every slice of the run; show it as often as you like. */
  readonly onProgress?: (progress: RunProgress) => void;
  /** Given, before the run, the parts of the experiment that are named and can do nothing in it: see `idleParts`. */
  readonly onNotes?: (notes: readonly string[]) => void;
  /** Stops the run: its promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Seconds of a clock that only goes forward, for `wallSeconds`; without one that is 0. */
  readonly clock?: () => number;
  /**
   * Gives the run a copy of the engine's code of its own, so that it is compiled for this network alone: up to a fifth faster where several experiments
   * run in one process, with the same results.
   */
  readonly fresh?: boolean;
  /** Builds the network; the default is one instance in this thread, which refuses `threads` above 1. */
  readonly engine?: EngineFactory;
}
