import type { TaskFailure } from "@fabriclab/experiment-executor-local";
import type { Shard, ShardEnd } from "@fabriclab/experiment-sweep";
import { expect, it } from "vitest";
import { executorOf, type SweepWork } from "../src/sweep/executor.ts";
import { stageOf, timesOf } from "../src/sweep/stage.ts";

const shard: Shard = { key: "a", label: "a", runs: [], poisoned: {} };

/** How a shard ends whose task fails so. */
async function endOf(error: TaskFailure): Promise<ShardEnd | undefined> {
  let ended: ShardEnd | undefined;
  const pool = {
    run: async (
      tasks: Parameters<Parameters<typeof executorOf>[1]["run"]>[0],
      hooks: Parameters<Parameters<typeof executorOf>[1]["run"]>[1],
    ) => {
      for (const task of tasks)
        await hooks.onOutcome(task, {
          status: "failed",
          label: task.label,
          error,
        });
    },
    close: () => Promise.resolve(),
  };
  const executor = executorOf("test", pool, {} as SweepWork, false);
  await executor.run([shard], { onEnded: (_, end) => (ended = end) });
  return ended;
}

it("takes a refusal for one, and the death of a thread for that of a run, which is tried again", async () => {
  const full = {
    code: "E_STORE_UNWRITABLE",
    message: "no room",
    got: "ENOSPC",
  };
  expect(await endOf(full)).toEqual({ status: "failed", error: full });
  const message = "Worker terminated due to reaching memory limit";
  expect(await endOf({ code: "ERR_WORKER_OUT_OF_MEMORY", message })).toEqual({
    status: "failed",
    error: { message },
  });
});

it("tells longer runs of the same values apart", () => {
  expect(stageOf({ stage: "design" })).toBe("design");
  expect(stageOf({ stage: "saturation" })).toBe("saturation");
  expect(stageOf({ stage: "saturation", times: 16 })).toBe("saturation x16");
  expect(timesOf({ stage: "saturation x16" })).toBe(16);
  expect(timesOf({ stage: "design" })).toBe(1);
});
