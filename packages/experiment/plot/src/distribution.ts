import { FabricError, type MetricPlot } from "@fabriclab/spec";
import { cumulativeCurve } from "./cumulative-curve.ts";
import type { Axis, Point, Series } from "./chart.ts";
import type { Made } from "./chart-of-points.ts";
import type { PlotData, PlotFactor, PlotMetric } from "./data.ts";
import { groupsOf } from "./layout.ts";
import { metricAxis } from "./metric-axis.ts";
import { isUnsteady, listed } from "./not-drawn.ts";
import { endsOf, fromZero } from "./range.ts";
import { percentLabel } from "./ticks.ts";
import { refuseTooMany } from "./too-many.ts";

export interface DistributionOptions {
  /** Share of values above, on a logarithmic axis, instead of the share at or below. */
  readonly tail: boolean;
  readonly look: MetricPlot | undefined;
  /** Each combination of their values is a curve. */
  readonly factors: readonly PlotFactor[];
  readonly xScale: Axis["scale"] | undefined;
}

interface Curve {
  readonly name: string;
  readonly points: readonly Point[];
  /** Where the whole distribution is known. */
  readonly marked?: readonly Point[];
}

/**
 * The distribution of a metric: in steps with a band over the runs where histograms were kept; else as far as its percentiles tell, a marker for each of
 * them and straight lines between.
 *
 * @param title of the panel; empty = by the metric
 * @throws FabricError `E_PLOT_KIND` where no steady point has percentiles, `E_PLOT_TOO_MANY`
 */
export function distributionChart(
  title: string,
  data: PlotData,
  metric: PlotMetric,
  { tail, look, factors, xScale }: DistributionOptions,
): Made {
  const { curves, missing } = curvesOf(data, metric, factors, tail, title);
  refuseTooMany("curves", curves.length, data, factors);
  if (curves.length === 0)
    throw noDistribution(title, data, metric, tail, missing);
  const along = curves.flatMap(({ points }) => points.map(({ x }) => x));
  const [lowest, greatest] = endsOf(along);
  const [least] = endsOf(along.filter((x) => x > 0));
  const { axis, factor } = metricAxis(
    metric,
    look,
    Math.max(greatest, -lowest),
    xScale ?? "linear",
  );
  const label = ofSingleValues(axis.label);
  return {
    chart: {
      title: title === "" ? `Distribution of ${label.toLowerCase()}` : title,
      x: {
        ...axis,
        label,
        ...(axis.scale === "linear"
          ? { domain: fromZero(lowest * factor, greatest * factor, 1.03) }
          : {}),
      },
      y: tail
        ? { label: "Share above", scale: "log", format: percentLabel }
        : {
            label: "Share at or below",
            scale: "linear",
            domain: [0, 1],
            format: percentLabel,
          },
      series: curves.map(({ name, points, marked }, style): Series => {
        const scaled = (all: readonly Point[]): Point[] =>
          all.map((point) => ({ ...point, x: point.x * factor }));
        return {
          name,
          style,
          points: scaled(points),
          ...(marked === undefined
            ? {}
            : { kind: "steps", marked: scaled(marked) }),
        };
      }),
    },
    ...(xScale === undefined && greatest > WIDE * least
      ? { wideX: true as const }
      : {}),
    said: [
      ...(curves.some(({ marked }) => marked !== undefined)
        ? [
            "Markers at 50, 90, 99 and 99.9 %; every run of a point counts the same.",
          ]
        : []),
      ...(curves.some(({ marked }) => marked === undefined)
        ? [
            "Where only percentiles were kept: a marker for each, straight lines between.",
          ]
        : []),
      ...(missing.length === 0
        ? []
        : [
            `Not drawn, as there is no steady distribution: ${missing.slice(0, 6).join("; ")}${missing.length > 6 ? `; and ${missing.length - 6} more` : ""}.`,
          ]),
    ],
  };
}

function noDistribution(
  panel: string,
  { metrics, points }: PlotData,
  metric: PlotMetric,
  tail: boolean,
  missing: readonly string[],
): FabricError {
  const has = (name: string): boolean =>
    points.some((point) => {
      const { distribution, percentiles = {} } = point.metrics[name] ?? {};
      return (
        point.status !== "saturated" &&
        (distribution !== undefined ||
          Object.values(percentiles).some(Number.isFinite))
      );
    });
  const others = metrics
    .map(({ name }) => name)
    .filter((name) => name !== metric.name && has(name));
  return new FabricError({
    code: "E_PLOT_KIND",
    message: `${metric.name} has no distribution to draw${panel === "" ? "" : ` at ${panel}`}`,
    where: {
      path: `--kind ${tail ? "tail" : "distribution"} --metric ${metric.name}`,
    },
    // A metric without percentiles has none of any run, whatever became of it.
    got: points.every((point) => isUnsteady(point))
      ? listed(missing)
      : "means without percentiles",
    expected: "a steady run of a metric with percentiles, such as latency",
    ...(others.length === 0
      ? {}
      : {
          hint: `those that have one: ${others.map((name) => `--metric ${name}`).join(", ")}`,
        }),
  });
}

/** Values over more than this factor crowd at the left of a linear axis. */
const WIDE = 30;

/** Of a mean there is no distribution: `Mean latency` is that of the single values, `Latency`. */
export const ofSingleValues = (label: string): string =>
  label.replace(/^Mean (.)/, (_, first: string) => first.toUpperCase());

function curvesOf(
  data: PlotData,
  metric: PlotMetric,
  factors: readonly PlotFactor[],
  tail: boolean,
  panel: string,
): { readonly curves: Curve[]; readonly missing: string[] } {
  const missing: string[] = [];
  const curves: Curve[] = [];
  for (const [name, points] of groupsOf(data.points, factors)) {
    for (const point of points) {
      const steps = point.metrics[metric.name]?.distribution?.() ?? [];
      if (steps.length > 0 && point.status !== "saturated") {
        curves.push({ name, ...cumulativeCurve(steps, tail) });
        continue;
      }
      const found = Object.entries(
        point.metrics[metric.name]?.percentiles ?? {},
      )
        .map(([percentile, x]) => {
          const share = Number(percentile) / 100;
          return { x, y: tail ? 1 - share : share };
        })
        .filter(({ x, y }) => Number.isFinite(x) && (!tail || y > 0))
        .sort((a, b) => a.x - b.x);
      if (found.length === 0 || point.status === "saturated") {
        const where = [panel, name].filter((word) => word !== "").join(", ");
        missing.push(`${where === "" ? "the run" : where} (${point.status})`);
      } else curves.push({ name, points: found });
    }
  }
  return { curves, missing };
}
