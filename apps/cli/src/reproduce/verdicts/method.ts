import type { Claim } from "@fabriclab/experiment-report";

/** What every report on multicast operations has to say of its numbers. */
export const METHOD_NOTES: readonly string[] = [
  "The paper's figures are lost in the text that was at hand, so only orders and trends can be compared, no curves.",
  "Times and ratios are geometric means over the seeds; intervals are Student's t at 95 % on logarithms, of ratios taken seed by seed.",
  "Intervals are per point, not simultaneous: of many points without any difference about one in twenty would show one.",
  "A bound counts the packets that the tables send over the busiest channel. It knows nothing of latency or contention, so it is not always reached.",
];

export const BOUND_HELD =
  "No run was faster than its busiest link allows: this is checked in every run, and the report would not exist otherwise.";

/** How many statements came out how. */
export function countVerdicts(claims: readonly Claim[]): string {
  const are = (verdict: string): string => {
    const count = claims.filter((claim) => claim.verdict === verdict).length;
    return `${count} ${count === 1 ? "is" : "are"} ${verdict}`;
  };
  return (
    `Of the paper's ${claims.length} statements, ${are("reproduced")}, ${are("not reproduced")} (they do not hold in every case that they speak of, but the rule does not find the contrary either: each row says why) and ${are("contradicted")}. ` +
    "The rule for each verdict was written before the results were seen and stands beside it."
  );
}
