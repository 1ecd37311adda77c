export { queuedJobs } from "./earlier-jobs.ts";
export { clearFolder } from "./logs.ts";
export { doOrder, type DoOrderOptions } from "./order.ts";
export { checkSbatch } from "./own-options.ts";
export type { Slurm } from "./slurm.ts";
export { slurmPool, type SlurmPoolOptions } from "./slurm-pool.ts";
export type * from "./task.ts";
