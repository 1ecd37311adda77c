import { halfWidth } from "@fabriclab/sim";
import { CONFIDENCE } from "../compare/differences.ts";
import type { Failure, State } from "./failure.ts";

/** What random failures of so many cables do, each draw by itself: how many draws, and how much bandwidth. */
export interface Draws {
  /** Draws that were tried. */
  readonly tried: number;
  /** Of them, those after which the routing refuses, or throws. */
  readonly refused: number;
  /** Those that cut endpoints off under any routing. */
  readonly critical: number;
  /** Those that were routed and lose pairs that cables still join. */
  readonly losePairs: number;
  /** Those that were routed and make credit loops. */
  readonly makeLoops: number;
  /** Percentage points of bandwidth that those lose that were routed; null where none was, or where there were no flows. */
  readonly lost: Spread | null;
}

/** How numbers of draws spread. */
export interface Spread {
  readonly count: number;
  readonly mean: number;
  /** Half of the mean's confidence interval over the draws (Student-t, 95 %); null of a single one. */
  readonly ci95: number | null;
  /** Half of the draws have no more. */
  readonly median: number;
  /** 95 % of the draws have no more. */
  readonly p95: number;
  readonly most: number;
}

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
