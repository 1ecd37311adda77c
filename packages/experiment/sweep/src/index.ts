export { designPoints, type DesignName } from "./design.ts";
export type * from "./executor.ts";
export { extensionOf, type Extension } from "./extension.ts";
export {
  factorsOf,
  type ColumnRules,
  type Factor,
  type FactorInput,
  type Level,
  type OpenValues,
  type Setting,
} from "./factor.ts";
export type { AcceptedLoad, RunFigures } from "./figures.ts";
export type { LongerRun, SweepPlan } from "./plan.ts";
export type { Point } from "./point.ts";
export type { Need, PrecisionRule } from "./precision.ts";
export { designShards, firstShards, runSweep } from "./run-sweep.ts";
export type * from "./outcome.ts";
export type { SweepOptions } from "./sweep-options.ts";
export type { Ends, Probe } from "./bracket.ts";
export {
  saturationSearch,
  type Candidate,
  type Saturation,
  type SaturationSearch,
  type SearchOptions,
} from "./saturation.ts";
export {
  identityHash,
  type Identity,
  type PlannedRun,
  type Shard,
} from "./shards.ts";
export type { SweepProgress } from "./progress.ts";
