import { availableParallelism } from "node:os";
import {
  runTasks,
  type Outcome,
  type RunTasksOptions,
  type Task,
  type TaskFailure,
} from "@fabriclab/experiment-executor-local";
import { type Fabric, FabricError, type Json } from "@fabriclab/spec";
import { threadFlags } from "./thread-flags.ts";

/** Host ports of a fabric up to which starting a thread takes longer than the work. */
const SMALL = 300;

export const isSmall = (fabric: Fabric): boolean =>
  fabric.endportCount - fabric.switchCount <= SMALL;

/** Jobs at a time where nobody says how many: on a small fabric one, else one for each core. */
export const defaultJobs = (fabric: Fabric): number =>
  isSmall(fabric) ? 1 : availableParallelism();

/** For a command's help. */
export const JOBS_DEFAULT = `one for each core; 1 up to ${SMALL} host ports`;

export interface JobOptions {
  /** What `module` exports, for work in this process. */
  readonly run: (input: never) => Promise<unknown>;
  readonly module: URL;
  readonly tasks: readonly Task[];
  readonly jobs: number;
  /** In a thread also where it is one job at a time: a long one would keep this process from hearing Ctrl-C. */
  readonly inThread: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: NonNullable<RunTasksOptions["onProgress"]>;
}

/**
 * Does tasks: one at a time in this process, where Ctrl-C is heard between them, or in threads, which Ctrl-C ends. The results are the same.
 */
export async function runJobs(
  options: JobOptions,
): Promise<readonly Outcome[]> {
  const { run, module, tasks, jobs, inThread, signal, onProgress } = options;
  if (jobs > 1 || inThread)
    return await runTasks({
      module,
      tasks,
      workers: jobs,
      signal,
      onProgress,
      execArgv: threadFlags(),
    });
  const outcomes: Outcome[] = tasks.map(() => ({ status: "stopped" }));
  let failed = 0;
  for (const [i, { label, input }] of tasks.entries()) {
    // Lets signals and the progress line have their turn.
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) break;
    try {
      const value = (await run(input as never)) as Json;
      outcomes[i] = { status: "done", value, cached: false };
    } catch (error) {
      failed += 1;
      outcomes[i] = { status: "failed", label, error: failureOf(error) };
    }
    onProgress({
      total: tasks.length,
      ended: i + 1,
      cached: 0,
      failed,
      perSecond: undefined,
      secondsLeft: undefined,
      label,
    });
  }
  return outcomes;
}

/** The words of an error, as a thread would send them. */
function failureOf(error: unknown): TaskFailure {
  if (!FabricError.is(error))
    return { message: error instanceof Error ? error.message : String(error) };
  const { code, message, where, got, expected, hint } = error;
  return {
    message,
    code,
    where,
    ...(got === undefined ? {} : { got }),
    ...(expected === undefined ? {} : { expected }),
    ...(hint === undefined ? {} : { hint }),
  };
}
