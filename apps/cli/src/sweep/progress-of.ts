import type { SweepProgress } from "@fabriclab/experiment-sweep";
import { many } from "../naming/words.ts";
import { count } from "../progress.ts";
import { percent } from "./report.ts";

/** How far a sweep is, as the progress line of a command shows it. */
export const progressOf = ({
  points,
  runs,
  perSecond,
  mayGrow,
  secondsLeft,
  worst,
}: SweepProgress) => ({
  // Points of one run each need not be said twice.
  ...(points.total === runs.total
    ? { unit: "points" }
    : { stage: `${points.done} of ${points.total} points`, unit: "runs" }),
  jobs: [runs.done, runs.total] as const,
  atLeast: mayGrow,
  ...(secondsLeft === undefined ? {} : { secondsLeft }),
  ...noteOf([
    ...(perSecond === undefined ? [] : [`${count(perSecond)} runs/s`]),
    ...(worst === undefined
      ? []
      : [`worst interval ±${percent(worst.relative)} at ${worst.label}`]),
    ...(runs.kept === 0 ? [] : [`${many(runs.kept, "run")} kept from before`]),
    ...(runs.failed === 0 ? [] : [`${runs.failed} failed`]),
  ]),
});

const noteOf = (words: readonly string[]) =>
  words.length === 0 ? {} : { note: words.join(", ") };
