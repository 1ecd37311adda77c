import { availableParallelism, totalmem } from "node:os";
import type { Json } from "@fabriclab/spec";
import { Tinypool } from "tinypool";
import type { Outcome, Task } from "./task.ts";
import { threadEnvironment } from "./thread-environment.ts";
import { failureOf, type Answer, type Order } from "./worker.ts";

/** How much memory tasks may take together. */
export interface MemoryBound {
  /** Default: 80 % of what this machine, or this container, has. */
  readonly bytes?: number;
  /** Bytes in use; default: the resident memory of this process, threads included. */
  readonly used?: () => number;
}

export interface TaskPoolOptions {
  /** The module whose `run` does a task; a .ts file is run as it stands (Node 24), a .js file anywhere. */
  readonly module: URL;
  /** Threads; default: one per core. The results do not depend on it. */
  readonly workers?: number;
  /** Node flags of the threads; default: those of this process. */
  readonly execArgv?: readonly string[] | undefined;
  /** Without it, memory is not looked at. */
  readonly memory?: MemoryBound;
  /** A word to the user: fewer threads because of memory. */
  readonly onNote?: (text: string) => void;
}

export interface TaskHooks {
  /** Tasks that run are ended, tasks that wait are not begun: those have no outcome. */
  readonly signal?: AbortSignal;
  /** Called as tasks end; a thread waits for it before it begins another. What it throws ends all. */
  readonly onOutcome: (
    task: Task,
    outcome: Exclude<Outcome, { status: "stopped" }>,
  ) => void | Promise<void>;
}

/** Where tasks are done. The executor for a cluster has the same face. */
export interface TaskPool {
  run(tasks: readonly Task[], hooks: TaskHooks): Promise<void>;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Threads of this machine. */
export interface ThreadPool extends TaskPool {
  /**
   * Starts so many threads, of at most `workers`, and has them load the task module while the caller still finds out what there is to do.
   *
   * What goes wrong there is told by the first task. `close` ends them, used or not.
   */
  prepare(count: number): void;
}

/** How often memory is looked at, in ms. */
const LOOK_MS = 200;

const defaultBytes = (): number =>
  0.8 * Math.min(totalmem(), process.constrainedMemory() || Infinity);

interface Running {
  readonly task: Task;
  readonly controller: AbortController;
  /** Ended to make room; it is begun again later. */
  evicted: boolean;
}

/**
 * Threads that do tasks, for as many lists of tasks as are given to it.
 *
 * With a bound on memory, as many threads work as fit: when they come to use more, the task that was begun last is ended, done again later,
 * and one thread less is used from then on. One task always runs, whatever it takes.
 */
export function taskPool(options: TaskPoolOptions): ThreadPool {
  const workers = options.workers ?? availableParallelism();
  let limit = workers;
  let pool: Tinypool | undefined;
  const threads = (count: number): Tinypool =>
    (pool ??= new Tinypool({
      filename: workerFile().href,
      name: "execute",
      minThreads: Math.min(workers, count),
      maxThreads: workers,
      // Why: tinypool would otherwise start a new thread (and load the whole simulator again) for every task.
      isolateWorkers: false,
      // Why: it has a thread sleep between two tasks so that nothing of its own goes on there, to be quick with tasks of microseconds.
      useAtomics: false,
      env: threadEnvironment(),
      ...(options.execArgv === undefined
        ? {}
        : { execArgv: [...options.execArgv] }),
    }));
  const { memory, module, onNote } = options;
  const bytes = memory?.bytes ?? defaultBytes();
  const used = memory?.used ?? (() => process.memoryUsage.rss());

  /** Of each prepared thread, that it has loaded the module or failed to. */
  const loading: Promise<unknown>[] = [];

  return {
    prepare(count) {
      const on = threads(count);
      while (loading.length < Math.min(workers, count))
        loading.push(
          on.run(module.href, { name: "prepare" }).catch(() => undefined),
        );
    },
    async run(tasks, { signal, onOutcome }) {
      if (tasks.length === 0) return;
      const on = threads(tasks.length);
      const waiting = [...tasks];
      const running = new Set<Running>();
      let broken: unknown;
      let told = false;

      const look = (): void => {
        if (used() <= bytes) return;
        const youngest = [...running].at(-1);
        if (youngest === undefined) return;
        if (running.size > 1) {
          limit = running.size - 1;
          youngest.evicted = true;
          youngest.controller.abort();
          onNote?.(
            `more than ${Math.round(bytes / 2 ** 20)} MiB in use: ${limit} ${limit === 1 ? "thread" : "threads"} from now on`,
          );
        } else if (!told) {
          told = true;
          onNote?.(
            `${youngest.task.label} alone brings the memory in use above ${Math.round(bytes / 2 ** 20)} MiB`,
          );
        }
      };
      const timer =
        memory === undefined ? undefined : setInterval(look, LOOK_MS);

      let halt = (): void => undefined;
      const halted = new Promise<void>((resolve) => (halt = resolve));
      const stop = (): void => {
        halt();
        for (const { controller } of running) controller.abort();
      };
      const stopped = (): boolean =>
        signal?.aborted === true || broken !== undefined;
      signal?.addEventListener("abort", stop, { once: true });

      const one = async (task: Task): Promise<void> => {
        const controller = new AbortController();
        const self: Running = { task, controller, evicted: false };
        running.add(self);
        const answer = await ask(on, module, task.input, controller.signal);
        running.delete(self);
        if (answer === undefined) {
          if (self.evicted) waiting.unshift(task);
          return;
        }
        try {
          await onOutcome(
            task,
            "failure" in answer
              ? { status: "failed", label: task.label, error: answer.failure }
              : { status: "done", value: answer.value, cached: false },
          );
        } catch (error) {
          broken ??= error;
          stop();
        }
      };
      const lane = async (number: number): Promise<void> => {
        // Why: for a task that comes while all threads load, tinypool would start another one.
        await Promise.race([loading[number], halted]);
        for (;;) {
          if (stopped()) return;
          // Why the number: lanes beyond the limit leave; those below it take what is left.
          if (number >= limit) return;
          const task = waiting.shift();
          if (task === undefined) return;
          await one(task);
        }
      };
      try {
        while (waiting.length > 0 && !stopped()) {
          const lanes = Math.min(limit, waiting.length);
          await Promise.all(Array.from({ length: lanes }, (_, i) => lane(i)));
        }
      } finally {
        clearInterval(timer);
        signal?.removeEventListener("abort", stop);
      }
      if (broken !== undefined) throw broken as Error;
    },
    async close() {
      await pool?.destroy();
      pool = undefined;
      loading.length = 0;
    },
  };
}

/** One task on the pool; undefined when the signal stopped it. */
async function ask(
  pool: Tinypool,
  module: URL,
  input: Json,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const order: Order = { module: module.href, input };
  try {
    return (await pool.run(order, { signal })) as Answer;
  } catch (error) {
    if (signal.aborted) return undefined;
    // The thread itself died: out of memory, or process.exit in the task.
    return { failure: failureOf(error) };
  }
}

// Beside this file under its own name: sources run as .ts, the build as .js.
const workerFile = (): URL =>
  new URL(
    import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js",
    import.meta.url,
  );
