import { meanInterval } from "@fabriclab/sim";

/** What a sweep's next decision needs to know of a run. */
export interface RunFigures {
  readonly key: string;
  readonly point: number;
  readonly seed: number;
  readonly status: string;
  /** The run is not `saturated` as a whole, but some of its endless traffic is. */
  readonly partly?: true;
  /** Packets came to an end, and none arrived. */
  readonly noneArrived?: true;
  /** Of the metric that precision is about; null where the run has none. */
  readonly value: number | null;
  /** Half-width of its interval within the run. */
  readonly ci95: number | null;
  /** Level of that interval, and of the one over the runs of its point; absent: 0.95. */
  readonly confidence?: number;
  /** What arrived of what was offered; absent where the scenario does not measure it. */
  readonly accepted?: AcceptedLoad;
  /** Whether it keeps what the search asks for beside the lack of saturation; absent where nothing is asked, or the run has no such result. */
  readonly meets?: boolean;
  /** Why a run failed. */
  readonly error?: string;
}

/** Throughput of a run beside what its traffic offers, in one unit. */
export interface AcceptedLoad {
  readonly value: number;
  /** Half-width of its interval within the run. */
  readonly ci95: number;
  readonly offered: number;
}

/**
 * Relative half-width of the interval of a point's mean: over its runs, or within its only one.
 *
 * @returns undefined where a run has no value, or nothing is known of the interval
 */
export function relativePrecision(
  runs: readonly RunFigures[],
): number | undefined {
  const values: number[] = [];
  for (const { value } of runs) {
    if (value === null) return undefined;
    values.push(value);
  }
  const [only] = runs;
  if (only === undefined) return undefined;
  const { mean, halfWidth } = meanInterval(values, only.confidence ?? 0.95);
  const half = runs.length === 1 ? only.ci95 : halfWidth;
  if (half === null || !Number.isFinite(half)) return undefined;
  return half === 0 ? 0 : half / Math.abs(mean);
}
