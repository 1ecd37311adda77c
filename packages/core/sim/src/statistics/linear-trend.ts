import { cachedQuantile } from "./confidence-interval.ts";

/** A least-squares line through equally spaced values. */
export interface LinearTrend {
  /** Change per step. */
  readonly slope: number;
  /** Standard error of the slope, were the residuals independent. */
  readonly standardError: number;
  readonly count: number;
}

/**
 * Fits a line to the finite values among `values[from]` … `values[to - 1]` against their index. O(n).
 *
 * Why no arrays of points: a run fits lines at each of its looks, and a sweep has many short runs.
 */
export function linearTrend(
  values: ArrayLike<number>,
  from = 0,
  to = values.length,
): LinearTrend {
  let count = 0;
  for (let i = from; i < to; i++) if (Number.isFinite(values[i]!)) count++;
  let meanX = 0;
  let meanY = 0;
  for (let i = from; i < to; i++) {
    if (!Number.isFinite(values[i]!)) continue;
    meanX += (i - from) / count;
    meanY += values[i]! / count;
  }
  let xx = 0;
  let xy = 0;
  for (let i = from; i < to; i++) {
    if (!Number.isFinite(values[i]!)) continue;
    const x = i - from - meanX;
    xx += x ** 2;
    xy += x * (values[i]! - meanY);
  }
  const slope = xy / xx;
  let residual = 0;
  for (let i = from; i < to; i++)
    if (Number.isFinite(values[i]!))
      residual += (values[i]! - meanY - slope * (i - from - meanX)) ** 2;
  return {
    slope,
    standardError: Math.sqrt(residual / (count - 2) / xx),
    count,
  };
}

/** Whether the line rises, at the one-sided level `confidence`. False with fewer than three values. */
export function rises(trend: LinearTrend, confidence: number): boolean {
  if (trend.count < 3) return false;
  return (
    trend.slope >
    cachedQuantile(confidence, trend.count - 2) * trend.standardError
  );
}
