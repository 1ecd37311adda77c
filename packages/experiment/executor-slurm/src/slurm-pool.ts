import { readFileSync, rmSync } from "node:fs";
import { FabricError } from "@fabriclab/spec";
import { earlierJobs } from "./earlier-jobs.ts";
import { logFile, removeLogs } from "./logs.ts";
import { checkSbatch } from "./own-options.ts";
import { checkRoom, jobName, takeFailure, writeOrder } from "./order.ts";
import { slurmCommands, type Slurm } from "./slurm.ts";
import { isAborted, startArray } from "./start-array.ts";
import type { Order, Task, TaskHooks, TaskPool } from "./task.ts";
import { waitForJobs } from "./wait-for-jobs.ts";

export interface SlurmPoolOptions {
  /** Folder for orders and logs; nodes must see it under the same name. */
  readonly folder: string;
  /** Program and arguments that a node is to call; the order's file is put behind them. It calls `doOrder`. */
  readonly command: readonly string[];
  /** Whether a task's result is in its place. */
  readonly finished: (task: Task) => boolean;
  /**
   * What two tasks have in common that do the same, so that a job of an earlier driver is waited for. Default: key and input; needed where the
   * input may differ in what changes no result.
   */
  readonly same?: (task: Task) => string;
  /** Array elements at a time. */
  readonly limit: number;
  /** Options for sbatch; not those that the pool gives itself (`checkSbatch`). */
  readonly sbatch?: readonly string[];
  /** Seconds between looks at the queue; default 1. */
  readonly pollSeconds?: number;
  /** A word to the user: the job's number, a controller that does not answer. */
  readonly onNote?: (text: string) => void;
  readonly slurm?: Slurm;
}

/** Elements of an array for each that runs at a time: those that are done early leave room for others. */
const WAVES = 4;

/**
 * Does tasks as elements of a Slurm job array.
 *
 * Starting an element takes Slurm about a second, so an element does several tasks. Elements are requeued when their node is lost. A driver
 * that was killed or interrupted finds its job again and waits for it, whatever is finished meanwhile, and submits only what no job in the queue does.
 *
 * @throws FabricError `E_SLURM_OWN_OPTION` at once; `E_SLURM_UNAVAILABLE`, `E_SLURM_REFUSED`, `E_SLURM_UNWRITABLE`, `E_SLURM_UNCERTAIN` when nobody knows
 * whether the job was accepted, `E_SLURM_CANCELLED` where somebody cancelled what was not done, and `E_SLURM_SILENT` when the controller has not answered for ten minutes
 */
export function slurmPool(options: SlurmPoolOptions): TaskPool {
  checkSbatch(options.sbatch ?? []);
  return {
    run: (tasks, hooks) => runArray(options, tasks, hooks),
    close: () => Promise.resolve(),
  };
}

async function runArray(
  options: SlurmPoolOptions,
  tasks: readonly Task[],
  { signal, onOutcome }: TaskHooks,
): Promise<void> {
  if (tasks.length === 0) return;
  const { folder, limit, finished, onNote } = options;
  const slurm = options.slurm ?? slurmCommands();
  const most = await slurm.maxArray().catch((error: unknown) => {
    // Why: Ctrl-C ends what this process has begun, too, and that is no word about the cluster.
    if (isAborted(signal)) return undefined;
    throw error;
  });
  if (most === undefined || isAborted(signal)) return;
  const jobs = await earlierJobs(folder, tasks, slurm, options.same);
  // Why: Ctrl-C ends squeue, too, and nobody wants a job then.
  if (isAborted(signal)) return;
  for (const { job } of jobs)
    onNote?.(`waiting for job ${job}, which was submitted before`);
  const covered = new Set(jobs.flatMap((one) => one.tasks));
  const left = tasks.filter((task) => !covered.has(task));
  if (left.length > 0) {
    const order: Order = {
      elements: Math.min(left.length, limit * WAVES, most),
      tasks: left,
    };
    const name = jobName(order);
    const file = writeOrder(folder, order);
    const job = await startArray(options, slurm, { order, name, file, signal });
    if (job === undefined) return;
    jobs.push({ job, name, order, file, tasks: left });
  }

  const waiting = await waitForJobs(jobs, {
    slurm,
    finished,
    seconds: options.pollSeconds ?? 1,
    signal,
    onNote: (text) => onNote?.(text),
    onDone: (task) =>
      onOutcome(task, { status: "done", value: null, cached: false }),
  });
  if (isAborted(signal)) {
    for (const { job } of jobs)
      onNote?.(`job ${job} goes on; \`scancel ${job}\` ends it`);
    return;
  }
  const cancelled: string[] = [];
  for (const { job, name, order, file, tasks: own } of jobs) {
    const left = own.filter((task) => waiting.has(task));
    const place = new Map(order.tasks.map(({ key }, at) => [key, at]));
    const ended = new Set(left.length > 0 ? await slurm.cancelled(job) : []);
    for (const task of left) {
      const told = takeFailure(file, task);
      // Why: a task that could write nothing looks like one that ended its process, and is not to blame.
      if (told === undefined) checkRoom(folder);
      const element = (place.get(task.key) ?? 0) % order.elements;
      // Why: what somebody ended, or never let begin, is not to blame, and is not to be begun again against that will.
      if (told === undefined && ended.has(element)) {
        cancelled.push(`${job}_${element}`);
        continue;
      }
      await onOutcome(task, {
        status: "failed",
        label: task.label,
        error: told ?? {
          message: lastWords(logFile(folder, name, element)),
        },
      });
    }
    rmSync(file, { force: true });
    removeLogs(folder, order, finished);
  }
  if (cancelled.length > 0) throw wasCancelled([...new Set(cancelled)]);
}

const wasCancelled = (elements: readonly string[]): FabricError =>
  new FabricError({
    code: "E_SLURM_CANCELLED",
    message: "array tasks were cancelled before they were done",
    where: { path: "scancel" },
    got: `${elements.length} cancelled, such as ${elements[0] ?? ""}`,
    expected: "a job that may end by itself",
    hint: "what is finished is kept; the same command submits the rest again",
  });

/** The last line of a log: what an element said before it ended. */
function lastWords(file: string): string {
  try {
    const line = readFileSync(file, "utf8").trim().split("\n").at(-1) ?? "";
    if (line !== "") return `its array task ended: ${line}`;
  } catch {
    // No log: it never began.
  }
  return "its array task ended without a word";
}
