import { readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { FabricError } from "@fabriclab/spec";
import { ghostWatch } from "./ghosts.ts";
import { checkSbatch } from "./own-options.ts";
import {
  checkRoom,
  orderName,
  takeFailure,
  writeOrder,
  type Order,
} from "./order.ts";
import { slurmCommands, type Slurm } from "./slurm.ts";
import { isAborted, logFile, startArray } from "./start-array.ts";
import type { Task, TaskHooks, TaskPool } from "./task.ts";

export interface SlurmPoolOptions {
  /** Folder for orders and logs; nodes must see it under the same name. */
  readonly folder: string;
  /** Program and arguments that a node is to call; the order's file is put behind them. It calls `doOrder`. */
  readonly command: readonly string[];
  /** Whether a task's result is in its place. */
  readonly finished: (task: Task) => boolean;
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
/** Looks at the queue between two at whether the job is held. */
const HELD_EVERY = 30;
/** Looks at the queue between two at whether elements run that have nothing left to do. */
const GHOSTS_EVERY = 5;
/** Seconds of silence of the controller after which the driver gives up; its jobs go on. */
const PATIENCE = 600;

/**
 * Does tasks as elements of a Slurm job array.
 *
 * Starting an element takes Slurm about a second, so an element does several tasks. Elements are requeued when their node is lost. A driver
 * that was killed finds its job again by its name and waits for it, instead of submitting it twice.
 *
 * @throws FabricError `E_SLURM_OWN_OPTION` at once; `E_SLURM_UNAVAILABLE`, `E_SLURM_REFUSED`, `E_SLURM_UNWRITABLE`, `E_SLURM_UNCERTAIN` when nobody knows
 * whether the job was accepted, and `E_SLURM_SILENT` when the controller has not answered for ten minutes
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
  const elements = Math.min(tasks.length, limit * WAVES, most);
  const order: Order = { elements, tasks };
  const name = `fabriclab-${orderName(order)}`;
  const file = writeOrder(folder, order);
  for (const task of tasks) takeFailure(file, task);
  const job = await startArray(options, slurm, { order, name, file, signal });
  if (job === undefined) return;

  const waiting = new Set(tasks);
  const collect = async (): Promise<void> => {
    for (const task of waiting) {
      if (!finished(task)) continue;
      waiting.delete(task);
      await onOutcome(task, { status: "done", value: null, cached: false });
    }
  };
  const seconds = options.pollSeconds ?? 1;
  const ghostsAmong = ghostWatch(order, finished);
  let silent = 0;
  let looks = 0;
  for (;;) {
    await collect();
    if (waiting.size === 0 || isAborted(signal)) break;
    const active = await slurm.active(name);
    // Why: Ctrl-C ends squeue, too, and that is no silence of the controller.
    if (isAborted(signal)) break;
    if (active === undefined) {
      if (silent === 0)
        onNote?.(`Slurm's controller does not answer; job ${job} goes on`);
      silent += seconds;
      if (silent > PATIENCE) throw tooSilent(job);
    } else {
      silent = 0;
      if (active.length === 0) break;
      looks++;
      if (looks % GHOSTS_EVERY === 0) {
        const running = (await slurm.running(job)) ?? [];
        for (const element of ghostsAmong(running, seconds * GHOSTS_EVERY)) {
          onNote?.(
            `Slurm believes that element ${element} of job ${job} runs, but its results are there: it is cancelled`,
          );
          await slurm.cancel(job, element);
        }
      }
      if (looks % HELD_EVERY === 0) {
        const reason = await slurm.held(job);
        if (reason !== undefined)
          onNote?.(
            `Slurm holds what is left of job ${job} (${reason}); \`scontrol release ${job}\` lets it go on`,
          );
      }
    }
    await sleep(
      seconds * 1000,
      undefined,
      signal === undefined ? {} : { signal },
    ).catch(() => undefined);
  }
  if (isAborted(signal)) {
    onNote?.(`job ${job} goes on; \`scancel ${job}\` ends it`);
    return;
  }
  // A network's file system may show a file later than the queue shows its job gone.
  for (let look = 0; look < 3 && waiting.size > 0; look++) {
    await sleep(seconds * 500);
    await collect();
  }
  for (const [at, task] of tasks.entries()) {
    if (!waiting.has(task)) continue;
    const told = takeFailure(file, task);
    // Why: a task that could write nothing looks like one that ended its process, and is not to blame.
    if (told === undefined) checkRoom(folder);
    await onOutcome(task, {
      status: "failed",
      label: task.label,
      error: told ?? {
        message: lastWords(logFile(folder, name, at % elements)),
      },
    });
  }
  rmSync(file, { force: true });
}

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

const tooSilent = (job: string): FabricError =>
  new FabricError({
    code: "E_SLURM_SILENT",
    message: "Slurm's controller has not answered for ten minutes",
    where: { path: "squeue" },
    got: `job ${job}`,
    expected: "a controller that answers",
    hint: "the job goes on; the same command waits for it again",
  });
