import { FabricError } from "@fabriclab/spec";
import { many } from "../naming/words.ts";
import type { PlotSource } from "./plot-source.ts";

/** Refuses results of which no point has any value, with what became of them. */
export const noValues = ({ title, points }: PlotSource): FabricError => {
  const statuses = points.map(({ status }) => status);
  return new FabricError({
    code: "E_PLOT_EMPTY",
    message: "nothing to draw: no point has a value",
    where: { path: title },
    got: `${many(points.length, "point")}${points.length === 0 ? "" : `: ${counted(statuses)}`}`,
    expected: "at least one point with a value",
    hint: remedyOf(statuses),
  });
};

/** `3 saturated, 1 deadlocked` */
const counted = (statuses: readonly string[]): string =>
  [...new Set(statuses)]
    .map(
      (one) =>
        `${String(statuses.filter((other) => other === one).length)} ${one}`,
    )
    .join(", ");

/** What may give values to points that ended so. */
export function remedyOf(statuses: readonly string[]): string {
  const has = new Set(statuses);
  const others = [...has].some(
    (status) => status !== "deadlocked" && status !== "failed",
  );
  return [
    ...(has.has("deadlocked")
      ? [
          "a run that deadlocked has no values, however long it is: `fabriclab run` with its seed prints the cycle",
        ]
      : []),
    ...(has.has("failed") ? ["`fabriclab query` shows why runs failed"] : []),
    ...(others || has.size === 0
      ? ["a longer measure.maxTime or a lower load may give one"]
      : []),
  ].join("; ");
}
