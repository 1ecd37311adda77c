import { FabricError } from "@fabriclab/spec";
import { studentTQuantile } from "./student-t.ts";

/** A mean with the half-width of its two-sided confidence interval. */
export interface ConfidenceInterval {
  readonly mean: number;
  /** Half-width; NaN with fewer than two observations. */
  readonly halfWidth: number;
  /** 0.95 = 95 %. */
  readonly confidence: number;
  /** Independent observations that it rests on. */
  readonly count: number;
}

/**
 * @param path what states the level, where that is known
 * @throws FabricError `E_SIM_CONFIDENCE` unless 0 < confidence < 1.
 */
export function checkConfidence(confidence: number, path?: string): void {
  // Why the quantile: of the largest number below 1, what is left on one side is too little to be told from none.
  if (confidence > 0 && quantileOf(confidence) < 1) return;
  throw new FabricError({
    code: "E_SIM_CONFIDENCE",
    message: "the confidence level is not a probability",
    ...(path === undefined ? {} : { where: { path } }),
    got: String(confidence),
    expected: "a number between 0 and 1, such as 0.95",
  });
}

/** The quantile at the upper end of a two-sided interval. */
const quantileOf = (confidence: number): number => 0.5 + confidence / 2;

// Why: the same few quantiles are wanted again and again while a run looks for its end.
const quantiles = new Map<number, Map<number, number>>();

/** {@link studentTQuantile}, kept. */
export function cachedQuantile(p: number, df: number): number {
  let ofP = quantiles.get(p);
  if (ofP === undefined) quantiles.set(p, (ofP = new Map<number, number>()));
  let value = ofP.get(df);
  if (value === undefined) ofP.set(df, (value = studentTQuantile(p, df)));
  return value;
}

/** Half-width t(1-(1-c)/2, count-1) * sqrt(variance / count) of the interval of a mean of independent normal observations. */
export function halfWidth(
  variance: number,
  count: number,
  confidence: number,
): number {
  checkConfidence(confidence);
  if (count < 2) return Number.NaN;
  return (
    cachedQuantile(quantileOf(confidence), count - 1) *
    Math.sqrt(variance / count)
  );
}

/**
 * Student-t confidence interval of the mean of independent observations.
 *
 * Two passes, so that values with a common offset do not cancel. O(n).
 *
 * @throws FabricError `E_SIM_CONFIDENCE`
 */
export function meanInterval(
  values: ArrayLike<number>,
  confidence: number,
): ConfidenceInterval {
  const count = values.length;
  let mean = 0;
  for (let i = 0; i < count; i++) mean += values[i]! / count;
  let squares = 0;
  for (let i = 0; i < count; i++) squares += (values[i]! - mean) ** 2;
  return {
    mean: count === 0 ? Number.NaN : mean,
    halfWidth: halfWidth(squares / (count - 1), count, confidence),
    confidence,
    count,
  };
}

/**
 * Confidence interval of a ratio of sums Σy/Σn from independent pairs (y, n), such as latency sum and packet count of a time window.
 *
 * The classical ratio estimator: with r = Σy/Σn the residuals y - r·n have mean zero, and Var(r) is estimated by
 * Σ(y - r·n)² / (k(k-1)·n̄²) (Cochran, Sampling Techniques, §2.11).
 */
export function ratioInterval(
  pairs: readonly (readonly [y: number, n: number])[],
  confidence: number,
): ConfidenceInterval {
  return ratioIntervalOf(
    pairs.map(([y]) => y),
    pairs.map(([, n]) => n),
    confidence,
  );
}

/** {@link ratioInterval} of two arrays of equal length: a run asks at each of its looks, and pairs would be an object each. */
export function ratioIntervalOf(
  ys: ArrayLike<number>,
  ns: ArrayLike<number>,
  confidence: number,
): ConfidenceInterval {
  const count = ys.length;
  let sum = 0;
  let weight = 0;
  for (let i = 0; i < count; i++) {
    sum += ys[i]!;
    weight += ns[i]!;
  }
  const ratio = sum / weight;
  let squares = 0;
  for (let i = 0; i < count; i++) squares += (ys[i]! - ratio * ns[i]!) ** 2;
  const scale = weight / count;
  return {
    mean: ratio,
    halfWidth: halfWidth(squares / (count - 1), count, confidence) / scale,
    confidence,
    count,
  };
}
