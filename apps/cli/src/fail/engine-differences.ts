import {
  CONFIDENCE,
  confidenceOfEach,
  isDifference,
  meanOf,
  pairedDifference,
  seriesOf,
  type Series,
} from "../compare/differences.ts";
import type { Failure } from "./failure.ts";

/** What several routings have left of the bandwidth, compared sample by sample. */
export interface EngineDifferences {
  /** What the samples are: bisections, of the mean over the failures; or draws, of the mean over the bisections. */
  readonly by: "bisection" | "draw";
  /** How many failures: all that some routing routes, of several that were not drawn those that cut nobody off. */
  readonly failures: number;
  /** Of all statements here together. */
  readonly confidence: number;
  /** The routing that has most left. */
  readonly most: string;
  /** What it has, in per cent of full bisection bandwidth, and half of the 95 % interval. */
  readonly bandwidth: number;
  readonly ci95: number;
  /** The others, in the order of `--routing`. */
  readonly others: readonly EngineDifference[];
  /** Routings that are not compared, as they do not route all of these failures. */
  readonly leftOut: readonly string[];
}

/** How much less than the best a routing has left. */
export interface EngineDifference {
  readonly routing: string;
  /** Percentage points, not negative, and half of the interval. */
  readonly less: number;
  readonly ci: number;
  /** Whether the samples show that there is a difference. */
  readonly isShown: boolean;
  /** Whether both have the same in each sample. */
  readonly isSame: boolean;
}

/** What a routing has after each failure. */
export interface AfterFailures {
  readonly routing: string;
  /** In the order of what fails, the same for all routings. */
  readonly failures: readonly (Pick<Failure, "critical" | "outcome"> &
    Partial<Pick<Failure, "status">>)[];
  /** Bandwidth, bisection by bisection; undefined where nothing was measured. */
  readonly series: readonly (Series | undefined)[];
}

/**
 * Which routing has most bandwidth left, and how much less each of the others, in the same bisections of the same endpoints. The intervals are so wide that all of them hold
 * together with 95 % confidence. O(routings · failures · samples).
 *
 * @returns null where fewer than two routings can be compared
 */
export function engineDifferences(
  engines: readonly AfterFailures[],
): EngineDifferences | null {
  const isMeasured = ({ failures, series }: AfterFailures, at: number) =>
    series[at] !== undefined && failures[at]?.outcome != null;
  const all = engines[0]?.failures ?? [];
  const isOpen = untried(engines);
  const places = [...all.keys()].filter(
    (at) =>
      !isOpen(at) &&
      // What is left when endpoints are cut off is other traffic after each failure.
      (all.length === 1 || all[at]?.critical !== true) &&
      engines.some((one) => isMeasured(one, at)),
  );
  const compared = engines
    .filter((one) => places.every((at) => isMeasured(one, at)))
    .map(({ routing, series }) => ({
      routing,
      series: meanSeries(places.map((at) => series[at])),
    }));
  const tried = engines.filter(({ series }) =>
    series.some((one) => one !== undefined),
  );
  return differencesOf("bisection", places.length, compared, tried);
}

/**
 * As {@link engineDifferences}, of failures that were drawn: draw by draw, with intervals over the draws, which stand for all that could have been drawn. Draws that cut endpoints
 * off count, too, as they leave all routings the same traffic. O(routings · draws).
 */
export function drawDifferences(
  engines: readonly Pick<AfterFailures, "routing" | "failures">[],
): EngineDifferences | null {
  const after = engines.map(({ routing, failures }) => ({
    routing,
    left: failures.map(({ outcome }) => outcome?.after.bandwidth ?? undefined),
  }));
  const isOpen = untried(engines);
  const places = [...(engines[0]?.failures ?? []).keys()].filter(
    (at) => !isOpen(at) && after.some(({ left }) => left[at] !== undefined),
  );
  if (places.length < 2) return null;
  const compared = after
    .filter(({ left }) => places.every((at) => left[at] !== undefined))
    .map(({ routing, left }) => ({
      routing,
      series: seriesOf(places.map((at) => left[at] ?? 0)),
    }));
  const tried = after.filter(({ left }) =>
    left.some((one) => one !== undefined),
  );
  return differencesOf("draw", places.length, compared, tried);
}

/** Whether Ctrl-C came before a failure was tried with all that were tried at all: what some have left there compares with nothing. */
function untried(
  engines: readonly Pick<AfterFailures, "failures">[],
): (at: number) => boolean {
  const begun = engines.filter(({ failures }) =>
    failures.some(({ status }) => status !== "stopped"),
  );
  return (at) =>
    begun.some(({ failures }) => failures[at]?.status === "stopped");
}

/** @param tried routings that have something left after some failure, those that are not compared included */
function differencesOf(
  by: EngineDifferences["by"],
  failures: number,
  compared: readonly { readonly routing: string; readonly series: Series }[],
  tried: readonly { readonly routing: string }[],
): EngineDifferences | null {
  let most = compared[0];
  if (failures === 0 || most === undefined || compared.length < 2) return null;
  for (const one of compared)
    if (meanOf(one.series).value > meanOf(most.series).value) most = one;
  const best = most;
  const { value, ci } = meanOf(best.series);
  const confidence = confidenceOfEach(compared.length - 1);
  const names = new Set(compared.map(({ routing }) => routing));
  return {
    by,
    failures,
    confidence: CONFIDENCE,
    most: best.routing,
    bandwidth: value,
    ci95: ci,
    others: compared
      .filter((one) => one !== best)
      .map(({ routing, series }) => {
        const less = pairedDifference(best.series, series, confidence);
        return {
          routing,
          less: less.value,
          ci: less.ci,
          isShown: isDifference(less),
          isSame: series.means.every(
            (mean, i) => mean === best.series.means[i],
          ),
        };
      }),
    leftOut: tried.flatMap(({ routing }) =>
      names.has(routing) ? [] : [routing],
    ),
  };
}

/** The mean of several series of the same bisections, bisection by bisection. */
function meanSeries(all: readonly (Series | undefined)[]): Series {
  const [first] = all;
  return {
    samples: first?.samples ?? 0,
    means: (first?.means ?? []).map(
      (_, i) =>
        all.reduce((sum, one) => sum + (one?.means[i] ?? 0), 0) / all.length,
    ),
  };
}
