import type { RunResult } from "./experiment.ts";

/** Units of what is counted over a run. */
const COUNTS: ReadonlySet<string> = new Set([
  "barriers",
  "connections",
  "messages",
  "packets",
]);

/**
 * Whether values of several runs of one experiment have a mean in common, so that an interval of it says something: counts have none where runs end when they are
 * precise, some sooner than others. Finite runs do the same work, however long they take.
 */
export const haveCommonMean = (
  unit: string,
  runs: readonly Pick<RunResult, "status" | "simulatedPs">[],
): boolean =>
  !COUNTS.has(unit) ||
  runs.every(({ status }) => status === "finished") ||
  runs.every(({ simulatedPs }) => simulatedPs === runs[0]?.simulatedPs);
