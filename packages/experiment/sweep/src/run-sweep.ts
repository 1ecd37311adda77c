import { FabricError } from "@fabriclab/spec";
import type { ShardError, SweepStore } from "./executor.ts";
import { settingOf, type Factor } from "./factor.ts";
import type { SweepOutcome } from "./outcome.ts";
import type { SweepPlan } from "./plan.ts";
import { pointAt, type Point } from "./point.ts";
import { MIN_SEEDS, seedsNeeded } from "./precision.ts";
import { saturationSearch, type Candidate } from "./saturation.ts";
import {
  runKey,
  runsInShard,
  shardsOf,
  spread,
  type PlannedRun,
  type Shard,
} from "./shards.ts";
import type { SweepOptions } from "./sweep-options.ts";
import { SweepState } from "./sweep-state.ts";

/**
 * Runs what is missing of a sweep, round by round: the design, then the seeds and the points that precision and the search for saturation ask for.
 *
 * What a round asks for is a function of the results before it, and what a shard holds a function of its round: a sweep that was
 * interrupted anywhere, on any executor, ends with the same files. Every point has the seeds seed, seed+1, …, whatever is varied: compared
 * schemes see the same random numbers.
 *
 * A run that throws is recorded as failed. A run that ends its process, twice, is recorded as failed, too, and the rest goes on.
 *
 * @throws FabricError what keeps anything from being computed or kept: a full disk, a cluster that is not there
 */
export async function runSweep(
  plan: SweepPlan,
  options: SweepOptions,
): Promise<SweepOutcome> {
  const state = new SweepState(plan, options);
  const search =
    plan.saturation === undefined
      ? undefined
      : saturationSearch(
          plan.factors,
          plan.saturation.factor,
          plan.saturation.resolution,
          {
            steps: plan.saturation.longer?.length ?? 0,
            required: plan.saturation.require !== undefined,
          },
        );
  const runsOf = (point: number) => state.runsOf(point);

  for (const point of plan.points) state.addPoint(point);
  for (const batch of batchesOf(plan)) {
    let wanted = batch.flatMap((point) =>
      runs(plan, point, 0, firstSeeds(plan)),
    );
    while (wanted.length > 0) {
      if (!(await round(plan, state, wanted, options)))
        return outcome("interrupted");
      const candidates = search?.next(state.points, runsOf) ?? [];
      wanted = [
        ...batch.flatMap((point) => moreSeeds(plan, state, point)),
        ...candidates.flatMap((candidate) => {
          const point = searched(
            plan,
            search?.factor,
            candidate,
            state.points.length,
          );
          state.addPoint(point);
          return runs(plan, point, 0, plan.seeds);
        }),
      ];
    }
  }
  return outcome("finished");

  function outcome(status: SweepOutcome["status"]): SweepOutcome {
    return {
      status,
      ...state.summary(),
      saturation: search?.result(state.points, runsOf) ?? [],
    };
  }
}

function batchesOf({
  points,
  batches = [points.length],
}: SweepPlan): (readonly Point[])[] {
  let from = 0;
  return batches.map((size) => points.slice(from, (from += size)));
}

const firstSeeds = ({ seeds, precision }: SweepPlan): number =>
  precision === undefined
    ? seeds
    : Math.max(seeds, Math.min(MIN_SEEDS, precision.maxSeeds));

/** Shards of a sweep's first round, where nothing of it is there. */
export function firstShards(plan: SweepPlan): number {
  const [first = []] = batchesOf(plan);
  const all = first.length * firstSeeds(plan);
  return Math.ceil(all / runsInShard(all, plan.shardSize));
}

/**
 * The shards of a sweep's design, batch by batch: all that a sweep without precision and without a search ever has.
 *
 * O(runs).
 */
export const designShards = (plan: SweepPlan): Shard[] =>
  batchesOf(plan).flatMap((batch) =>
    shardsOf(
      batch.flatMap((point) => runs(plan, point, 0, firstSeeds(plan))),
      plan.shardSize,
    ),
  );

/** Runs of a point under the seeds after the first `from`. */
const runs = (
  { identity, seed }: SweepPlan,
  point: Point,
  from: number,
  count: number,
): PlannedRun[] =>
  Array.from({ length: count }, (_, i) => ({
    key: runKey(identity, point.sets, seed + from + i),
    point,
    seed: seed + from + i,
  }));

function moreSeeds(
  plan: SweepPlan,
  state: SweepState,
  point: Point,
): PlannedRun[] {
  if (plan.precision === undefined) return [];
  const done = state.runsOf(point.index);
  const need = seedsNeeded(done, plan.precision);
  return "more" in need ? runs(plan, point, done.length, need.more) : [];
}

