import type { RunFigures } from "./figures.ts";
import type { Shard } from "./shards.ts";

/** An error that crossed a thread or a process: its words. */
export interface ShardError {
  readonly message: string;
  /** `E_…` of a FabricError: nobody's poison but the folder's or the cluster's, so that going on makes no sense. */
  readonly code?: string;
  readonly got?: string;
  readonly expected?: string;
  readonly hint?: string;
}

/** How a shard ended. */
export type ShardEnd =
  /** It is in the store; `figures` where they are at hand. */
  | { readonly status: "done"; readonly figures?: readonly RunFigures[] }
  /** What did it ended without finishing it. */
  | { readonly status: "failed"; readonly error: ShardError };

export interface ExecutorHooks {
  /** Stops: what runs is ended or left to itself, what waits is not begun. */
  readonly signal?: AbortSignal;
  readonly onEnded: (shard: Shard, end: ShardEnd) => void;
  /** Runs that ended inside shards under way, where the executor can tell. */
  readonly onRuns?: (figures: readonly RunFigures[]) => void;
}

/** Where the shards of a sweep are computed. Implementations know nothing of sweeps. */
export interface Executor {
  readonly name: string;
  /**
   * Computes shards, in any order; every one of them is reported by `onEnded` unless the signal came.
   *
   * @throws FabricError when nothing can be computed at all: no cluster, no threads
   */
  run(shards: readonly Shard[], hooks: ExecutorHooks): Promise<void>;
}

/** What a sweep needs of a result folder. */
export interface SweepStore {
  /** The runs of a finished shard; undefined when it is not there, or damaged. */
  figures(shard: Shard): Promise<readonly RunFigures[] | undefined>;
  /** Keys of the runs of an unfinished shard that are kept. */
  kept(shard: Shard): Promise<ReadonlySet<string>>;
}
