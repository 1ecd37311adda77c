import type { MetricValue } from "@fabriclab/spec";
import type { ChangeResult, RunResult } from "./experiment.ts";
import { IndependentReplications } from "./statistics/independent-replications.ts";

/** What became of a change in several runs. */
export interface ReplicatedChange {
  /** When, in ps. */
  readonly at: number;
  /** As `ChangeResult.what`. */
  readonly what: string;
  /** Runs that came to it. */
  readonly reached: number;
  /** Packets lost from then until the next change, means over the runs; absent where not all came to it. */
  readonly lost?: {
    readonly linkDown: MetricValue;
    readonly unroutable: MetricValue;
  };
  /** Of a failure, where all runs came to it: mean of `ChangeResult.recoveryPs`, in ps. */
  readonly recovery?: MetricValue;
}

/** Takes the changes of runs of one experiment together. */
export function replicatedChanges(
  runs: readonly RunResult[],
  confidence: number,
): ReplicatedChange[] {
  return (runs[0]?.changes ?? []).map(({ at, what }, k) => {
    const seen = runs.flatMap(({ seed, changes }) => {
      const change = changes?.[k];
      return change?.reached === true ? [{ seed, change }] : [];
    });
    const reached = seen.length;
    const common = { at, what, reached };
    if (reached < runs.length) return common;
    const mean = (
      unit: string,
      absent: string,
      of: (change: ChangeResult) => number | undefined,
    ): MetricValue => {
      const replications = new IndependentReplications(confidence);
      for (const { seed, change } of seen) {
        const value = of(change);
        if (value === undefined)
          return { value: Number.NaN, unit, absent: `seed ${seed}: ${absent}` };
        replications.add(value);
      }
      const { mean: value, halfWidth, count } = replications.interval();
      const { values } = replications;
      return {
        value,
        unit,
        ...(Number.isFinite(halfWidth) ? { ci95: halfWidth } : {}),
        detail: {
          runs: count,
          min: Math.min(...values),
          max: Math.max(...values),
        },
      };
    };
    const isFailure = seen.some(({ change }) => change.repaired !== undefined);
    return {
      ...common,
      lost: {
        linkDown: mean("packets", "none", ({ lost }) => lost?.linkDown),
        unroutable: mean("packets", "none", ({ lost }) => lost?.unroutable),
      },
      ...(isFailure
        ? {
            recovery: mean(
              "ps",
              "not repaired before the run ended",
              ({ recoveryPs }) => recoveryPs,
            ),
          }
        : {}),
    };
  });
}
