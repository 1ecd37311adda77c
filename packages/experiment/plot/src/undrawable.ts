import { FabricError } from "@fabriclab/spec";
import type { Chart, Figure } from "./chart.ts";
import { nothingIn } from "./nothing-in.ts";

/**
 * Refuses a panel that cannot be drawn.
 *
 * @param figure in which the panel stands, or is to
 * @throws FabricError `E_PLOT_EMPTY` where it has no points, `E_PLOT_VALUE` for a point that the axis cannot show
 */
export function refuseUndrawable(
  figure: Pick<Figure, "id" | "title">,
  chart: Chart,
): void {
  if (
    chart.series.every(
      ({ points, gaps = [], saturated = [], unsteady = [] }) =>
        points.length + gaps.length + saturated.length + unsteady.length === 0,
    )
  )
    throw nothingIn(figure, chart);
  for (const series of chart.series) {
    for (const point of [...series.points, ...(series.unsteady ?? [])]) {
      for (const [name, value] of Object.entries(point) as [string, number][]) {
        const axis = name === "x" ? chart.x : chart.y;
        // An interval may end where a logarithmic axis has nothing: it is cut off at the frame.
        if (
          Number.isFinite(value) &&
          (axis.scale === "linear" || value > 0 || name === "low")
        )
          continue;
        throw new FabricError({
          code: "E_PLOT_VALUE",
          message: "a point cannot be drawn",
          where: { path: `${figure.id} / ${chart.title} / ${series.name}` },
          got: `${name} = ${value}`,
          expected:
            axis.scale === "log"
              ? "a positive number (the axis is logarithmic)"
              : "a finite number",
          ...(Number.isFinite(value) ? { hint: ofLogarithm(name) } : {}),
        });
      }
    }
  }
}

/** What to do about a value that only a logarithmic axis cannot show. */
const ofLogarithm = (name: string): string =>
  `--${name === "x" ? "x" : "y"}-scale linear shows it; or leave such points out with --where`;
