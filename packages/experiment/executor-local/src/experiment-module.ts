import type { Json } from "@fabriclab/spec";
import type { Experiment } from "@fabriclab/sim";

// A file of its own: the index's declarations name nothing of Node.js, whose types a user may not have installed.

/** What a module for threaded runs exports. */
export interface ExperimentModule {
  /** Makes the experiment of `input` again: a pure function of it. */
  experiment(input: Json): Experiment | Promise<Experiment>;
}
