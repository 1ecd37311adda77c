/** What MSER-5 says about a series. */
export interface Mser5 {
  /** Observations to leave out at the front, a multiple of 5. */
  readonly truncation: number;
  /** The statistic at its minimum: squared standard error of the remaining batch means. */
  readonly statistic: number;
  /**
   * The minimum lies inside the first half. Otherwise the series is too short (or has no steady state): the rule then gives no answer and
   * `truncation` is only the half.
   */
  readonly settled: boolean;
}

/** Observations per batch. */
export const MSER_BATCH = 5;
/** Fewer batches than this give no answer. */
const MIN_BATCHES = 10;

/**
 * Length of the initial transient of a series by MSER-5.
 *
 * Means of batches of five observations are formed; among all truncations of at most half the batches, the one is taken that minimises
 * the squared standard error Σ(x-x̄)²/k² of what remains (k batches). A minimum at the half itself means that the transient may not be over.
 *
 * White, K. P., "An effective truncation heuristic for bias reduction in simulation output", Simulation 69(6), 1997; batches of five:
 * White, Cobb & Spratt, "A comparison of five steady-state truncation heuristics", WSC 2000. O(n).
 */
export function mser5(series: ArrayLike<number>): Mser5 {
  const batches = Math.floor(series.length / MSER_BATCH);
  const half = Math.floor(batches / 2);
  if (batches < MIN_BATCHES)
    return {
      truncation: half * MSER_BATCH,
      statistic: Number.NaN,
      settled: false,
    };

  let best = half;
  let statistic = Number.POSITIVE_INFINITY;
  // Backwards, so that mean and sum of squares of each tail follow from the shorter tail's (Welford).
  let count = 0;
  let mean = 0;
  let squares = 0;
  for (let batch = batches - 1; batch >= 0; batch -= 1) {
    let value = 0;
    for (let i = 0; i < MSER_BATCH; i += 1)
      value += (series[batch * MSER_BATCH + i] ?? 0) / MSER_BATCH;
    count += 1;
    const delta = value - mean;
    mean += delta / count;
    squares += delta * (value - mean);
    if (batch > half) continue;
    const candidate = squares / (count * count);
    // Ties go to the shorter truncation: nothing is thrown away without need.
    if (candidate <= statistic) {
      statistic = candidate;
      best = batch;
    }
  }
  return { truncation: best * MSER_BATCH, statistic, settled: best < half };
}
