import { relativePrecision, type RunFigures } from "./figures.ts";

/** When a point has enough seeds. */
export interface PrecisionRule {
  /** Relative half-width of the interval over seeds. */
  readonly precision: number;
  readonly maxSeeds: number;
}

/** Runs below which an interval over runs says too little to stop on. */
export const MIN_SEEDS = 3;

export type Need =
  /** Enough. */
  | { readonly done: "precise"; readonly relative: number }
  /** No more are allowed. */
  | { readonly done: "capped"; readonly relative: number }
  /** A run has no value (saturated, failed): more runs would not give a mean. */
  | { readonly done: "no mean" }
  | { readonly more: number };

/**
 * How many more seeds a point needs.
 *
 * The width of an interval falls with the root of the number of runs, so `n·(width / wanted)²` are expected to do; at most as many again
 * are added at once, because the first few runs tell the variance only roughly.
 */
export function seedsNeeded(
  runs: readonly RunFigures[],
  { precision, maxSeeds }: PrecisionRule,
): Need {
  if (runs.some(({ value }) => value === null)) return { done: "no mean" };
  const count = runs.length;
  const first = Math.min(MIN_SEEDS, maxSeeds);
  if (count < first) return { more: first - count };
  const relative = relativePrecision(runs);
  if (relative === undefined) return { done: "no mean" };
  if (relative <= precision) return { done: "precise", relative };
  if (count >= maxSeeds) return { done: "capped", relative };
  const expected = Math.ceil(count * (relative / precision) ** 2);
  const total = Math.min(Math.max(expected, count + 1), 2 * count, maxSeeds);
  return { more: total - count };
}
