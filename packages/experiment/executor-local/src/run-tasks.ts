import { availableParallelism } from "node:os";
import { FabricError } from "@fabriclab/spec";
import { Tinypool } from "tinypool";
import type { Json, Outcome, Progress, Task, TaskStore } from "./task.ts";
import { failureOf, type Answer, type Order } from "./worker.ts";

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
  readonly execArgv?: readonly string[];
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

  const workers = Math.min(
    options.workers ?? availableParallelism(),
    missing.length,
  );
  const pool = new Tinypool({
    filename: workerFile().href,
    name: "execute",
    minThreads: workers,
    maxThreads: workers,
    // Why: tinypool would otherwise start a new thread (and load the whole simulator again) for every task.
    isolateWorkers: false,
    ...(options.execArgv === undefined
      ? {}
      : { execArgv: [...options.execArgv] }),
  });

  // Each lane keeps one worker busy; a queue of all tasks inside the pool would have to be cancelled one by one.
  let next = 0;
  let broken: unknown;
  const lane = async (): Promise<void> => {
    while (next < missing.length && !signal?.aborted && broken === undefined) {
      const index = missing[next++]!;
      const task = tasks[index]!;
      const answer = await ask(pool, options.module, task.input, signal);
      if (answer === undefined) return;
      if ("failure" in answer) {
        outcomes[index] = {
          status: "failed",
          label: task.label,
          error: answer.failure,
        };
        report(task, "failed");
        continue;
      }
      try {
        await store?.put(task.key, answer.value);
      } catch (error) {
        broken = error;
        return;
      }
      outcomes[index] = { status: "done", value: answer.value, cached: false };
      report(task, "computed");
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, lane));
  } finally {
    await pool.destroy();
  }
  if (broken !== undefined) throw broken as Error;
  return outcomes;
}

/** One task on the pool; undefined when the signal stopped it. */
async function ask(
  pool: Tinypool,
  module: URL,
  input: Json,
  signal: AbortSignal | undefined,
): Promise<Answer | undefined> {
  const order: Order = { module: module.href, input };
  try {
    return (await pool.run(
      order,
      signal === undefined ? {} : { signal },
    )) as Answer;
  } catch (error) {
    if (signal?.aborted) return undefined;
    // The thread itself died: out of memory, or process.exit in the task.
    return { failure: failureOf(error) };
  }
}

function reporter(options: RunTasksOptions) {
  const total = options.tasks.length;
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
    const now = how === "cached" ? undefined : options.clock?.();
    first ??= now;
    const perSecond =
      first === undefined || now === undefined || now <= first
        ? undefined
        : (computed - 1) / (now - first);
    const progress: Progress = {
      total,
      ended,
      cached,
      failed,
      perSecond,
      secondsLeft:
        perSecond === undefined ? undefined : (total - ended) / perSecond,
      label: task.label,
    };
    options.onProgress?.(progress);
  };
}

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

// Beside this file under its own name: sources run as .ts, the build as .js.
const workerFile = (): URL =>
  new URL(
    import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js",
    import.meta.url,
  );
