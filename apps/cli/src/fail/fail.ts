import { performance } from "node:perf_hooks";
import {
  abortOnInterrupt,
  type Outcome as JobOutcome,
  type TaskFailure,
} from "@fabriclab/experiment-executor-local";
import { FabricError, type Json } from "@fabriclab/spec";
import type { Progress } from "../progress.ts";
import { runJobs } from "../run-jobs.ts";
import type { Series } from "../compare/differences.ts";
import type { Cut } from "./cut.ts";
import type { Failing, Failure, Ranking, State } from "./failure.ts";
import { rankBandwidth } from "./ranking.ts";
import type { Removal } from "../removals.ts";
import { ofEach, repeatsOf } from "./repeats.ts";
import { taskOrder } from "./task-order.ts";
import { startWork, type FailAnswer, type FailTask } from "./task.ts";
import { heardFrom } from "./telling.ts";

/** A routing under which the fabric fails, with its options. */
export type FailEngine = Pick<FailTask, "flags" | "options">;

export interface FailOptions extends Omit<
  FailTask,
  "links" | "label" | "channel" | keyof FailEngine
> {
  readonly engines: readonly FailEngine[];
  readonly removals: readonly Removal[];
  /** What each of them takes apart, if anything. */
  readonly cuts: readonly (Cut | undefined)[];
  /** What `basesKept` says of the fabric. */
  readonly kept: number;
  /** Failures at a time, each in a thread of its own. */
  readonly jobs: number;
  /** See `runJobs`. */
  readonly inThread: boolean;
  readonly line: Progress;
  readonly onInterrupt: () => void;
}

/** What came out under a routing, failures in the order of `removals`; `before` is undefined where it refuses the fabric as it is, or where Ctrl-C came first. */
export interface FailResult {
  /** Why the fabric as it is was not routed; undefined where it was, or where Ctrl-C came first. */
  readonly reason: TaskFailure | undefined;
  readonly before: State | undefined;
  readonly failures: readonly Failure[];
  readonly ranking: Ranking | null;
  /** Bandwidth after each failure, bisection by bisection; undefined where nothing was measured. */
  readonly series: readonly (Series | undefined)[];
}

/**
 * Routes the fabric as it is, and without the cables of each removal, by each of the engines; results are in their order. An engine that refuses leaves the
 * others alone. Removals of the same cables are tried once. Ctrl-C ends those that run; what is finished stays, of all engines alike where their tables can be kept.
 */
export async function runFailures(options: FailOptions): Promise<FailResult[]> {
  const { engines, removals, cuts, kept, line, onInterrupt, ...rest } = options;
  const { jobs, inThread, ...common } = rest;
  const repeats = repeatsOf(removals);
  const each = repeats.firsts.length + 1;
  const total = engines.length * each;
  const order = taskOrder(engines.length, each, kept);
  // The first place is that of the fabric as it is.
  const tried = [undefined, ...repeats.firsts.map((at) => removals[at])];
  let done = 0;
  let note = "";
  const show = (): void =>
    line.update({
      jobs: [done, total],
      ...(note === "" ? {} : { note }),
    });
  const channel = `fabriclab-fail-${process.pid}-${performance.now()}`;
  const stopHearing = heardFrom(channel, (text) => {
    note = text;
    show();
  });
  const ticking = setInterval(show, 500);
  const interrupt = abortOnInterrupt(process, onInterrupt);
  const refused = new AbortController();
  // Labels tell the fabric as it is from what nodes are called.
  const wholes = new Set(engines.map((_, i) => `the fabric as it is, ${i}`));
  const left = new Set(wholes);
  let failedBefore = 0;
  try {
    const outcomes = await runJobs({
      run: startWork(),
      module: taskModule,
      tasks: order.flatMap(([i, k]) =>
        engines.slice(i, i + 1).map((engine) => ({
          key: `${i}, ${k}`,
          label: tried[k]?.label ?? `the fabric as it is, ${i}`,
          input: {
            ...common,
            ...engine,
            links: tried[k]?.links ?? [],
            label: tried[k]?.label ?? "the fabric as it is",
            // In this process nothing is heard until a task is over.
            ...(inThread || jobs > 1 ? { channel } : {}),
          } satisfies FailTask as unknown as Json,
        })),
      ),
      jobs,
      inThread,
      signal: AbortSignal.any([interrupt.signal, refused.signal]),
      onProgress: (state) => {
        done = state.ended;
        note = "";
        // Where no engine routes the fabric itself, nothing else says anything.
        if (state.failed > failedBefore && left.delete(state.label))
          if (left.size === 0) refused.abort();
        failedBefore = state.failed;
        show();
      },
    });
    return engines.map((_, i) => {
      const own = outcomes.filter((_, at) => order[at]?.[0] === i);
      const [first, ...others] = own;
      return resultOf(removals, cuts, first, ofEach(repeats, others));
    });
  } finally {
    clearInterval(ticking);
    stopHearing();
    interrupt.release();
  }
}

/**
 * @param first of the fabric as it is
 * @param others of each removal
 */
function resultOf(
  removals: readonly Removal[],
  cuts: readonly (Cut | undefined)[],
  first: JobOutcome | undefined,
  others: readonly JobOutcome[],
): FailResult {
  if (first?.status === "failed")
    return {
      reason: reasonOf(first.error),
      before: undefined,
      failures: [],
      ranking: null,
      series: [],
    };
  const answers = [first, ...others].map((one) =>
    one?.status === "done" ? (one.value as unknown as FailAnswer) : undefined,
  );
  const failures = removals.map((removal, i): Failure => {
    const outcome = others[i] ?? { status: "stopped" };
    const { critical, cut, ...named } = failingOf(removal, cuts[i]);
    const blank = { ...named, reason: null, critical, cut, outcome: null };
    if (outcome.status === "stopped") return { ...blank, status: "stopped" };
    if (outcome.status === "done")
      return {
        ...blank,
        status: "routed",
        outcome: answers[i + 1]?.outcome ?? null,
      };
    const reason = reasonOf(outcome.error);
    return { ...blank, status: statusOf(reason), reason };
  });
  const [base, ...series] = answers.map(
    (one): Series | undefined => one?.series ?? undefined,
  );
  return {
    reason: undefined,
    before: answers[0]?.before,
    failures,
    ranking: rankBandwidth(failures, base, series),
    series,
  };
}

/** What fails, whatever the routing. */
export const failingOf = (removal: Removal, cut: Cut | undefined): Failing => ({
  label: removal.label,
  cables: removal.links.length,
  drawn: removal.drawn ?? [],
  critical: cut !== undefined,
  cut: cut ?? null,
});

/** A refusal has a code; anything else is a fault. */
export const statusOf = ({ code }: TaskFailure): "refused" | "failed" =>
  code?.startsWith("E_") === true ? "refused" : "failed";

const reasonOf = ({ stack: _, ...reason }: TaskFailure): TaskFailure => reason;

/** A refusal that crossed a thread, with its fields. */
export function thrown({
  code,
  message,
  where,
  got,
  expected,
  hint,
  stack,
}: TaskFailure): Error {
  if (code?.startsWith("E_") !== true)
    return new Error(message, { cause: stack });
  return new FabricError({
    code: code as `E_${string}`,
    message,
    ...(where === undefined ? {} : { where }),
    ...(got === undefined ? {} : { got }),
    ...(expected === undefined ? {} : { expected }),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** From sources as this process runs them, or the built file beside the built command. */
const taskModule = new URL(
  import.meta.url.endsWith(".ts") ? "./task.ts" : "./fail-task.js",
  import.meta.url,
);
