import {
  abortOnInterrupt,
  type Json,
} from "@fabriclab/experiment-executor-local";
import { FabricError } from "@fabriclab/spec";
import type { Progress } from "../progress.ts";
import { runJobs } from "../run-jobs.ts";
import type { Series } from "../compare/differences.ts";
import type { Cut } from "./cut.ts";
import type { Failure, Ranking, State } from "./failure.ts";
import { rankBandwidth } from "./ranking.ts";
import type { Removal } from "../removals.ts";
import { run, type FailAnswer, type FailTask } from "./task.ts";

export interface FailOptions extends Omit<FailTask, "links"> {
  readonly removals: readonly Removal[];
  /** What each of them takes apart, if anything. */
  readonly cuts: readonly (Cut | undefined)[];
  /** Failures at a time, each in a thread of its own. */
  readonly jobs: number;
  readonly line: Progress;
  readonly onInterrupt: () => void;
}

/** What came out, failures in the order of `removals`; `before` is undefined where Ctrl-C came first. */
export interface FailResult {
  readonly before: State | undefined;
  readonly failures: readonly Failure[];
  readonly ranking: Ranking | null;
}

/**
 * Routes the fabric as it is, and without the cables of each removal. Ctrl-C ends those that run; what is finished stays.
 *
 * @throws FabricError where the fabric as it is cannot be routed
 */
export async function runFailures(options: FailOptions): Promise<FailResult> {
  const { removals, cuts, jobs, line, onInterrupt, ...common } = options;
  let done = 0;
  const show = (): void => line.update({ jobs: [done, removals.length + 1] });
  const ticking = setInterval(show, 500);
  const interrupt = abortOnInterrupt(process, onInterrupt);
  const refused = new AbortController();
  const label = "the fabric as it is";
  try {
    const outcomes = await runJobs({
      run,
      module: taskModule,
      tasks: [{ label, links: [] }, ...removals].map((one, i) => ({
        key: String(i),
        label: i === 0 ? label : one.label,
        input: {
          ...common,
          links: one.links,
        } satisfies FailTask as unknown as Json,
      })),
      jobs,
      signal: AbortSignal.any([interrupt.signal, refused.signal]),
      onProgress: (state) => {
        done = state.ended;
        // Where the fabric itself cannot be routed, nothing else says anything.
        if (state.failed > 0 && state.label === label) refused.abort();
        show();
      },
    });
    const [first, ...others] = outcomes;
    if (first?.status === "failed") throw thrown(first.error);
    const answers = outcomes.map((one) =>
      one.status === "done" ? (one.value as unknown as FailAnswer) : undefined,
    );
    const failures = removals.map((removal, i): Failure => {
      const outcome = others[i] ?? { status: "stopped" };
      const cut = cuts[i] ?? null;
      const blank = {
        label: removal.label,
        cables: removal.links.length,
        drawn: removal.drawn ?? [],
        reason: null,
        critical: cut !== null,
        cut,
        outcome: null,
      };
      if (outcome.status === "stopped") return { ...blank, status: "stopped" };
      if (outcome.status === "done")
        return {
          ...blank,
          status: "routed",
          outcome: answers[i + 1]?.outcome ?? null,
        };
      const { stack: _, ...reason } = outcome.error;
      const isRefusal = reason.code?.startsWith("E_") === true;
      return { ...blank, status: isRefusal ? "refused" : "failed", reason };
    });
    const [base, ...series] = answers.map(
      (one): Series | undefined => one?.series ?? undefined,
    );
    return {
      before: answers[0]?.before,
      failures,
      ranking: rankBandwidth(failures, base, series),
    };
  } finally {
    clearInterval(ticking);
    interrupt.release();
  }
}

/** A refusal that crossed a thread, with its fields. */
function thrown({
  code,
  message,
  where,
  got,
  expected,
  hint,
  stack,
}: NonNullable<Failure["reason"]>): Error {
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
