import type { PlotPoint } from "./data.ts";

/** Statuses of runs without a steady mean. */
const UNSTEADY: ReadonlySet<string> = new Set([
  "saturated",
  "deadlocked",
  "failed",
]);

export const isUnsteady = ({ status }: PlotPoint): boolean =>
  UNSTEADY.has(status);

/** Of a ratio: what it is set against has no steady mean. */
export const hasUnsteadyBaseline = ({ baselineStatus }: PlotPoint): boolean =>
  baselineStatus !== undefined && UNSTEADY.has(baselineStatus);

/** Its value, where it has one, is what a saturated network accepted, or a ratio to that. */
export const isAccepted = ({ status, baselineStatus }: PlotPoint): boolean => {
  const both = [status, baselineStatus];
  return (
    both.includes("saturated") &&
    !both.includes("deadlocked") &&
    !both.includes("failed")
  );
};

/** Why a point has no steady mean: its own fault first, then its baseline's. */
export function whyNotSteady(point: PlotPoint, metric: string): string {
  const { status, baselineStatus = "" } = point;
  if (isUnsteady(point)) return status;
  if (hasUnsteadyBaseline(point))
    return baselineStatus === "failed"
      ? "its baseline failed"
      : `its baseline is ${baselineStatus}`;
  // What some of the traffic cannot have, as it is saturated: its runs' status would not say so.
  if (point.partly === true) return "saturated in part";
  return point.metrics[metric]?.absent ?? status;
}

/** Names of points with their reasons, at most six: `; and 3 more`. */
export const listed = (points: readonly string[]): string =>
  `${points.slice(0, 6).join("; ")}${points.length > 6 ? `; and ${String(points.length - 6)} more` : ""}`;
