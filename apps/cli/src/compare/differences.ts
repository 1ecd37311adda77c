import { halfWidth } from "@fabriclab/sim";

/** Confidence of every interval that `compare` and `fail` print. */
export const CONFIDENCE = 0.95;

/** Of several statements that are to hold all together with `CONFIDENCE`, each has this (Bonferroni). */
export const confidenceOfEach = (statements: number): number =>
  1 - (1 - CONFIDENCE) / Math.max(1, statements);

/** Samples of one measure, in the order in which they were drawn. */
export interface Series {
  /** One number for each sample, or for each batch of them (`batchSizes`). */
  readonly means: readonly number[];
  readonly samples: number;
}

/** A mean, and half of its confidence interval (Student-t), in the unit of the samples. */
export interface Estimate {
  readonly value: number;
  readonly ci: number;
}

/** Numbers of a series: of more samples several are put together, so that what threads send stays small. */
const LONGEST = 512;

/** Samples of each batch: as even as they go, one each up to 512 samples. */
export function batchSizes(samples: number): number[] {
  const batches = Math.min(samples, LONGEST);
  const end = (batch: number): number =>
    Math.floor((batch * samples) / batches);
  return Array.from({ length: batches }, (_, i) => end(i + 1) - end(i));
}

/** Numbers of samples as a series. */
export function seriesOf(values: readonly number[]): Series {
  let end = 0;
  const means = batchSizes(values.length).map((size) => {
    const batch = values.slice(end, (end += size));
    return batch.reduce((sum, value) => sum + value, 0) / size;
  });
  return { means, samples: values.length };
}

/** The mean of a series. Batches weigh by their samples; their spread times their size estimates the variance of one sample. */
export function meanOf(
  { means, samples }: Series,
  confidence = CONFIDENCE,
): Estimate {
  const sizes = batchSizes(samples);
  const weighted = (term: (mean: number) => number): number =>
    means.reduce((sum, mean, i) => sum + (sizes[i] ?? 0) * term(mean), 0);
  const value = weighted((mean) => mean) / samples;
  const variance = weighted((mean) => (mean - value) ** 2) / (means.length - 1);
  // The mean over all samples has the variance of one / samples.
  const perBatch = (variance * means.length) / samples;
  return { value, ci: halfWidth(perBatch, means.length, confidence) };
}

/**
 * How much more the one has than the other, from samples that were drawn alike for both: what the samples have in common cancels, so that far smaller
 * differences show than between two means with intervals of their own.
 */
export const pairedDifference = (
  one: Series,
  other: Series,
  confidence = CONFIDENCE,
): Estimate =>
  meanOf(
    {
      means: one.means.map((mean, i) => mean - (other.means[i] ?? 0)),
      samples: one.samples,
    },
    confidence,
  );

/** Sums of as many terms differ by so much without being different. */
const ROUNDING = 1e-9;

/** Whether the samples show that there is a difference: zero is outside of its interval. */
export const isDifference = ({ value, ci }: Estimate): boolean =>
  Math.abs(value) > ci + ROUNDING;

/** What one has more or less than another: `2.9 ± 0.6 points less`. @param isSame whether both have the same in each sample */
export function gapText(
  { value, ci }: Estimate,
  isShown: boolean,
  isSame: boolean,
  sample = "bisection",
): string {
  if (!isShown)
    return isSame
      ? `the same in each ${sample}`
      : "no difference that these samples show";
  const size = Math.abs(value);
  // An interval of ± 0.0 would be none.
  const digits = size < 0.1 || (ci >= 0.005 && ci < 0.05) ? 2 : 1;
  return `${size.toFixed(digits)} ± ${ci.toFixed(digits)} points ${value > 0 ? "more" : "less"}`;
}
