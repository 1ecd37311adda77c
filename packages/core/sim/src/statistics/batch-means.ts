import {
  type ConfidenceInterval,
  meanInterval,
  ratioIntervalOf,
} from "./confidence-interval.ts";
import { columnOf } from "./column.ts";
import { normalQuantile } from "./normal-quantile.ts";

/** A confidence interval from one long run. */
export interface BatchMeans extends ConfidenceInterval {
  /** Lag-1 autocorrelation of the batches used. */
  readonly lag1: number;
  /** The batches pass for independent; if not, even the longest batches tried are too short and the half-width is too small. */
  readonly independent: boolean;
  /** Most of the batches count nothing, so there is too little for an interval. */
  readonly sparse?: true;
}

export const MIN_BATCHES = 10;
export const MAX_BATCHES = 30;

/**
 * Lag-1 autocorrelation, from deviations from the mean (or residuals, see `ratioInterval`); 0 for a constant series.
 */
export function lag1Autocorrelation(deviations: ArrayLike<number>): number {
  let products = 0;
  let squares = 0;
  for (let i = 0; i < deviations.length; i += 1) {
    const here = deviations[i] ?? 0;
    squares += here * here;
    if (i > 0) products += here * (deviations[i - 1] ?? 0);
  }
  return squares === 0 ? 0 : products / squares;
}

/** Numbers of batches to try for `windows` equal windows: the most within 10 … 30 first, then coarser ones. */
export function batchCounts(windows: number): readonly number[] {
  const counts: number[] = [];
  for (
    let size = Math.max(1, Math.ceil(windows / MAX_BATCHES));
    Math.floor(windows / size) >= MIN_BATCHES;
    size += 1
  ) {
    const count = Math.floor(windows / size);
    if (count !== counts.at(-1)) counts.push(count);
  }
  return counts;
}

/**
 * Groups equal windows into `count` batches of equal length. What does not fit is left out at the front, where a rest of the transient would be.
 */
export function rebatch<T>(windows: readonly T[], count: number): T[][] {
  const size = Math.floor(windows.length / count);
  const skip = windows.length - size * count;
  return Array.from({ length: count }, (_, batch) =>
    windows.slice(skip + batch * size, skip + (batch + 1) * size),
  );
}

/** One-sided 5 % bound of the lag-1 autocorrelation of `count` independent observations (mean -1/k, variance about 1/k). */
function lag1Bound(count: number): number {
  quantile95 ??= normalQuantile(0.95);
  return quantile95 / Math.sqrt(count) - 1 / count;
}

let quantile95: number | undefined;

/** Why at all: of a batch that counts nothing the ratio says nothing, however little the few others differ from their mean. */
function mostCount(ns: Float64Array): boolean {
  let counting = 0;
  for (const n of ns) if (n > 0) counting++;
  return 2 * counting > ns.length;
}

/**
 * Confidence interval of a ratio Σy/Σn by non-overlapping batch means.
 *
 * `windows` are pairs (y, n) over equal stretches of time, e.g. latency sum and packets delivered. They are grouped into at most 30 and at least 10
 * batches. Of the groupings of whose batches most count something, and which show no positive lag-1 autocorrelation at the 5 % level, the one with
 * the {@link wider} interval counts; if there is none, the coarsest.
 *
 * @returns undefined with fewer than ten windows, or where nothing was counted.
 * @see Law & Carson, Operations Research 27(5), 1979; Law, Simulation Modeling and Analysis, §9.5.3
 */
export function batchMeans(
  windows: readonly (readonly [y: number, n: number])[],
  confidence: number,
): BatchMeans | undefined {
  return batchMeansOf(
    columnOf(windows, ([y]) => y),
    columnOf(windows, ([, n]) => n),
    confidence,
  );
}

/** {@link batchMeans} of two arrays of equal length: a run asks at each of its looks, and pairs would be an object each. */
export function batchMeansOf(
  windowYs: Float64Array,
  windowNs: Float64Array,
  confidence: number,
): BatchMeans | undefined {
  let kept: BatchMeans | undefined;
  const { length } = windowYs;
  for (const count of batchCounts(length)) {
    const size = Math.floor(length / count);
    const skip = length - size * count;
    const ys = new Float64Array(count);
    const ns = new Float64Array(count);
    for (let batch = 0; batch < count; batch += 1) {
      const at = skip + batch * size;
      let y = 0;
      let n = 0;
      for (let i = at; i < at + size; i++) {
        y += windowYs[i]!;
        n += windowNs[i]!;
      }
      ys[batch] = y;
      ns[batch] = n;
    }
    const interval = ratioIntervalOf(ys, ns, confidence);
    const { mean } = interval;
    if (!Number.isFinite(mean)) return undefined;
    const lag1 = lag1Autocorrelation(ys.map((y, i) => y - mean * ns[i]!));
    const counts = mostCount(ns);
    kept = wider(kept, {
      ...interval,
      lag1,
      independent: lag1 <= lag1Bound(count) && counts,
      ...(counts ? {} : { sparse: true }),
    });
  }
  return kept;
}

/**
 * Which of two groupings of the same windows counts: one that passes for independent before one that does not, and of two that pass that with the
 * wider interval; of two that do not pass the second, which is the coarser.
 *
 * Why the wider: the test lets weak correlation pass, and a run that stops as soon as its interval is narrow stops at groupings that happen to look
 * narrow. Of an M/D/1 queue's intervals of 95 % about 90 % cover the truth if the first grouping that passes is taken, and 93 to 97 % so.
 */
export function wider(
  first: BatchMeans | undefined,
  second: BatchMeans,
): BatchMeans {
  if (first?.independent !== true) return second;
  return second.independent && second.halfWidth > first.halfWidth
    ? second
    : first;
}

/** The same for plain values, one per equal window. */
export function batchMeansOfValues(
  values: ArrayLike<number>,
  confidence: number,
): BatchMeans | undefined {
  return batchMeansOf(
    values instanceof Float64Array ? values : Float64Array.from(values),
    new Float64Array(values.length).fill(1),
    confidence,
  );
}

/** Confidence interval of values that are batches already, with the same test for independence. */
export function intervalOfBatches(
  values: Float64Array,
  confidence: number,
): BatchMeans {
  const interval = meanInterval(values, confidence);
  const lag1 = lag1Autocorrelation(
    values.map((value) => value - interval.mean),
  );
  return { ...interval, lag1, independent: lag1 <= lag1Bound(values.length) };
}
