import { BroadcastChannel } from "node:worker_threads";
import { performance } from "node:perf_hooks";
import type { Json } from "@fabriclab/spec";
import type { TaskPool } from "@fabriclab/experiment-executor-local";
import type {
  Executor,
  RunFigures,
  Shard,
  ShardEnd,
} from "@fabriclab/experiment-sweep";
import type { ShardInput } from "./shard-input.ts";
import { stageOf } from "./stage.ts";

export type SweepWork = Omit<ShardInput, "shard" | "channel">;

/**
 * An executor of shards from a pool of tasks: threads, or a cluster.
 *
 * @param listen whether the tasks are threads of this process, which tell of their runs as they end
 */
export function executorOf(
  name: string,
  pool: TaskPool,
  work: SweepWork,
  listen: boolean,
): Executor {
  return {
    name,
    async run(shards, { signal, onEnded, onRuns }) {
      const channel = listen
        ? `fabriclab-sweep-${process.pid}-${performance.now()}`
        : undefined;
      const heard =
        channel === undefined ? undefined : new BroadcastChannel(channel);
      if (heard !== undefined)
        heard.onmessage = (message: unknown) => {
          onRuns?.((message as { readonly data: RunFigures[] }).data);
        };
      const shardOf = new Map(shards.map((shard) => [shard.key, shard]));
      try {
        await pool.run(
          shards.map((shard) => ({
            key: shard.key,
            label: shard.label,
            input: inputOf(work, shard, channel) as unknown as Json,
          })),
          {
            ...(signal === undefined ? {} : { signal }),
            onOutcome(task, outcome) {
              const shard = shardOf.get(task.key);
              if (shard === undefined) return;
              onEnded(shard, endOf(outcome));
            },
          },
        );
      } finally {
        heard?.close();
      }
    },
  };
}

type Ended = Parameters<Parameters<TaskPool["run"]>[1]["onOutcome"]>[1];

function endOf(outcome: Ended): ShardEnd {
  if (outcome.status === "failed") {
    const { code, ...words } = outcome.error;
    // How a thread died refuses nothing: the run that it did may be to blame.
    const died = code?.startsWith("ERR_WORKER_") === true;
    return { status: "failed", error: died ? words : outcome.error };
  }
  const figures = outcome.value as unknown as readonly RunFigures[] | null;
  return figures === null ? { status: "done" } : { status: "done", figures };
}

const inputOf = (
  work: SweepWork,
  { key, runs, poisoned }: Shard,
  channel: string | undefined,
): ShardInput => ({
  ...work,
  shard: {
    key,
    runs: runs.map(({ key: run, point, seed }) => ({
      key: run,
      point: point.index,
      stage: stageOf(point),
      levels: point.levels,
      sets: point.sets,
      seed,
    })),
    poisoned,
  },
  ...(channel === undefined ? {} : { channel }),
});
