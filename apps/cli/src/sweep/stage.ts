import type { Point } from "@fabriclab/experiment-sweep";

/** What the column `stage` says: runs of the same values that are longer must not be taken for more of the same. */
export const stageOf = ({
  stage,
  times,
}: Pick<Point, "stage" | "times">): string =>
  times === undefined ? stage : `${stage} x${times}`;

/** How many times as long as the scenario says the runs of such a point may be. */
export const timesOf = ({ stage }: { readonly stage: string }): number =>
  Number(/ x(.+)$/.exec(stage)?.[1] ?? 1);
