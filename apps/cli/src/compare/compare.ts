import type { Json } from "@fabriclab/spec";
import {
  abortOnInterrupt,
  type Outcome,
} from "@fabriclab/experiment-executor-local";
import { type Progress } from "../progress.ts";
import { runJobs } from "../run-jobs.ts";
import type { Series } from "./differences.ts";
import type { Answer, Candidate, Row } from "./row.ts";
import { startWork, type CompareTask } from "./task.ts";

export interface CompareOptions extends Omit<CompareTask, "candidate"> {
  readonly candidates: readonly Candidate[];
  /** Candidates at a time, each in a thread of its own. */
  readonly jobs: number;
  /** See `runJobs`. */
  readonly inThread: boolean;
  readonly line: Progress;
  /** Ctrl-C came. */
  readonly onInterrupt: () => void;
}

/** A row; where it was accepted, the routes over every channel, and its bandwidth bisection by bisection. */
export interface MeasuredRow {
  readonly row: Row;
  readonly routes: readonly number[] | undefined;
  readonly series: Series | undefined;
}

/**
 * Tries candidates in threads, as many at a time as `jobs`. Ctrl-C ends those that run; what is finished stays, the others are `stopped`. A candidate that
 * is refused, or throws, is a row like others.
 */
export async function compareEngines(
  options: CompareOptions,
): Promise<readonly MeasuredRow[]> {
  const { candidates, jobs, inThread, line, onInterrupt, ...common } = options;
  let ended = 0;
  let note = "";
  const open = candidates.map(labelOf);
  const show = (): void => {
    line.update({
      jobs: [ended, candidates.length],
      ...(note === "" ? {} : { note }),
    });
  };
  // A long candidate says nothing while it runs, so that the line would seem to stand still.
  const ticking = setInterval(show, 500);
  const interrupt = abortOnInterrupt(process, onInterrupt);
  try {
    const outcomes = await runJobs({
      run: startWork(),
      module: taskModule,
      tasks: candidates.map((candidate, i) => ({
        key: String(i),
        label: labelOf(candidate),
        input: {
          ...common,
          candidate,
        } satisfies CompareTask as unknown as Json,
      })),
      jobs,
      inThread,
      signal: interrupt.signal,
      onProgress: (progress) => {
        ({ ended } = progress);
        const place = open.indexOf(progress.label);
        if (place !== -1) open.splice(place, 1);
        // The last ones may take longer than all others together.
        note =
          open.length > 0 && open.length <= jobs
            ? `waiting for ${open.join(" and ")}`
            : `${progress.label} done`;
        show();
      },
    });
    return candidates.map((candidate, i) =>
      measuredRow(candidate, outcomes[i] ?? { status: "stopped" }),
    );
  } finally {
    clearInterval(ticking);
    interrupt.release();
  }
}

/** `ftree`, or `ftree with A`. */
export const labelOf = ({
  engine,
  lists,
  reverseHops,
}: Pick<Candidate, "engine" | "lists" | "reverseHops">): string =>
  `${engine}${lists === null ? "" : ` with ${lists}`}${reverseHops > 0 ? `, ${reverseHops} reverse hops` : ""}`;

function measuredRow(candidate: Candidate, outcome: Outcome): MeasuredRow {
  // The lists stand once in a report, under their names.
  const options = Object.fromEntries(
    Object.entries(candidate.options).filter(
      ([, value]) => !Array.isArray(value),
    ),
  );
  const blank = {
    ...candidate,
    options,
    reason: null,
    figures: null,
    seconds: null,
  };
  switch (outcome.status) {
    case "done": {
      const { figures, routes, series, seconds } =
        outcome.value as unknown as Answer;
      return {
        row: { ...blank, status: "accepted", figures, seconds },
        routes,
        series,
      };
    }
    case "failed": {
      const { stack: _, ...reason } = outcome.error;
      const isRefusal = reason.code?.startsWith("E_") === true;
      return {
        row: { ...blank, status: isRefusal ? "refused" : "failed", reason },
        routes: undefined,
        series: undefined,
      };
    }
    case "stopped":
      return {
        row: { ...blank, status: "stopped" },
        routes: undefined,
        series: undefined,
      };
  }
}

/** From sources as this process runs them, or the built file beside the built command. */
const taskModule = new URL(
  import.meta.url.endsWith(".ts") ? "./task.ts" : "./compare-task.js",
  import.meta.url,
);
