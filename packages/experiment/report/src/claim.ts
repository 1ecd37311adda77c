/**
 * What became of a statement of a paper.
 *
 * `reproduced`: measured as stated, and the interval of confidence excludes the contrary. `contradicted`: the contrary was measured, and the
 * interval excludes the statement. `not reproduced`: neither; the measurement does not decide.
 */
export type Verdict = "reproduced" | "not reproduced" | "contradicted";

/** One statement of a paper against what was measured. */
export interface Claim {
  /** `C-001-3` */
  readonly id: string;
  /** The statement in our words, precise enough to be tested. */
  readonly statement: string;
  /** What the paper says or prints. */
  readonly paper: string;
  /** The number that decides, in `unit`; NaN where there is none, as all runs of a case deadlocked. */
  readonly measured: number;
  readonly unit: string;
  /** Ends of the 95 % confidence interval of `measured`. */
  readonly ci95: readonly [low: number, high: number];
  readonly verdict: Verdict;
  /** One or two sentences: how the verdict follows from the numbers. */
  readonly why: string;
  /** What `measured` is, in words. */
  readonly quantity: string;
  /** The rule by which the verdict was reached, fixed before the results were seen. */
  readonly criterion: string;
  /** The same statement under other readings of the paper (a parameter that it does not state). */
  readonly variants?: readonly ClaimVariant[];
}

/** A claim under another reading of the paper. */
export interface ClaimVariant {
  /** `same groups` */
  readonly name: string;
  readonly measured: number;
  readonly ci95: readonly [low: number, high: number];
  readonly verdict: Verdict;
  readonly why: string;
}

/** `claims.json`: the claims with what they come from, two spaces, keys in the order of the interface. */
export function claimsJson(source: string, claims: readonly Claim[]): string {
  return `${JSON.stringify({ source, claims }, undefined, 2)}\n`;
}

/** A number with its interval, short: `1.72 (1.65 … 1.80)`; `no number` where nothing could be measured (NaN, which is null in JSON). */
export function withInterval(
  value: number,
  [low, high]: readonly [number, number],
): string {
  if (Number.isNaN(value)) return "no number";
  return `${figures(value)} (${figures(low)} … ${figures(high)})`;
}

/** Three significant figures, without an exponent for what a reader meets here. */
export function figures(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) return value.toExponential(2);
  return size >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
