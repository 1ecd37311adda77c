import { studentTQuantile } from "./student-t.ts";

/** A least-squares line through equally spaced values. */
export interface LinearTrend {
  /** Change per step. */
  readonly slope: number;
  /** Standard error of the slope, were the residuals independent. */
  readonly standardError: number;
  readonly count: number;
}

/** Fits a line to the finite values of `values` against their index. O(n). */
export function linearTrend(values: readonly number[]): LinearTrend {
  const points = values
    .map((y, x) => [x, y] as const)
    .filter(([, y]) => Number.isFinite(y));
  const count = points.length;
  let meanX = 0;
  let meanY = 0;
  for (const [x, y] of points) {
    meanX += x / count;
    meanY += y / count;
  }
  let xx = 0;
  let xy = 0;
  for (const [x, y] of points) {
    xx += (x - meanX) ** 2;
    xy += (x - meanX) * (y - meanY);
  }
  const slope = xy / xx;
  let residual = 0;
  for (const [x, y] of points)
    residual += (y - meanY - slope * (x - meanX)) ** 2;
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
    studentTQuantile(confidence, trend.count - 2) * trend.standardError
  );
}
