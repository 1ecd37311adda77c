/** The flags of `sweep` that say what is run; what is absent is as the scenario says. */
export interface SweepFlags {
  readonly set?: readonly string[];
  readonly vary?: readonly string[];
  readonly fabric?: string;
  readonly seed?: string;
  readonly seeds?: string;
  readonly design?: string;
  readonly points?: string;
  readonly precision?: string;
  readonly maxSeeds?: string;
  readonly metric?: string;
  readonly saturation?: string;
  readonly resolution?: string;
  readonly require?: string;
}

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
