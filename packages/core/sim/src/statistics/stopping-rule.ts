import type { BatchMeans } from "./batch-means.ts";

/** Deliveries below which no interval is believed. */
export const MIN_DELIVERED = 1000;

/** When an open-loop run is precise enough. */
export interface StoppingRule {
  /** Relative half-width at which to stop. */
  readonly precision: number;
  /** Windows' total weight (packets delivered) below which no interval is believed. */
  readonly minimum: number;
}

/** Half-width over |mean|; NaN where there is no interval. */
export function relativeHalfWidth(interval: BatchMeans | undefined): number {
  if (interval === undefined) return Number.NaN;
  return interval.mean === 0
    ? interval.halfWidth === 0
      ? 0
      : Number.POSITIVE_INFINITY
    : interval.halfWidth / Math.abs(interval.mean);
}

/**
 * Whether a run may stop: enough was seen, the batches pass for independent, and the interval is as narrow as asked.
 *
 * A sequential rule stops more readily when the estimated variance happens to be small and so covers less than it promises. Asking for independence, for
 * the widest of several groupings (`batchMeans`) and for a minimum keeps the loss within a few percent (Law & Kelton, Operations Research 30(3), 1982),
 * which `bench/coverage.ts` measures and the tests of a single queue bound.
 * Ask only at lengths that grow geometrically, not after each packet.
 */
export function precise(
  interval: BatchMeans | undefined,
  seen: number,
  rule: StoppingRule,
): boolean {
  return (
    interval !== undefined &&
    interval.independent &&
    seen >= rule.minimum &&
    relativeHalfWidth(interval) <= rule.precision
  );
}
