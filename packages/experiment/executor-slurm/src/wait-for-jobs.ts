import { setTimeout as sleep } from "node:timers/promises";
import { FabricError } from "@fabriclab/spec";
import type { WaitedJob } from "./earlier-jobs.ts";
import { ghostWatch } from "./ghosts.ts";
import type { Slurm } from "./slurm.ts";
import { isAborted } from "./start-array.ts";
import type { Task } from "./task.ts";

interface Waiting {
  readonly slurm: Slurm;
  readonly finished: (task: Task) => boolean;
  /** Between looks at the queue. */
  readonly seconds: number;
  readonly signal: AbortSignal | undefined;
  readonly onNote: (text: string) => void;
  /** Told of each task whose result is in its place. */
  readonly onDone: (task: Task) => void | Promise<void>;
}

/** Looks at the queue between two at whether something keeps a job from beginning. */
const STUCK_EVERY = 30;
/** Looks at the queue between two at whether elements run that have nothing left to do. */
const GHOSTS_EVERY = 5;
/** Seconds of silence of the controller after which the driver gives up; its jobs go on. */
const PATIENCE = 600;

/**
 * Waits until every task of the jobs has its result, or no job is in the queue any more, or the signal comes.
 *
 * @returns the tasks without a result
 * @throws FabricError `E_SLURM_SILENT` when the controller has not answered for ten minutes
 */
export async function waitForJobs(
  jobs: readonly WaitedJob[],
  { slurm, finished, seconds, signal, onNote, onDone }: Waiting,
): Promise<ReadonlySet<Task>> {
  const waiting = new Set(jobs.flatMap(({ tasks }) => tasks));
  const collect = async (): Promise<void> => {
    for (const task of waiting) {
      if (!finished(task)) continue;
      waiting.delete(task);
      await onDone(task);
    }
  };
  const watches = jobs.map((one) => ({
    ...one,
    ghostsAmong: ghostWatch(one.order, finished),
    told: new Set<string>(),
  }));
  const names = listed(jobs);
  let silent = 0;
  let looks = 0;
  for (;;) {
    await collect();
    if (waiting.size === 0 || isAborted(signal)) break;
    const going: typeof watches = [];
    let isSilent = false;
    for (const one of watches) {
      const active = await slurm.active(one.name);
      if (active === undefined) isSilent = true;
      else if (active.length > 0) going.push(one);
    }
    // Why: Ctrl-C ends squeue, too, and that is no silence of the controller.
    if (isAborted(signal)) break;
    if (isSilent) {
      if (silent === 0)
        onNote(
          `Slurm's controller does not answer; ${names} ${jobs.length === 1 ? "goes" : "go"} on`,
        );
      silent += seconds;
      if (silent > PATIENCE) throw tooSilent(names);
    } else {
      silent = 0;
      if (going.length === 0) break;
      looks++;
      for (const { job, ghostsAmong, told } of going) {
        if (looks % GHOSTS_EVERY === 0) {
          const running = (await slurm.running(job)) ?? [];
          for (const element of ghostsAmong(running, seconds * GHOSTS_EVERY)) {
            onNote(
              `Slurm believes that element ${element} of job ${job} runs, but its results are there: it is cancelled`,
            );
            await slurm.cancel(job, element);
          }
        }
        if (looks % STUCK_EVERY === 0) {
          const reason = await slurm.stuck(job);
          if (reason === undefined || told.has(reason)) continue;
          told.add(reason);
          onNote(stuckNote(job, reason));
        }
      }
    }
    await sleep(
      seconds * 1000,
      undefined,
      signal === undefined ? {} : { signal },
    ).catch(() => undefined);
  }
  // A network's file system may show a file later than the queue shows its job gone.
  for (
    let look = 0;
    look < 3 && waiting.size > 0 && !isAborted(signal);
    look++
  ) {
    await sleep(seconds * 500);
    await collect();
  }
  return waiting;
}

/** `job 7`, `jobs 7 and 9` */
const listed = (jobs: readonly WaitedJob[]): string =>
  `${jobs.length === 1 ? "job" : "jobs"} ${jobs.map(({ job }) => job).join(" and ")}`;

const stuckNote = (job: string, reason: string): string =>
  /held/i.test(reason)
    ? `Slurm holds what is left of job ${job} (${reason}); \`scontrol release ${job}\` lets it go on`
    : `Slurm does not begin what is left of job ${job} (${reason}); \`scancel ${job}\` ends it`;

const tooSilent = (names: string): FabricError =>
  new FabricError({
    code: "E_SLURM_SILENT",
    message: "Slurm's controller has not answered for ten minutes",
    where: { path: "squeue" },
    got: names,
    expected: "a controller that answers",
    hint: "what is in the queue goes on; the same command waits for it again",
  });
