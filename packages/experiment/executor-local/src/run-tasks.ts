import { availableParallelism } from "node:os";
import { FabricError } from "@fabriclab/spec";
import { taskPool } from "./task-pool.ts";
import type { Outcome, Progress, Task, TaskStore } from "./task.ts";

export interface RunTasksOptions {
  /** The module whose `run` does a task; a .ts file is run as it stands (Node 24), a .js file anywhere. */
  readonly module: URL;
  readonly tasks: readonly Task[];
  /** Threads; default: one per core. The results do not depend on it. */
  readonly workers?: number;
  /** Finished tasks are put here, and tasks that it has are not run. */
  readonly store?: TaskStore;
  /** Called after every task, in the order in which they end. */
  readonly onProgress?: (progress: Progress) => void;
  /** Seconds, rising; without it progress has no rate. */
  readonly clock?: () => number;
  /** Stops the work: tasks that run are ended, tasks that wait are not begun, finished ones stay in the store. */
  readonly signal?: AbortSignal;
  /** Node flags of the threads; default: those of this process. */
  readonly execArgv?: readonly string[] | undefined;
}

/**
 * Runs tasks on the cores of this machine.
 *
 * Each task is a pure function of its input, and outcomes come back in the order of `tasks`, so the answer is the same for any number of
 * workers. What passes through a store or a thread is JSON either way: a cached result is indistinguishable from a fresh one.
 *
 * A task that throws (or whose thread dies) is a failed outcome with its description; the rest goes on.
 *
 * @throws FabricError `E_EXECUTOR_DUPLICATE_KEY` when two tasks have one key; whatever the store throws, after the threads have ended
 */
export async function runTasks(
  options: RunTasksOptions,
): Promise<readonly Outcome[]> {
  const { tasks, store, signal } = options;
  refuseDuplicates(tasks);
  const outcomes: Outcome[] = tasks.map(() => ({ status: "stopped" }));
  const report = reporter(options);

  const missing: number[] = [];
  for (const [index, task] of tasks.entries()) {
    if (signal?.aborted) return outcomes;
    const value = await store?.get(task.key);
    if (value === undefined) {
      missing.push(index);
    } else {
      outcomes[index] = { status: "done", value, cached: true };
      report(task, "cached");
    }
  }
  if (missing.length === 0) return outcomes;

  const indexOf = new Map(missing.map((index) => [tasks[index]!, index]));
  const pool = taskPool({
    module: options.module,
    workers: Math.min(
      options.workers ?? availableParallelism(),
      missing.length,
    ),
    ...(options.execArgv === undefined ? {} : { execArgv: options.execArgv }),
  });
  try {
    await pool.run(
      missing.map((index) => tasks[index]!),
      {
        ...(signal === undefined ? {} : { signal }),
        async onOutcome(task, outcome) {
          if (outcome.status === "done")
            await store?.put(task.key, outcome.value);
          outcomes[indexOf.get(task)!] = outcome;
          report(task, outcome.status === "done" ? "computed" : "failed");
        },
      },
    );
  } finally {
    await pool.close();
  }
  return outcomes;
}

function reporter(options: RunTasksOptions) {
  const total = options.tasks.length;
  let costLeft = options.tasks.reduce((sum, task) => sum + costOf(task), 0);
  let spent = 0;
  let ended = 0;
  let cached = 0;
  let failed = 0;
  let computed = 0;
  // Why from the first result on: threads take a second to load the simulator, which says nothing about the tasks.
  let first: number | undefined;
  return (task: Task, how: "cached" | "computed" | "failed"): void => {
    ended += 1;
    if (how === "cached") cached += 1;
    else computed += 1;
    if (how === "failed") failed += 1;
    costLeft -= costOf(task);
    const now = how === "cached" ? undefined : options.clock?.();
    if (first !== undefined && how !== "cached") spent += costOf(task);
    first ??= now;
    const passed =
      first === undefined || now === undefined || now <= first
        ? undefined
        : now - first;
    const progress: Progress = {
      total,
      ended,
      cached,
      failed,
      perSecond: passed === undefined ? undefined : (computed - 1) / passed,
      secondsLeft:
        passed === undefined
          ? undefined
          : Math.max(0, costLeft * (passed / spent)),
      label: task.label,
    };
    options.onProgress?.(progress);
  };
}

const costOf = ({ cost = 1 }: Task): number => cost;

function refuseDuplicates(tasks: readonly Task[]): void {
  const seen = new Map<string, Task>();
  for (const task of tasks) {
    const other = seen.get(task.key);
    if (other !== undefined) {
      throw new FabricError({
        code: "E_EXECUTOR_DUPLICATE_KEY",
        message: "two tasks have the same key",
        got: `${other.label} and ${task.label}, both ${task.key}`,
        expected: "a key per task",
        hint: "leave one of them out, or put what makes them differ into the key",
      });
    }
    seen.set(task.key, task);
  }
}
