import {
  FabricError,
  type MetricState,
  type MetricValue,
} from "@fabriclab/spec";
import { haveCommonMean } from "./alike-runs.ts";
import { compose } from "./compose.ts";
import type { Composition } from "./composition.ts";
import { withEntryNames } from "./entry-names.ts";
import type { Experiment, RunResult, RunStatus } from "./experiment.ts";
import { createObserver, MetricSet } from "./metric-set.ts";
import {
  replicatedChanges,
  type ReplicatedChange,
} from "./replicated-changes.ts";
import { observeExperiment, type ObservedRun } from "./run-experiment.ts";
import type { RunOptions } from "./run-options.ts";
import { IndependentReplications } from "./statistics/independent-replications.ts";

/** Runs of one experiment under several seeds, taken together. */
export interface Replicated {
  readonly experiment: string;
  readonly seeds: readonly number[];
  /**
   * Per result name: `value` is the mean over the runs and `ci95` its Student-t half-width; `percentiles` are those of all runs' observations pooled, where the metric
   * hands on what it saw (`Metric.state`);
   * `detail` has `runs`, `min` and `max` of the runs' values.
   */
  readonly metrics: Readonly<Record<string, MetricValue>>;
  /** The runs' common status, or the gravest: deadlocked, saturated, limit, converged, finished. */
  readonly status: RunStatus;
  readonly runs: readonly RunResult[];
  /** In the order of time; absent where the experiment has none. */
  readonly changes?: readonly ReplicatedChange[];
}

/** Gravest first. */
const GRAVITY: readonly RunStatus[] = [
  "deadlocked",
  "saturated",
  "limit",
  "converged",
  "finished",
];

/** One of several runs, wherever it ran: plain data, so that it crosses threads. */
export interface Replication {
  readonly result: RunResult;
  /** Ticks of the measured interval. */
  readonly ticks: number;
  /** Metric's index -> what its observer saw. */
  readonly states: Readonly<Record<number, MetricState>>;
}

/**
 * Runs an experiment once per seed, in this thread, and takes the results together.
 *
 * @throws FabricError `E_SIM_SEEDS` without seeds or with one twice, and whatever `runExperiment` throws
 */
export async function replicate(
  experiment: Experiment,
  seeds: readonly number[],
  options: RunOptions = {},
): Promise<Replicated> {
  if (seeds.length === 0 || new Set(seeds).size !== seeds.length) {
    throw new FabricError({
      code: "E_SIM_SEEDS",
      message: "replications need seeds that differ",
      where: { path: "seeds" },
      got: seeds.join(", "),
      expected: "one or more different integers",
    });
  }
  const runs: Replication[] = [];
  let composition: Composition | undefined;
  for (const [index, seed] of seeds.entries()) {
    const { onProgress, onNotes, ...others } = options;
    const run = await observeExperiment(
      { ...experiment, seed },
      {
        ...others,
        // The runs differ in their seeds only.
        ...(onNotes === undefined || index > 0 ? {} : { onNotes }),
        ...(onProgress === undefined
          ? {}
          : {
              onProgress: (progress) => {
                onProgress({
                  ...progress,
                  fraction: (index + progress.fraction) / seeds.length,
                });
              },
            }),
      },
    );
    runs.push(replicationOf(run));
    composition ??= run.composition;
  }
  return poolReplications(composition ?? compose(experiment), runs);
}

/**
 * One run of several that are taken together by {@link poolReplications}.
 *
 * @throws whatever `runExperiment` throws
 */
export async function runReplication(
  experiment: Experiment,
  options: RunOptions = {},
): Promise<Replication> {
  return replicationOf(await observeExperiment(experiment, options));
}

const replicationOf = ({
  result,
  ticks,
  metrics,
}: ObservedRun): Replication => ({ result, ticks, states: metrics.states() });

/**
 * Takes runs of one experiment together, with the percentiles of all their observations.
 *
 * @param composition of the experiment, under any of the seeds
 * @param runs in the order in which they are to be listed; the figures do not depend on where they ran
 */
export function poolReplications(
  composition: Composition,
  runs: readonly Replication[],
): Replicated {
  const pooled = new MetricSet(composition, 0, (index) =>
    runs.every(({ states }) => states[index] !== undefined)
      ? createObserver(composition, index)
      : undefined,
  );
  let ticks = 0;
  for (const run of runs) {
    pooled.mergeStates(run.states);
    ticks += run.ticks;
  }
  const results = withEntryNames(
    pooled.results(ticks),
    composition.experiment.traffic,
  );
  const together = summarize(
    runs.map(({ result }) => result),
    composition.experiment.measure.confidence,
  );
  const metrics: Record<string, MetricValue> = {};
  for (const [name, value] of Object.entries(together.metrics)) {
    const percentiles =
      value.absent === undefined ? results[name]?.percentiles : undefined;
    metrics[name] =
      percentiles === undefined ? value : { ...value, percentiles };
  }
  return { ...together, metrics };
}

/**
 * Takes finished runs of one experiment together, wherever they ran. As `replicate`, but without percentiles, which need the observers.
 *
 * A result that is absent in one run (saturated, say) is absent in all: a mean over the runs that happened to have one would be biased.
 */
export function summarize(
  runs: readonly RunResult[],
  confidence: number,
): Replicated {
  const names = new Set(runs.flatMap((run) => Object.keys(run.metrics)));
  const metrics: Record<string, MetricValue> = {};
  for (const name of names) metrics[name] = together(runs, name, confidence);
  const changes = replicatedChanges(runs, confidence);
  return {
    experiment: runs[0]?.experiment ?? "",
    seeds: runs.map(({ seed }) => seed),
    metrics,
    status:
      GRAVITY.find((status) => runs.some((run) => run.status === status)) ??
      "finished",
    runs,
    ...(changes.length === 0 ? {} : { changes }),
  };
}

function together(
  runs: readonly RunResult[],
  name: string,
  confidence: number,
): MetricValue {
  const unit =
    runs.find((run) => run.metrics[name] !== undefined)?.metrics[name]?.unit ??
    "1";
  const replications = new IndependentReplications(confidence);
  /** Why there is no result -> the seeds for which there is none. */
  const absent = new Map<string, number[]>();
  for (const run of runs) {
    const value = run.metrics[name];
    if (value !== undefined && Number.isFinite(value.value)) {
      replications.add(value.value);
      continue;
    }
    const why = value?.absent ?? "no such result";
    absent.set(why, [...(absent.get(why) ?? []), run.seed]);
  }
  if (absent.size > 0)
    return {
      value: Number.NaN,
      unit,
      absent: [...absent]
        .map(([why, seeds]) => `${seedsInWords(seeds, runs.length)}: ${why}`)
        .join("; "),
    };
  const { mean, halfWidth, count } = replications.interval();
  const { values } = replications;
  const hasInterval = Number.isFinite(halfWidth) && haveCommonMean(unit, runs);
  return {
    value: mean,
    unit,
    ...(hasInterval ? { ci95: halfWidth } : {}),
    detail: { runs: count, min: Math.min(...values), max: Math.max(...values) },
  };
}

/** `seed 1`, `seeds 1, 2 and 3`, `all 10 seeds`. */
function seedsInWords(seeds: readonly number[], of: number): string {
  if (seeds.length === 1) return `seed ${seeds[0]}`;
  if (seeds.length === of) return `all ${of} seeds`;
  return `seeds ${seeds.slice(0, -1).join(", ")} and ${seeds.at(-1)}`;
}
