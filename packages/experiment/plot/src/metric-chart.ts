import { FabricError, many, type MetricPlot } from "@fabriclab/spec";
import {
  barsChart,
  curvesChart,
  type Made,
  type Over,
} from "./chart-of-points.ts";
import type { Axis, Chart, Figure } from "./chart.ts";
import { notesOf } from "./curve-series.ts";
import {
  fixedFactors,
  levelOf,
  valuesOf,
  type PlotData,
  type PlotMetric,
} from "./data.ts";
import { distributionChart, ofSingleValues } from "./distribution.ts";
import { groupsOf, layoutOf, type Layout, type LayoutWish } from "./layout.ts";
import {
  factorLabel,
  metricAxis,
  words,
  type ScaledAxis,
} from "./metric-axis.ts";
import { listed } from "./not-drawn.ts";
import { overAxis, refuseOver, type OverWish } from "./over-result.ts";
import { endsOf, fromZero } from "./range.ts";
import { speedUpOf } from "./speed-up.ts";
import { refuseManyCategories } from "./too-many.ts";
import { refuseUndrawable } from "./undrawable.ts";

/** `curve`: over a factor of numbers. `bars`: over categories. `distribution`: share of values at or below. `tail`: share above, logarithmic. */
export type PlotKind = "curve" | "bars" | "distribution" | "tail";

export interface PlotWish extends LayoutWish {
  readonly kind?: PlotKind;
  /** A result along x in place of the factor, in which the points of a curve still differ. */
  readonly over?: OverWish;
  /** Series whose values the others are set against: bars and curves become speed-ups. */
  readonly baseline?: string;
  readonly xScale?: Axis["scale"];
  readonly yScale?: Axis["scale"];
  readonly look?: MetricPlot;
  /** Told of a panel that cannot be drawn beside others that can, which is left out then; absent: one that cannot refuses the figure. */
  readonly onLeft?: (panel: string, why: FabricError) => void;
}

/**
 * The figure of a metric. Without wishes by its shape: over numbers a curve, over categories bars, and where points do not differ the
 * distribution of its percentiles, if it has any. Its title and its description name the factors that do not differ.
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
  if (wish.over !== undefined) refuseOver(wish.over, kind, wish.baseline);
  const over =
    wish.over === undefined
      ? undefined
      : { ...wish.over, ...overAxis(data.points, wish.over, wish.xScale) };
  const fixed = fixedFactors(data);
  const level = levelOf(data.points);
  const head = {
    id: `plot-${metric.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`,
    title: [data.title, ...fixed].join(", "),
  };
  const panels = [...groupsOf(data.points, layout.panels)].map(
    ([panel, points]) => ({
      panel,
      make: () =>
        chartOf(
          { ...data, points },
          metric,
          { ...layout, panels: [] },
          kind,
          wish,
          panel,
          scaleOf(data, metric, wish),
          over,
        ),
    }),
  );
  const { charts, left } =
    wish.onLeft === undefined
      ? { charts: panels.map(({ make }) => make()), left: [] }
      : drawable(head, panels, wish.onLeft);
  const notes = [
    ...new Set(
      charts.flatMap(({ chart, said }) => [
        ...notesOf(chart.series, chart.y.scale, level),
        ...said,
      ]),
    ),
    ...(left.length === 0
      ? []
      : [`Left out, as nothing can be drawn there: ${listed(left)}.`]),
  ];
  const label = labelOf(metric, wish);
  const at = fixed.length === 0 ? "." : ` at ${fixed.join(", ")}.`;
  return {
    ...head,
    description:
      kind === "distribution" || kind === "tail"
        ? `Distribution of ${ofSingleValues(label).toLowerCase()}${forEach([...(layout.x === undefined ? [] : [layout.x]), ...layout.series])}${at}`
        : `${label}${wish.baseline === undefined ? "" : ` against ${wish.baseline}`}${layout.x === undefined ? "" : ` over ${wish.over?.metric.name ?? layout.x.name}`}${forEach(layout.series)}${at}`,
    charts: alike(charts.map(({ chart }) => ({ ...chart, level }))),
    notes,
    ...(charts.some(({ wideX }) => wideX) ? { wideX: true as const } : {}),
    columns: charts.length === 1 ? 1 : 2,
  };
}

interface Panel {
  readonly panel: string;
  readonly make: () => Made;
}

/**
 * The panels that can be drawn.
 *
 * @throws FabricError that of the first, where none can
 */
function drawable(
  head: Pick<Figure, "id" | "title">,
  panels: readonly Panel[],
  onLeft: NonNullable<PlotWish["onLeft"]>,
): { readonly charts: Made[]; readonly left: string[] } {
  const charts: Made[] = [];
  const refused: { readonly panel: string; readonly why: FabricError }[] = [];
  for (const { panel, make } of panels)
    try {
      const made = make();
      refuseUndrawable(head, made.chart);
      charts.push(made);
    } catch (error) {
      if (!FabricError.is(error)) throw error;
      refused.push({ panel, why: error });
    }
  const [first] = refused;
  if (charts.length === 0 && first !== undefined) throw first.why;
  for (const { panel, why } of refused) onLeft(panel, why);
  return { charts, left: refused.map(({ panel }) => panel) };
}

const forEach = (factors: readonly { readonly name: string }[]): string =>
  factors.length === 0
    ? ""
    : ` for each ${factors.map(({ name }) => name).join(", ")}`;

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
            domain: fromZero(...endsOf(values)),
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
  // Why not Math.max of a list: there may be more points than a call takes arguments.
  const greatest = points
    .map((point) => Math.abs(point.metrics[metric.name]?.mean ?? 0))
    .filter(Number.isFinite)
    .reduce((most, one) => Math.max(most, one), 0);
  return metricAxis(metric, wish.look, greatest, wish.yScale ?? "linear");
}

function chartOf(
  data: PlotData,
  metric: PlotMetric,
  layout: Layout,
  kind: PlotKind,
  wish: PlotWish,
  panel: string,
  scale: ScaledAxis,
  over: Over | undefined,
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
      where: { path: [data.title, title].join(" / ") },
      got: `${many(data.points.length, "point")} with ${namesIn(data)}`,
      expected: "at least one panel, each with at least one point",
      hint: `measure it (metrics: [${metric.name.split(".", 1)[0] ?? ""}]), or draw another with --metric`,
    });
  if (kind === "bars") refuseManyCategories(data, layout.x);
  const related =
    wish.baseline === undefined
      ? undefined
      : speedUpOf(data, metric, layout, wish.baseline, labelOf(metric, wish));
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
  const made =
    kind === "curve"
      ? curvesChart(
          drawn,
          metric,
          layout,
          wish.xScale,
          shared,
          y.factor,
          panel,
          over,
        )
      : barsChart(drawn, metric, layout, shared, y.factor, panel);
  return related === undefined
    ? made
    : { ...made, said: [related.said, ...made.said] };
}

/** Names of the metrics that any point has. */
const namesIn = ({ points }: PlotData): string =>
  [...new Set(points.flatMap(({ metrics }) => Object.keys(metrics)))].join(
    ", ",
  ) || "no metric";

const labelOf = (
  { name }: PlotMetric,
  { look }: Pick<PlotWish, "look">,
): string => look?.label ?? words(name);

const titleOf = (metric: PlotMetric, { x }: Layout, wish: PlotWish): string =>
  `${labelOf(metric, wish)}${wish.baseline === undefined ? "" : ` against ${wish.baseline}`}${x === undefined ? "" : ` over ${(wish.over === undefined ? factorLabel(x) : labelOf(wish.over.metric, wish.over)).toLowerCase()}`}`;
