import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { taskPool } from "@fabriclab/experiment-executor-local";
import { WORK } from "@fabriclab/experiment-store";
import type { Executor } from "@fabriclab/experiment-sweep";
import { parseOptions, sizeParam } from "@fabriclab/spec";
import { z } from "zod";
import { processFlags, threadFlags } from "../thread-flags.ts";
import { executorOf, type SweepWork } from "./executor.ts";

/** Where runs are done, and how many at a time. */
export interface PoolFlags {
  readonly executor: "local" | "slurm";
  readonly jobs: number;
  readonly memory: string | undefined;
  readonly tasks: number;
  readonly sbatch: readonly string[];
}

export interface StartedPool {
  readonly executor: Executor;
  readonly onInterrupt: string;
  close(): Promise<void>;
}

/** The executor that the flags name. @throws FabricError of a flag, or of a cluster that is not there */
export async function startPool(
  flags: PoolFlags,
  work: SweepWork,
  onNote: (text: string) => void,
): Promise<StartedPool> {
  if (flags.executor === "slurm")
    return await slurmExecutor(flags, work, onNote);
  const bytes = memoryOf(flags.memory);
  const pool = taskPool({
    module: taskModule,
    workers: flags.jobs,
    execArgv: threadFlags(),
    memory: bytes === undefined ? {} : { bytes },
    onNote,
  });
  return {
    executor: executorOf("local", pool, work, true),
    onInterrupt: "runs under way are dropped, finished ones are kept",
    close: () => pool.close(),
  };
}

async function slurmExecutor(
  { tasks, sbatch }: PoolFlags,
  work: SweepWork,
  onNote: (text: string) => void,
): Promise<StartedPool> {
  const { slurmPool } = await import("@fabriclab/experiment-executor-slurm");
  // Nodes start in this folder, but links may make its name another one there.
  const folder = resolve(work.folder);
  const pool = slurmPool({
    folder: join(folder, WORK, "slurm"),
    command: [
      process.execPath,
      ...processFlags(),
      ...process.argv.slice(1, 2),
      "sweep-shards",
    ],
    finished: ({ key }) => existsSync(join(folder, "shards", `${key}.parquet`)),
    limit: tasks,
    sbatch,
    onNote,
  });
  return {
    executor: executorOf("slurm", pool, { ...work, folder }, false),
    onInterrupt: "this command stops waiting",
    close: () => pool.close(),
  };
}

const memoryOf = (text: string | undefined): number | undefined =>
  text === undefined
    ? undefined
    : parseOptions(
        {
          kind: "flag",
          name: "--memory",
          params: z.object({ size: sizeParam() }),
        },
        { size: text },
        { path: "--memory" },
      ).size;

/** From sources as this process runs them, or the built file beside the built command. */
const taskModule = new URL(
  import.meta.url.endsWith(".ts") ? "./shard-task.ts" : "./shard-task.js",
  import.meta.url,
);