/** The point that the search asks for: other values than those of `like` in the factor whose saturation is looked for, and maybe longer runs. */
function searched(
  plan: SweepPlan,
  searchedFactor: Factor | undefined,
  { like, value, step }: Candidate,
  index: number,
): Point {
  const choice = plan.factors.map((factor) => {
    const isSearched = factor === searchedFactor;
    const level = isSearched ? value : (like.levels[factor.column] ?? "");
    const known = factor.levels.find((one) => one.level === level);
    const setting = isSearched ? settingOf(factor, value) : undefined;
    return { level, sets: known?.sets ?? (setting ? [setting] : []) };
  });
  const point = pointAt(index, "saturation", plan.factors, choice);
  const longer = plan.saturation?.longer?.[step - 1];
  return longer === undefined
    ? point
    : {
        ...point,
        ...{ longer: step, times: longer.times },
        sets: [...point.sets, ...longer.sets],
        label: `${point.label}, ${longer.times} times as long`,
      };
}

/** @returns false when the signal came */
async function round(
  plan: SweepPlan,
  state: SweepState,
  wanted: readonly PlannedRun[],
  { store, executor, signal, onNote }: SweepOptions,
): Promise<boolean> {
  state.expect(wanted);
  let missing: Shard[] = [];
  for (const shard of shardsOf(wanted, plan.shardSize)) {
    if (signal?.aborted === true) return false;
    const figures = await store.figures(shard);
    if (figures === undefined) missing.push(shard);
    else state.found(figures);
  }
  // Run's key -> how often it was the one under way when its process ended.
  const deaths = new Map<string, number>();
  while (missing.length > 0) {
    const failed: { shard: Shard; error: ShardError }[] = [];
    const done: Shard[] = [];
    // Why: what keeps one shard from being kept keeps all, and each would do a run before it finds that.
    const refused = new AbortController();
    await executor.run(spread(missing), {
      signal:
        signal === undefined
          ? refused.signal
          : AbortSignal.any([signal, refused.signal]),
      onRuns: (figures) => state.ran(figures),
      onEnded: (shard, end) => {
        if (end.status === "failed") {
          failed.push({ shard, error: end.error });
          if (end.error.code !== undefined) refused.abort();
        } else if (end.figures === undefined) done.push(shard);
        else state.ran(end.figures);
      },
    });
    for (const shard of done) {
      const figures = await store.figures(shard);
      if (figures === undefined)
        failed.push({
          shard,
          error: { message: "its file is not there" },
        });
      else state.ran(figures);
    }
    if (signal?.aborted === true) return false;
    for (const { error } of failed)
      if (error.code !== undefined) throw refusalOf(error);
    missing = [];
    for (const { shard, error } of failed)
      missing.push(await again(shard, error, deaths, store, onNote));
  }
  return true;
}

/** A shard whose process ended, to be tried again: without the run that ended it, when that was not the first time. */
async function again(
  shard: Shard,
  error: ShardError,
  deaths: Map<string, number>,
  store: SweepStore,
  onNote: SweepOptions["onNote"],
): Promise<Shard> {
  const kept = await store.kept(shard);
  const culprit = shard.runs.find(
    ({ key }) => !kept.has(key) && !(key in shard.poisoned),
  );
  if (culprit === undefined) {
    // All its runs are there, and still it ends before its file is written.
    const times = (deaths.get(shard.key) ?? 0) + 1;
    deaths.set(shard.key, times);
    if (times > 2) throw lost(shard, error);
    return shard;
  }
  const { key, point, seed } = culprit;
  const times = (deaths.get(key) ?? 0) + 1;
  deaths.set(key, times);
  onNote?.(
    `${point.label}, seed ${seed}: ${error.message}; ${times === 1 ? "it is tried once more" : "it is recorded as failed"}`,
  );
  return times === 1
    ? shard
    : { ...shard, poisoned: { ...shard.poisoned, [key]: error.message } };
}

const lost = (shard: Shard, { message }: ShardError): FabricError =>
  new FabricError({
    code: "E_SWEEP_SHARD_LOST",
    message: "a shard ends before its file is written",
    where: { path: shard.label },
    got: message,
    expected: `a file named ${shard.key}.parquet`,
    hint: "what is finished is kept; the same command goes on",
  });

function refusalOf({ code, message, ...rest }: ShardError): Error {
  return code?.startsWith("E_") === true
    ? new FabricError({ code: code as `E_${string}`, message, ...rest })
    : new Error(message);
}
