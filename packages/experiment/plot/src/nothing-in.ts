import { FabricError, many } from "@fabriclab/spec";
import type { Chart, Figure } from "./chart.ts";
import type { PlotData } from "./data.ts";
import { whyNotSteady } from "./not-drawn.ts";

/** A figure without panels, or with one that nothing can be drawn in: where it is, and what became of the points that should stand there. */
export function nothingIn(
  figure: Pick<Figure, "title">,
  chart?: Chart,
): FabricError {
  const why =
    chart?.series.flatMap(({ notSteady = [] }) =>
      notSteady.map((point) => point.why),
    ) ?? [];
  return new FabricError({
    code: "E_PLOT_EMPTY",
    message:
      chart === undefined
        ? `nothing to draw: "${figure.title}" has no panels`
        : `nothing to draw in the panel "${chart.title}"`,
    where: {
      path: [figure.title, ...(chart === undefined ? [] : [chart.title])].join(
        " / ",
      ),
    },
    got:
      chart === undefined
        ? "no panels"
        : why.length === 0
          ? "no points, and none that a mark stands for"
          : withoutMean(why),
    expected: "at least one panel, each with at least one point",
    ...(why.length === 0
      ? {}
      : {
          hint: "keep other points with --where; of a factor with numbers along x, --kind curve marks where such points are",
        }),
  });
}

/** Why none of the points that have a metric has a steady mean of it, as the refusal of such a panel says it: `2 points without a steady mean: 2 saturated`. */
export const whyNoMean = (
  { points }: Pick<PlotData, "points">,
  metric: string,
): string =>
  withoutMean(
    points
      .filter(({ metrics }) => metrics[metric] !== undefined)
      .map((point) => whyNotSteady(point, metric)),
  );

const withoutMean = (why: readonly string[]): string =>
  `${many(why.length, "point")} without a steady mean: ${counted(why)}`;

/** `3 saturated, 1 deadlocked` */
function counted(why: readonly string[]): string {
  const all = new Set(why);
  return [...all]
    .map(
      (one) => `${String(why.filter((other) => other === one).length)} ${one}`,
    )
    .join(", ");
}
