import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { taskPool, type Task } from "@fabriclab/experiment-executor-local";
import type { Executor } from "@fabriclab/experiment-sweep";
import { parseOptions, sizeParam } from "@fabriclab/spec";
import { z } from "zod";
import { processFlags, threadFlags } from "../thread-flags.ts";
import { slurmFolder } from "./busy.ts";
import { executorOf, type SweepWork } from "./executor.ts";
import type { ShardInput } from "./shard-input.ts";

/** Where runs are done, and how many at a time. */
export interface PoolFlags {
  readonly executor: "local" | "slurm";
  readonly jobs: number;
  /** Bytes for threads together. */
  readonly memory: number | undefined;
  readonly tasks: number;
  readonly sbatch: readonly string[];
}

/** Where shards are computed. */
export interface ShardPool {
  /** What becomes of runs under way when Ctrl-C comes. */
  readonly onInterrupt: string;
  /** Has up to so many threads load what runs need, where there are threads. */
  prepare(count: number): void;
  /** @throws FabricError of a cluster that is not there */
  executor(work: SweepWork): Promise<Executor>;
  close(): Promise<void>;
}

/** The pool that the flags name; it has begun nothing. */
export function shardPool(
  flags: PoolFlags,
  onNote: (text: string) => void,
): ShardPool {
  if (flags.executor === "slurm") return slurmShards(flags, onNote);
  const { memory: bytes } = flags;
  const pool = taskPool({
    module: taskModule,
    workers: flags.jobs,
    execArgv: threadFlags(),
    memory: bytes === undefined ? {} : { bytes },
    onNote,
  });
  return {
    onInterrupt: "runs under way are dropped, finished ones are kept",
    prepare: (count) => pool.prepare(count),
    executor: (work) => Promise.resolve(executorOf("local", pool, work, true)),
    close: () => pool.close(),
  };
}

function slurmShards(
  { tasks, sbatch }: PoolFlags,
  onNote: (text: string) => void,
): ShardPool {
  return {
    onInterrupt: "this command stops waiting",
    prepare: () => undefined,
    async executor(work) {
      const { slurmPool } =
        await import("@fabriclab/experiment-executor-slurm");
      // Nodes start in this folder, but links may make its name another one there.
      const folder = resolve(work.folder);
      const pool = slurmPool({
        folder: slurmFolder(folder),
        command: [
          process.execPath,
          ...processFlags(),
          ...process.argv.slice(1, 2),
          "sweep-shards",
        ],
        finished: ({ key }) =>
          existsSync(join(folder, "shards", `${key}.parquet`)),
        same: sameShard,
        limit: tasks,
        sbatch,
        onNote,
      });
      return executorOf("slurm", pool, { ...work, folder }, false);
    },
    close: () => Promise.resolve(),
  };
}

/**
 * What a shard has in common with one of an earlier command: its runs, which its key is of, and which of them are recorded without being tried.
 *
 * Why not all of its input: more seeds or values are said by other flags, or in a scenario of other words, and change nothing in the runs that were there.
 */
const sameShard = ({ key, input }: Task): string => {
  const { folder, shard } = input as unknown as ShardInput;
  return JSON.stringify([key, folder, shard.poisoned]);
};

/** `--memory` in bytes. @throws FabricError of the flag */
export const memoryOf = (text: string | undefined): number | undefined =>
  text === undefined
    ? undefined
    : parseOptions(
        {
          kind: "flag",
          name: "--memory",
          params: z.object({ "--memory": sizeParam() }),
        },
        { "--memory": text },
      )["--memory"];

/** From sources as this process runs them, or the built file beside the built command. */
const taskModule = new URL(
  import.meta.url.endsWith(".ts") ? "./shard-task.ts" : "./shard-task.js",
  import.meta.url,
);
