import { halfWidth } from "@fabriclab/sim";
import { CONFIDENCE } from "../compare/differences.ts";
import type { Draws, Spread } from "./draws-report.ts";
import type { Failure, State } from "./failure.ts";

/** O(draws · log draws). */
export function drawsOf(failures: readonly Failure[], before: State): Draws {
  const tried = failures.filter(({ status }) => status !== "stopped");
  const routed = tried.flatMap(({ outcome }) =>
    outcome === null ? [] : [outcome],
  );
  return {
    tried: tried.length,
    refused: tried.length - routed.length,
    critical: tried.filter(({ critical }) => critical).length,
    losePairs: routed.filter((one) => one.pairsLost > one.pairsCutOff).length,
    makeLoops: routed.filter(
      ({ after }) => after.loopChannels > before.loopChannels,
    ).length,
    lost: spreadOf(routed.flatMap(({ bandwidthLost }) => bandwidthLost ?? [])),
  };
}

export function spreadOf(
  values: readonly number[],
  confidence = CONFIDENCE,
): Spread | null {
  const sorted = values.toSorted((a, b) => a - b);
  const count = sorted.length;
  if (count === 0) return null;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
  const squares = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const rank = (share: number): number =>
    sorted[Math.ceil(share * count) - 1] ?? mean;
  return {
    count,
    mean,
    ci95:
      count < 2 ? null : halfWidth(squares / (count - 1), count, confidence),
    median: rank(0.5),
    p95: rank(0.95),
    most: rank(1),
  };
}
