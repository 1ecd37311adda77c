import type { TaskFailure } from "@fabriclab/experiment-executor-local";
import type { SetOf } from "../compare/settings.ts";
import { drawsOf } from "./draws.ts";
import {
  drawDifferences,
  engineDifferences,
  type EngineDifferences,
} from "./engine-differences.ts";
import type { FailEngines } from "./engines.ts";
import { statusOf, type FailResult } from "./fail.ts";
import type { Failing, FailReport, State } from "./failure.ts";
import { isProblem, worstFirst, worstOf } from "./report.ts";

/** What `fail --json` prints of several routings. */
export interface ComparedFailReport extends Omit<FailReport, keyof Fate> {
  /** What fails, whatever the routing. */
  readonly failing: readonly Failing[];
  /** Routings that were given a list, by list. */
  readonly lists: FailEngines["lists"];
  /** Parameters of `--set`, each with the routings that have it. */
  readonly set: readonly SetOf[];
  /** In the order of `--routing`. */
  readonly engines: readonly EngineReport[];
  /** Which of them has most bandwidth left, as far as the samples tell; null where fewer than two can be compared. */
  readonly differences: EngineDifferences | null;
}

/** What is a routing's own. */
type Fate = Pick<
  FailReport,
  "routing" | "before" | "failures" | "worst" | "ranking" | "draws"
>;

/** What becomes of the fabric under one routing. */
export interface EngineReport extends Omit<Fate, "before"> {
  /** Of the fabric as it is. */
  readonly status: "routed" | "refused" | "failed" | "stopped";
  /** Why the fabric as it is was not routed. */
  readonly reason: TaskFailure | null;
  /** Null where the fabric as it is was not routed. */
  readonly before: State | null;
  /** Whether it routes what every failure leaves, loses no pairs that cables still join, and makes no credit loops; null where Ctrl-C came before that was known. */
  readonly stands: boolean | null;
}

/**
 * The report about one routing, or about several.
 *
 * @param common what is the same whatever the routing
 * @param results in the order of the engines
 */
export function failReport(
  common: Omit<FailReport, keyof Fate>,
  { engines, lists, set }: FailEngines,
  failing: readonly Failing[],
  results: readonly FailResult[],
): FailReport | ComparedFailReport {
  const { fabric, interrupted, ...asked } = common;
  const reports = results.map((result, i) =>
    engineReport(engines[i]?.routing ?? "", result, common.each === "draw"),
  );
  const [only] = reports;
  if (reports.length === 1 && only !== undefined && only.before !== null) {
    const { routing, before, failures, worst, ranking, draws } = only;
    const fate = { before, failures, worst, ranking, draws };
    return { fabric, routing, ...asked, ...fate, interrupted };
  }
  return {
    fabric,
    ...asked,
    failing,
    lists,
    set,
    engines: reports,
    differences: (common.each === "draw" ? drawDifferences : engineDifferences)(
      results.map(({ failures, series }, i) => ({
        routing: engines[i]?.routing ?? "",
        failures,
        series,
      })),
    ),
    interrupted,
  };
}

/** Whether the routing, or one at least of several, stands what fails. */
export const isStood = (report: FailReport | ComparedFailReport): boolean =>
  "engines" in report
    ? report.engines.some(({ stands }) => stands === true)
    : !report.failures.some((one) => isProblem(one, report.before));

/** What a result is worth. @param areDraws whether the failures were drawn alike */
function engineReport(
  routing: string,
  { before, reason, failures, ranking }: FailResult,
  areDraws: boolean,
): EngineReport {
  if (before === undefined)
    return {
      routing,
      status: reason === undefined ? "stopped" : statusOf(reason),
      reason: reason ?? null,
      before: null,
      stands: reason === undefined ? null : false,
      failures: [],
      worst: { pairs: null, loops: null, bandwidth: null },
      ranking: null,
      draws: null,
    };
  const isBad = failures.some((one) => isProblem(one, before));
  const isKnown = isBad || failures.every(({ status }) => status !== "stopped");
  return {
    routing,
    status: "routed",
    reason: null,
    before,
    stands: isKnown ? !isBad : null,
    failures: worstFirst(failures),
    worst: worstOf(failures, before, ranking),
    ranking,
    draws: areDraws ? drawsOf(failures, before) : null,
  };
}
