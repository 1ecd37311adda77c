import { existsSync } from "node:fs";
import { join } from "node:path";
import { doOrder } from "@fabriclab/experiment-executor-slurm";
import type { ShardInput } from "./shard-input.ts";
import { run } from "./shard-task.ts";

/** Computes the shards of one element of a job array. @returns how many failed */
export const doShards = (order: string, element: number): Promise<number> =>
  doOrder(order, {
    element,
    finished: ({ key, input }) =>
      existsSync(
        join(
          (input as unknown as ShardInput).folder,
          "shards",
          `${key}.parquet`,
        ),
      ),
    run: (input) => run(input as unknown as ShardInput),
  });
