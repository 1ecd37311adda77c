import { FabricError } from "@fabriclab/spec";
import type { Axis, Chart, Series } from "./chart.ts";
import { curveSeries, pointOf } from "./curve-series.ts";
import {
  labelOfFactors,
  valuesOf,
  type PlotFactor,
  type PlotMetric,
  type PlotPoint,
} from "./data.ts";
import { groupsOf, type Layout } from "./layout.ts";
import { factorAxis, factorLabel, isLoad } from "./metric-axis.ts";
import { percentLabel } from "./ticks.ts";

/** A chart, and what is not drawn in it. */
export interface Made {
  readonly chart: Chart;
  /** Sentences about what is not drawn. */
  readonly said: readonly string[];
}

type Shared = Pick<Chart, "title" | "y" | "guides">;

/**
 * A curve for each combination of the series.
 *
 * @throws FabricError `E_PLOT_KIND` where there are no numbers along x
 */
export function curvesChart(
  points: readonly PlotPoint[],
  metric: PlotMetric,
  { x, series }: Layout,
  xScale: Axis["scale"] | undefined,
  shared: Shared,
  factor: number,
): Made {
  const values = x === undefined ? [] : valuesOf(points, x.name);
  if (x === undefined || !values.every((value) => typeof value === "number"))
    throw new FabricError({
      code: "E_PLOT_KIND",
      message: "a curve needs numbers along its x axis",
      where: { path: "--kind curve" },
      got:
        x === undefined
          ? "points that do not differ"
          : `${x.name}: ${values.slice(0, 3).join(", ")}`,
      expected: "a factor with numbers",
      hint: "--kind bars draws categories",
    });
  return {
    chart: {
      ...shared,
      x: factorAxis(x, values, xScale),
      series: [...groupsOf(points, series)].map(([name, of], style) =>
        curveSeries(name, style, of, x.name, metric.name, factor),
      ),
    },
    said: [],
  };
}

/** Bars: a category for each value of x, a bar for each series. A point without a steady mean has no bar, and is named, after its panel. */
export function barsChart(
  points: readonly PlotPoint[],
  metric: PlotMetric,
  { x, series }: Layout,
  shared: Shared,
  factor: number,
  panel: string,
): Made {
  const missing: string[] = [];
  const categories = x === undefined ? [""] : valuesOf(points, x.name);
  const unsteady = new Set(["saturated", "deadlocked", "failed"]);
  const made = [...groupsOf(points, series)].map(
    ([name, of], style): Series => ({
      name,
      style,
      points: of.flatMap((point) => {
        const value = point.metrics[metric.name];
        if (
          value === undefined ||
          !Number.isFinite(value.mean) ||
          unsteady.has(point.status)
        ) {
          const label = labelOfFactors(point, [
            ...(x === undefined ? [] : [x]),
            ...series,
          ]);
          const where = [panel, label].filter((word) => word !== "").join(", ");
          missing.push(`${where === "" ? "the run" : where} (${point.status})`);
          return [];
        }
        const at =
          x === undefined ? 0 : categories.indexOf(point.factors[x.name] ?? "");
        return [pointOf(at, value.mean * factor, value.ci95, factor)];
      }),
    }),
  );
  return {
    chart: {
      ...shared,
      mark: "bar",
      x: {
        ...(x === undefined
          ? { label: "" }
          : {
              label: factorLabel(x),
              ...(isLoad(x) ? { unit: "of the host link" } : {}),
            }),
        scale: "linear",
        ticks: categories.map((_, at) => at),
        format: (at) => nameOf(categories[at], x),
      },
      series: made,
    },
    said:
      missing.length === 0
        ? []
        : [
            `No bar, as there is no steady mean: ${missing.slice(0, 6).join("; ")}${missing.length > 6 ? `; and ${String(missing.length - 6)} more` : ""}.`,
          ],
  };
}

const nameOf = (
  value: number | string | undefined,
  factor: PlotFactor | undefined,
): string =>
  value === undefined
    ? ""
    : typeof value === "number" && factor !== undefined && isLoad(factor)
      ? percentLabel(value)
      : `${String(value)}${typeof value === "number" && factor !== undefined && factor.unit !== "" ? ` ${factor.unit}` : ""}`;
