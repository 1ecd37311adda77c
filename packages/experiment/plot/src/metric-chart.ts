import { FabricError, type MetricPlot } from "@fabriclab/spec";
import type { Axis, Chart, Figure, Series } from "./chart.ts";
import { curveSeries, notesOf, pointOf } from "./curve-series.ts";
import {
  labelOfFactors,
  valuesOf,
  type PlotData,
  type PlotFactor,
  type PlotMetric,
  type PlotPoint,
} from "./data.ts";
import { distributionChart } from "./distribution.ts";
import { groupsOf, layoutOf, type Layout, type LayoutWish } from "./layout.ts";
import {
  factorAxis,
  factorLabel,
  isLoad,
  metricAxis,
  words,
  type ScaledAxis,
} from "./metric-axis.ts";
import { speedUpOf } from "./speed-up.ts";
import { percentLabel } from "./ticks.ts";

/** `curve`: over a factor of numbers. `bars`: over categories. `distribution`: share of values at or below. `tail`: share above, logarithmic. */
export type PlotKind = "curve" | "bars" | "distribution" | "tail";

export interface PlotWish extends LayoutWish {
  readonly kind?: PlotKind;
  /** Series whose values the others are set against: bars and curves become speed-ups. */
  readonly baseline?: string;
  readonly xScale?: Axis["scale"];
  readonly yScale?: Axis["scale"];
  readonly look?: MetricPlot;
}

/**
 * The figure of a metric. Without wishes by its shape: over numbers a curve, over categories bars, and where points do not differ the
 * distribution of its percentiles, if it has any.
 *
 * @throws FabricError of `layoutOf`; `E_PLOT_EMPTY` where no point has the metric, `E_PLOT_KIND` where the kind does not fit, `E_PLOT_BASELINE`
 */
export function metricFigure(
  data: PlotData,
  metric: PlotMetric,
  wish: PlotWish = {},
): Figure {
  const layout = layoutOf(data, wish);
  const kind = wish.kind ?? usualKind(data, metric, layout, wish);
  const charts = [...groupsOf(data.points, layout.panels)].map(
    ([label, points]) =>
      chartOf(
        { ...data, points },
        metric,
        { ...layout, panels: [] },
        kind,
        wish,
        label,
        scaleOf(data, metric, wish),
      ),
  );
  const notes = [
    ...new Set(
      charts.flatMap(({ chart, said }) => [...notesOf(chart.series), ...said]),
    ),
  ];
  const label = wish.look?.label ?? words(metric.name);
  return {
    id: `plot-${metric.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`,
    title: data.title,
    description: `${label}${layout.x === undefined ? "" : ` over ${layout.x.name}`}${layout.series.length === 0 ? "" : ` for each ${layout.series.map(({ name }) => name).join(", ")}`}.`,
    charts: alike(charts.map(({ chart }) => chart)),
    notes,
    columns: charts.length === 1 ? 1 : 2,
  };
}

/** Panels with the same ranges. */
function alike(charts: readonly Chart[]): Chart[] {
  if (charts.length < 2) return [...charts];
  const values = charts.flatMap(({ series }) =>
    series.flatMap(({ points, unsteady = [] }) =>
      [...points, ...unsteady].flatMap(({ y, low = y, high = y }) => [
        low,
        high,
      ]),
    ),
  );
  return charts.map((chart) =>
    values.length === 0 ||
    chart.y.scale === "log" ||
    chart.y.domain !== undefined
      ? chart
      : {
          ...chart,
          y: {
            ...chart.y,
            domain: [Math.min(0, ...values), Math.max(...values) * 1.06],
          },
        },
  );
}

function usualKind(
  data: PlotData,
  { name }: PlotMetric,
  { x }: Layout,
  wish: PlotWish,
): PlotKind {
  const numbers =
    x !== undefined &&
    valuesOf(data.points, x.name).every((value) => typeof value === "number");
  const percentiles = data.points.some(
    (point) => Object.keys(point.metrics[name]?.percentiles ?? {}).length > 1,
  );
  const declared = wish.look?.kind;
  if (
    declared !== undefined &&
    (declared !== "curve" || numbers) &&
    (declared !== "distribution" || percentiles)
  )
    return declared;
  if (numbers) return "curve";
  return x === undefined && percentiles && wish.baseline === undefined
    ? "distribution"
    : "bars";
}

/** One scale for all panels: they are there to be compared. */
function scaleOf(
  { points }: PlotData,
  metric: PlotMetric,
  wish: PlotWish,
): ScaledAxis {
  const greatest = Math.max(
    0,
    ...points
      .map((point) => Math.abs(point.metrics[metric.name]?.mean ?? 0))
      .filter(Number.isFinite),
  );
  return metricAxis(metric, wish.look, greatest, wish.yScale ?? "linear");
}

interface Made {
  readonly chart: Chart;
  /** What is not drawn. */
  readonly said: readonly string[];
}

function chartOf(
  data: PlotData,
  metric: PlotMetric,
  layout: Layout,
  kind: PlotKind,
  wish: PlotWish,
  panel: string,
  scale: ScaledAxis,
): Made {
  const title = panel === "" ? titleOf(metric, layout, wish) : panel;
  if (kind === "distribution" || kind === "tail")
    return distributionChart(panel, data, metric, {
      tail: kind === "tail",
      look: wish.look,
      factors: [
        ...(layout.x === undefined ? [] : [layout.x]),
        ...layout.series,
      ],
      xScale: wish.xScale,
    });
  if (!data.points.some((point) => point.metrics[metric.name] !== undefined))
    throw new FabricError({
      code: "E_PLOT_EMPTY",
      message: `nothing to draw: no point has ${metric.name}`,
      where: { path: data.title },
      expected: "at least one panel, each with at least one point",
    });
  const related =
    wish.baseline === undefined
      ? undefined
      : speedUpOf(data, metric, layout, wish.baseline);
  const drawn = related?.points ?? data.points;
  const y: ScaledAxis =
    related === undefined
      ? scale
      : {
          axis: { label: related.label, scale: wish.yScale ?? "linear" },
          factor: 1,
        };
  const shared = {
    title,
    y: y.axis,
    ...(related === undefined
      ? {}
      : { guides: [{ axis: "y" as const, at: 1 }] }),
  };
  return kind === "curve"
    ? curves(drawn, metric, layout, wish, shared, y.factor)
    : bars(drawn, metric, layout, shared, y.factor);
}

const titleOf = (metric: PlotMetric, { x }: Layout, wish: PlotWish): string =>
  `${wish.look?.label ?? words(metric.name)}${x === undefined ? "" : ` over ${factorLabel(x).toLowerCase()}`}`;

type Shared = Pick<Chart, "title" | "y" | "guides">;

function curves(
  points: readonly PlotPoint[],
  metric: PlotMetric,
  { x, series }: Layout,
  wish: PlotWish,
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
      x: factorAxis(x, values, wish.xScale),
      series: [...groupsOf(points, series)].map(([name, of], style) =>
        curveSeries(name, style, of, x.name, metric.name, factor),
      ),
    },
    said: [],
  };
}

/** Bars: a category for each value of x, a bar for each series. A point without a steady mean has no bar, and is named. */
function bars(
  points: readonly PlotPoint[],
  metric: PlotMetric,
  { x, series }: Layout,
  shared: Shared,
  factor: number,
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
          missing.push(`${label === "" ? "the run" : label} (${point.status})`);
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
