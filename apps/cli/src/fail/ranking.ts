import {
  CONFIDENCE,
  confidenceOfEach,
  isDifference,
  pairedDifference,
  type Series,
} from "../compare/differences.ts";
import type { Failure, Ranking } from "./failure.ts";

/**
 * Which failure loses most bandwidth, and which others may lose as much: those whose difference to it, bisection by bisection, has zero in its interval.
 * The intervals are so wide that all of them hold together with 95 % confidence. Failures that cut endpoints off have no part in it: what is left of their
 * traffic is other traffic.
 *
 * @param series of each failure, in the order of `failures`; undefined where nothing was measured
 * @returns null where fewer than two failures can be compared
 */
export function rankBandwidth(
  failures: readonly Failure[],
  before: Series | undefined,
  series: readonly (Series | undefined)[],
): Ranking | null {
  const compared = failures.flatMap(({ label, critical }, i) => {
    const one = series[i];
    return critical || one === undefined || before === undefined
      ? []
      : [{ label, one, lost: pairedDifference(before, one) }];
  });
  let first = compared[0];
  if (first === undefined || compared.length < 2 || before === undefined)
    return null;
  for (const each of compared)
    if (each.lost.value > first.lost.value) first = each;
  const most = first;
  const isShown = isDifference(
    pairedDifference(before, most.one, confidenceOfEach(compared.length)),
  );
  const confidence = confidenceOfEach(compared.length - 1);
  return {
    compared: compared.length,
    confidence: CONFIDENCE,
    most: most.lost.value > 0 && isShown ? most.label : null,
    lost: most.lost.value,
    ci95: most.lost.ci,
    tied: compared
      .filter(
        (each) =>
          each !== most &&
          !isDifference(pairedDifference(each.one, most.one, confidence)),
      )
      .toSorted((a, b) => b.lost.value - a.lost.value)
      .map(({ label }) => label),
  };
}
