import {
  drawFigure,
  metricFigure,
  together,
  whyNoMean,
  type ChannelValue,
  type Chart,
  type Figure,
  type PlotMetric,
  type PlotWish,
} from "@fabriclab/experiment-plot";
import type { Registry } from "@fabriclab/formats-scenario";
import {
  FabricError,
  type MetricPlot,
  type MetricPlugin,
} from "@fabriclab/spec";
import { lookOf } from "./look.ts";
import { isSummary, withSummaries, type DrawnMetric } from "./named-metrics.ts";
import {
  refuseUnlike,
  type PlotSource,
  type SummaryMetric,
} from "./plot-source.ts";

/** A drawing, and the numbers in it. */
export interface Drawing {
  readonly id: string;
  readonly caption: string;
  readonly svg: string;
  readonly charts: readonly Chart[];
  /** Of a map, which has no charts: its channels between switches, with values in the unit that the map shows. */
  readonly map?: {
    readonly metric: string;
    readonly unit: string;
    readonly channels: readonly ChannelValue[];
  };
  /** As of a figure. */
  readonly wideX?: true;
}

/** Metrics of which any point has a value. */
export const metricsWithValues = (data: PlotSource): PlotMetric[] =>
  data.metrics.filter(({ name }) =>
    data.points.some((point) => Number.isFinite(point.metrics[name]?.mean)),
  );

/** What the plugin of a metric says of its plots; the part of the name before the first dot is the plugin's. */
export function declaredPlot(
  registry: Registry,
  metric: string,
): MetricPlot | undefined {
  const [plugin = metric] = metric.split(".", 1);
  const plots = (
    (registry.metric ?? []) as readonly Pick<MetricPlugin, "name" | "plots">[]
  ).find(({ name }) => name === plugin)?.plots;
  // Classes and causes, of which only a run knows which there are.
  return plots?.[metric] ?? plots?.[`${plugin}.*`];
}

/**
 * One drawing of some metrics: the panels of each, or of those that stand in one chart, side by side, one legend.
 *
 * @throws FabricError of `metricFigure` and `together`; `E_CLI_PLOT_UNITS` for a metric whose units are not of one kind
 */
export function drawMetrics(
  data: PlotSource,
  metrics: readonly (DrawnMetric | readonly DrawnMetric[])[],
  registry: Registry,
  wish: Omit<PlotWish, "look">,
): Drawing {
  const figures = metrics.map((one) =>
    figureOf(data, "name" in one ? [one] : one, registry, wish),
  );
  const [first] = figures;
  if (first === undefined) throw new Error("no metric to draw");
  const figure: Figure =
    figures.length === 1
      ? first
      : {
          ...first,
          id: "plot",
          description: figures.map(({ description }) => description).join(" "),
          charts: figures.flatMap(({ charts }) => charts),
          notes: [...new Set(figures.flatMap(({ notes = [] }) => notes))],
          columns: 2,
        };
  const single = figure.charts.length === 1;
  return {
    id: figure.id,
    caption: figure.description,
    svg: drawFigure(
      figure,
      single ? { panelWidth: 640, panelHeight: 400 } : {},
    ),
    charts: figure.charts,
    ...(figures.some(({ wideX }) => wideX) ? { wideX: true as const } : {}),
  };
}

function figureOf(
  source: PlotSource,
  metrics: readonly DrawnMetric[],
  registry: Registry,
  wish: Omit<PlotWish, "look">,
): Figure {
  for (const metric of metrics) {
    refuseUnlike(source, metric.name);
    if (isSummary(metric) && ["distribution", "tail"].includes(wish.kind ?? ""))
      throw noDistribution(metric);
  }
  const along = wish.over?.metric;
  if (along !== undefined) refuseUnlike(source, along.name);
  const data = withSummaries(source, [
    ...metrics,
    ...(along === undefined || metrics.some(({ name }) => name === along.name)
      ? []
      : [along]),
  ]);
  const look = lookOf(metrics, (metric) => declaredPlot(registry, metric));
  const looking = look === undefined ? {} : { look };
  const [first, ...others] = metrics;
  if (first === undefined) throw new Error("no metric to draw");
  if (others.length === 0)
    return metricFigure(data, first, { ...wish, ...looking });
  const several = together(data, metrics, wish);
  return metricFigure(several.data, several.metric, {
    ...wish,
    ...several.wish,
    ...looking,
  });
}

const noDistribution = ({ name, of }: SummaryMetric): FabricError =>
  new FabricError({
    code: "E_PLOT_KIND",
    message: `${name} is one number of each run, and has no distribution.`,
    where: { path: "--kind" },
    got: name,
    expected: "a metric",
    hint: `--metric ${of} draws the distribution that it is a number of`,
  });

/** A metric that has nothing to be drawn in this way, while another may. */
const UNDRAWABLE: ReadonlySet<string> = new Set([
  "E_CLI_PLOT_UNITS",
  "E_PLOT_EMPTY",
  "E_PLOT_KIND",
  "E_PLOT_VALUE",
]);

/** What is drawn where nobody named a metric. */
export interface UsualDrawings {
  readonly drawings: readonly Drawing[];
  /** A line for each panel and each reason for which metrics that have values cannot be drawn so. */
  readonly left: readonly string[];
  /** A line for each reason for which metrics have no value at all. */
  readonly without: readonly string[];
}

/**
 * A drawing of each metric, where nobody named one: those without a value, and those that cannot be drawn in the way asked for, are left out, and so are such
 * panels.
 *
 * @param most so many drawings
 * @throws FabricError that of the first metric, where none can be drawn: also of one without a value, as the others would only stand for it
 */
export function drawThoseThatCan(
  data: PlotSource,
  registry: Registry,
  wish: Omit<PlotWish, "look">,
  most: number,
): UsualDrawings {
  const drawings: Drawing[] = [];
  const left: string[] = [];
  /** Reason -> metrics. */
  const whole = new Map<string, string[]>();
  const without = new Map<string, string[]>();
  const valued = metricsWithValues(data);
  let first: FabricError | undefined;
  for (const metric of data.metrics.filter(isMeasuredIn(data))) {
    if (drawings.length === most) break;
    // Over itself a result is a straight line.
    if (metric.name === wish.over?.metric.name) continue;
    const onLeft = (panel: string, { message, got = message }: FabricError) => {
      left.push(`${metric.name} at ${panel}: ${got}`);
    };
    const has = valued.includes(metric);
    if (!has) add(without, whyNoMean(data, metric.name), metric.name);
    try {
      const drawing = drawMetrics(data, [metric], registry, {
        ...wish,
        ...(has ? { onLeft } : {}),
      });
      if (has) drawings.push(drawing);
    } catch (error) {
      if (!FabricError.is(error) || !UNDRAWABLE.has(error.code)) throw error;
      first ??= error;
      if (has) add(whole, error.got ?? error.message, metric.name);
    }
  }
  if (drawings.length === 0 && first !== undefined) throw first;
  return {
    drawings,
    left: [...left, ...lines(whole)],
    without: lines(without),
  };
}

const isMeasuredIn =
  ({ points }: PlotSource) =>
  ({ name }: PlotMetric): boolean =>
    points.some(({ metrics }) => metrics[name] !== undefined);

const add = (to: Map<string, string[]>, why: string, name: string): void => {
  to.set(why, [...(to.get(why) ?? []), name]);
};

const lines = (reasons: ReadonlyMap<string, readonly string[]>): string[] =>
  [...reasons].map(([why, names]) => `${names.join(", ")}: ${why}`);
