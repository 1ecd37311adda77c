import type { Setting, Level, RunFigures } from "@fabriclab/experiment-sweep";
import type { RunRecord, ShardAbout } from "@fabriclab/experiment-store";
import { noneArrived } from "@fabriclab/sim";
import type { Recipe } from "../recipe.ts";
import { recordMeets, type Requirement } from "./requirement.ts";

/** What a thread, or a task of a cluster, is given to compute a shard: plain data. */
export interface ShardInput {
  /** The result folder. */
  readonly folder: string;
  readonly about: ShardAbout;
  readonly recipe: Recipe;
  /** Modules named with `--plugin`. */
  readonly modules: readonly string[];
  /** The metric that the sweep's figures are of. */
  readonly metric: string;
  /** A run without that metric ends the sweep: precision could never be reached. */
  readonly needsMetric: boolean;
  /** What the search for saturation asks of a run beside; a run that ended without such a result ends the sweep. */
  readonly require?: Requirement;
  readonly shard: {
    readonly key: string;
    readonly runs: readonly ShardRun[];
    /** Run's key -> why it is recorded as failed without being tried. */
    readonly poisoned: Readonly<Record<string, string>>;
  };
  /** Name of the broadcast channel for what is finished; absent where nobody listens. */
  readonly channel?: string;
}

export interface ShardRun {
  readonly key: string;
  readonly point: number;
  readonly stage: string;
  readonly levels: Readonly<Record<string, Level>>;
  readonly sets: readonly Setting[];
  readonly seed: number;
}

/**
 * What the sweep decides by, of a run's record.
 *
 * @throws FabricError `E_SWEEP_REQUIRE` of `recordMeets`
 */
export function figuresOf(
  record: RunRecord,
  { metric, require, about }: Pick<ShardInput, "metric" | "require" | "about">,
): RunFigures {
  const value = record.metrics?.[metric];
  const kept =
    require === undefined ? undefined : recordMeets(require, record, about);
  return {
    key: record.key,
    point: record.point,
    seed: record.seed,
    status: record.status,
    ...(record.saturated === undefined ? {} : { partly: true as const }),
    ...(noneArrived(record) ? { noneArrived: true as const } : {}),
    value: value?.value ?? null,
    ci95: value?.ci95 ?? null,
    ...(record.confidence === undefined
      ? {}
      : { confidence: record.confidence }),
    ...acceptedOf(
      record.metrics?.["throughput"]?.value,
      record.metrics?.["throughput"]?.ci95,
      record.metrics?.["throughput"]?.detail?.["offered"],
    ),
    ...(kept === undefined ? {} : { meets: kept }),
    ...(record.error === undefined ? {} : { error: record.error }),
  };
}

/** What was accepted of what was offered, where a run has all three numbers. */
export const acceptedOf = (
  value: unknown,
  ci95: unknown,
  offered: unknown,
): Pick<RunFigures, "accepted"> =>
  typeof value === "number" &&
  typeof ci95 === "number" &&
  typeof offered === "number"
    ? { accepted: { value, ci95, offered } }
    : {};
