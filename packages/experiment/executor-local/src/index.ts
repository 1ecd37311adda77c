export type { ExperimentModule } from "./experiment-module.ts";
export * from "./interrupt.ts";
export * from "./run-tasks.ts";
export { splitFabric } from "./split-fabric.ts";
export {
  taskPool,
  type MemoryBound,
  type TaskHooks,
  type TaskPool,
  type TaskPoolOptions,
  type ThreadPool,
} from "./task-pool.ts";
export type * from "./task.ts";
export {
  threadedEngine,
  type ThreadedEngineOptions,
} from "./threaded-engine.ts";
