import type { SweepFlags } from "./request.ts";

/** The flags of `sweep`. */
export interface SweepCommandFlags extends SweepFlags {
  readonly output?: string;
  readonly executor: "local" | "slurm";
  readonly jobs?: string;
  readonly memory?: string;
  readonly shardSize?: string;
  readonly tasks?: string;
  readonly sbatch?: readonly string[];
  readonly retryFailed?: true;
  readonly explain?: true;
}
