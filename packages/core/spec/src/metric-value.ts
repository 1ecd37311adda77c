/** A result of a metric. */
export interface MetricValue {
  readonly value: number;
  /** `ps`, `ns`, `1`, `B/s`, `packets` … */
  readonly unit: string;
  /** Half-width of the confidence interval, of 95 % unless `measure.confidence` asks for another level; absent where it is not defined. */
  readonly ci95?: number;
  /** Percentile -> value, keys such as `50`, `99`, `99.9`. */
  readonly percentiles?: Readonly<Record<string, number>>;
  /** Anything else worth a column: min, max, count. */
  readonly detail?: Readonly<Record<string, number>>;
  /** Why there is no number (`value` is then NaN and printed as null). */
  readonly absent?: string;
  /** What of the run did not succeed, to be said beside its status: `1 of 4 connections failed`. That a run came to its end does not say that all in it did. */
  readonly failure?: string;
  /** A sentence that who reads the value must know, such as what of the experiment could not do its part. */
  readonly note?: string;
}

/**
 * How many single values lie where: pairs of the greatest value that a bucket holds and the number of values in it, rising; empty buckets are left
 * out. At each of these places the share of values at or below is exact. Runs whose buckets have equal borders are merged by adding counts.
 */
export interface Distribution {
  /** As of the result of that name. */
  readonly unit: string;
  readonly buckets: readonly (readonly [upTo: number, count: number])[];
}
