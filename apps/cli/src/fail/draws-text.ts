import { many } from "../naming/words.ts";
import { plusMinus } from "../plus-minus.ts";
import { shareInterval } from "../share-interval.ts";
import type { Draws } from "./draws-report.ts";
import type { Failing } from "./failure.ts";

/** `3 of 100 (1.0 to 8.5 %)`: how many draws, and where the chance lies. */
export function shareText(count: number, of: number): string {
  if (of === 0) return "0 of 0";
  const [from, to] = shareInterval(count, of).map((p) => (100 * p).toFixed(1));
  return `${count} of ${of} (${from} to ${to} %)`;
}

/**
 * What the draws do under one routing, and the worst of them with its cables.
 *
 * @param worst undefined where none was tried
 */
export function drawsText(
  { tried, lost, ...counts }: Draws,
  worst: Failing | undefined,
): string[] {
  if (tried === 0) return ["of the draws none was tried"];
  const share = (count: number): string => shareText(count, tried);
  return [
    "of the draws, with the 95 % confidence interval of the chance",
    `  cut endpoints off under any routing: ${share(counts.critical)}`,
    `  refused by the routing: ${share(counts.refused)}`,
    `  lose pairs that cables still join: ${share(counts.losePairs)}`,
    `  make credit loops: ${share(counts.makeLoops)}`,
    ...(lost === null
      ? ["bandwidth lost: not measured, for nothing was routed that has flows"]
      : [
          `bandwidth lost: ${plusMinus(lost.mean, lost.ci95, "")} points on average over ${many(lost.count, "draw")}; at most ${lost.median.toFixed(1)} in half of them, ${lost.p95.toFixed(1)} in 95 %, ${lost.most.toFixed(1)} in all`,
        ]),
    ...(worst === undefined
      ? []
      : [`worst: ${worst.label}`, ...worst.drawn.map((cable) => `  ${cable}`)]),
  ];
}
