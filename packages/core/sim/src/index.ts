export { haveCommonMean } from "./alike-runs.ts";
export { cabledHosts } from "./cabled-hosts.ts";
export { composeTables } from "./compose-tables.ts";
export { checkMeasure } from "./check-measure.ts";
export { compose } from "./compose.ts";
export type { Composition } from "./composition.ts";
export { describe, describeExperiment } from "./describe.ts";
export type { Engine, EngineFactory } from "./engine.ts";
export { entryLabel, resultName } from "./entry-names.ts";
export { experimentHash } from "./experiment-hash.ts";
export * from "./experiment.ts";
export { idleParts } from "./idle-parts.ts";
export { LiveRun } from "./live-run.ts";
export type { MetricSet } from "./metric-set.ts";
export { noneArrived } from "./none-arrived.ts";
export { rehearse } from "./rehearse.ts";
export {
  poolReplications,
  replicate,
  runReplication,
  summarize,
  type Replicated,
  type Replication,
} from "./replicate.ts";
export type { ReplicatedChange } from "./replicated-changes.ts";
export {
  observeExperiment,
  runExperiment,
  type ObservedRun,
} from "./run-experiment.ts";
export type { RunOptions } from "./run-options.ts";
export * from "./statistics/index.ts";
export { defaultMeasure, use } from "./use.ts";
