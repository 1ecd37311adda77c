export * from "./interrupt.ts";
export * from "./run-tasks.ts";
export type * from "./task.ts";
