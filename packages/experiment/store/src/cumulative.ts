import { meanInterval } from "@fabriclab/sim";
import type { Distribution } from "@fabriclab/spec";

/** A step of a cumulative distribution. */
export interface CumulativeStep {
  /** Greatest value of a bucket. */
  readonly upTo: number;
  /** Share of the single values at or below it, mean over the runs: 0 … 1. */
  readonly share: number;
  /** Half-width of the interval of that mean: Student-t over the runs; absent with fewer than two. */
  readonly ci95?: number;
}

/**
 * The cumulative distribution of runs of one point, at every place where a bucket of any of them ends.
 *
 * Each run counts the same, however many values it has: runs are the independent things, and the band is over them. The runs' buckets have equal
 * borders, so that each share is exact.
 *
 * @param runs rising buckets of each run, not empty
 * @param confidence level of the band
 * @returns rising; empty without runs, or where one has no values. O(places · runs).
 */
export function cumulativeOf(
  runs: readonly Distribution["buckets"][],
  confidence = 0.95,
): CumulativeStep[] {
  if (runs.length === 0 || runs.some((buckets) => buckets.length === 0))
    return [];
  const places = [
    ...new Set(runs.flatMap((buckets) => buckets.map(([upTo]) => upTo))),
  ].sort((a, b) => a - b);
  const totals = runs.map((buckets) =>
    buckets.reduce((sum, [, count]) => sum + count, 0),
  );
  const seen = runs.map(() => ({ next: 0, count: 0 }));
  return places.map((upTo): CumulativeStep => {
    const shares = runs.map((buckets, run) => {
      const at = seen[run]!;
      for (; (buckets[at.next]?.[0] ?? Infinity) <= upTo; at.next += 1)
        at.count += buckets[at.next]![1];
      return at.count / totals[run]!;
    });
    if (shares.length === 1) return { upTo, share: shares[0]! };
    const { mean, halfWidth } = meanInterval(shares, confidence);
    return { upTo, share: mean, ci95: halfWidth };
  });
}

/**
 * The histograms of some runs, as their column holds them.
 *
 * @returns undefined where a run has none
 */
export function histogramsIn(
  cells: readonly unknown[],
): Distribution["buckets"][] | undefined {
  const found: Distribution["buckets"][] = [];
  for (const cell of cells) {
    if (typeof cell !== "string") return undefined;
    found.push(JSON.parse(cell) as Distribution["buckets"]);
  }
  return found;
}
