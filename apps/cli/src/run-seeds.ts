import { performance } from "node:perf_hooks";
import { BroadcastChannel } from "node:worker_threads";
import {
  abortOnInterrupt,
  runTasks,
  type Outcome,
  type TaskFailure,
} from "@fabriclab/experiment-executor-local";
import {
  compose,
  idleParts,
  poolReplications,
  type Experiment,
  type Replicated,
  type Replication,
} from "@fabriclab/sim";
import { FabricError, type Json } from "@fabriclab/spec";
import type { Progress } from "./progress.ts";
import type { Recipe } from "./recipe.ts";
import type { SeedProgress, SeedTask } from "./run-task.ts";
import { threadFlags } from "./thread-flags.ts";

export interface SeedsOptions {
  readonly recipe: Recipe;
  readonly experiment: Experiment;
  /** In the order in which the runs are listed. */
  readonly seeds: readonly number[];
  /** Runs at a time, each in a thread of its own. */
  readonly jobs: number;
  /** Modules named with `--plugin`. */
  readonly modules: readonly string[];
  readonly line: Progress;
  /** Told, before the runs, which parts of the experiment can do nothing in it. */
  readonly onNotes: (notes: readonly string[]) => void;
  /** Ctrl-C came. */
  readonly onInterrupt: () => void;
}

/**
 * Runs an experiment once per seed, several at a time. The figures are those of `replicate`, for any number of jobs.
 *
 * @returns undefined when Ctrl-C stopped it
 * @throws FabricError what composing the experiment refuses, and what a run throws; the other runs are stopped then
 */
export async function runSeeds(
  options: SeedsOptions,
): Promise<Replicated | undefined> {
  const { recipe, experiment, seeds, jobs, modules, line } = options;
  // Before any thread is started: what cannot be composed is refused once.
  const composition = compose({ ...experiment, seed: seeds[0] ?? 0 });
  options.onNotes(idleParts(composition));
  const channel = `fabriclab-seeds-${process.pid}-${performance.now()}`;
  const stopListening = listen(channel, seeds.length, line);
  const interrupt = abortOnInterrupt(process, options.onInterrupt);
  const failure = new AbortController();
  try {
    const outcomes = await runTasks({
      module: taskModule,
      tasks: seeds.map((seed) => ({
        key: `seed ${seed}`,
        label: `seed ${seed}`,
        input: {
          recipe,
          modules,
          seed,
          channel,
        } satisfies SeedTask as unknown as Json,
      })),
      workers: jobs,
      signal: AbortSignal.any([interrupt.signal, failure.signal]),
      onProgress: ({ failed }) => {
        if (failed > 0) failure.abort();
      },
      execArgv: threadFlags(),
    });
    for (const outcome of outcomes) {
      if (outcome.status === "failed") throw thrown(outcome.error);
    }
    const runs = outcomes.filter(isDone).map(replicationIn);
    return runs.length < seeds.length
      ? undefined
      : poolReplications(composition, runs);
  } finally {
    interrupt.release();
    stopListening();
  }
}

const isDone = (
  outcome: Outcome,
): outcome is Extract<Outcome, { status: "done" }> => outcome.status === "done";

/** What a thread sent, which is `run` of the task module. */
const replicationIn = (outcome: Extract<Outcome, { status: "done" }>) =>
  outcome.value as unknown as Replication;

/** From sources as this process runs them, or the built file beside the built command. */
const taskModule = new URL(
  import.meta.url.endsWith(".ts") ? "./run-task.ts" : "./run-task.js",
  import.meta.url,
);

/** Shows the progress of all runs together. @returns a function that stops it */
function listen(channel: string, total: number, line: Progress): () => void {
  const runs = new Map<number, SeedProgress>();
  const heard = new BroadcastChannel(channel);
  heard.onmessage = (message: unknown) => {
    const { data } = message as { readonly data: SeedProgress };
    runs.set(data.seed, data);
    let fraction = 0;
    let packetHops = 0;
    for (const run of runs.values()) {
      fraction += run.fraction / total;
      packetHops += run.packetHops;
    }
    const warming = [...runs.values()].every(
      ({ phase }) => phase === "warm-up",
    );
    line.update({
      ...(warming ? { stage: "warming up" } : { fraction }),
      packetHops,
      note: `${runs.size} of ${total} runs begun`,
    });
  };
  return () => heard.close();
}

/** An error that crossed a thread, with its fields. */
function thrown(failure: TaskFailure): Error {
  const { code, message, where, got, expected, hint, stack } = failure;
  if (!isCode(code)) return new Error(message, { cause: stack });
  return new FabricError({
    code,
    message,
    ...(where === undefined ? {} : { where }),
    ...(got === undefined ? {} : { got }),
    ...(expected === undefined ? {} : { expected }),
    ...(hint === undefined ? {} : { hint }),
  });
}

const isCode = (code: string | undefined): code is `E_${string}` =>
  code?.startsWith("E_") === true;
