export * from "./interrupt.ts";
export type { ExperimentModule } from "./part-worker.ts";
export * from "./run-tasks.ts";
export { splitFabric } from "./split-fabric.ts";
export type * from "./task.ts";
export {
  threadedEngine,
  type ThreadedEngineOptions,
} from "./threaded-engine.ts";
