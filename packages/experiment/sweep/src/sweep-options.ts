import type { Executor, SweepStore } from "./executor.ts";
import type { SweepProgress } from "./progress.ts";

/** Where a sweep is done and kept, and who hears of it. */
export interface SweepOptions {
  readonly store: SweepStore;
  readonly executor: Executor;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SweepProgress) => void;
  /** A word to the user: a shard that is tried again. */
  readonly onNote?: (text: string) => void;
  /** Seconds, rising; without it progress has no rate. */
  readonly clock?: () => number;
}
