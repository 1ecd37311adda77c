import { FabricError } from "@fabriclab/spec";
import type { Axis, Chart, Point, Series } from "./chart.ts";
import { curveSeries, pointOf } from "./curve-series.ts";
import {
  labelOfFactors,
  valuesOf,
  withBlank,
  type PlotFactor,
  type PlotMetric,
  type PlotPoint,
} from "./data.ts";
import { groupsOf, type Layout } from "./layout.ts";
import {
  hasUnsteadyBaseline,
  isAccepted,
  isUnsteady,
  listed,
  whyNotSteady,
} from "./not-drawn.ts";
import {
  factorAxis,
  factorLabel,
  isLoad,
  type ScaledAxis,
} from "./metric-axis.ts";
import { placeOver, type OverWish, type Place } from "./over-result.ts";
import { thinnedNote } from "./thinned.ts";
import { percentLabel } from "./ticks.ts";

/** A chart, and what is not drawn in it. */
export interface Made {
  readonly chart: Chart;
  /** Sentences about what is not drawn. */
  readonly said: readonly string[];
  /** As of a figure. */
  readonly wideX?: true;
}

type Shared = Pick<Chart, "title" | "y" | "guides">;

/** A result along x, and its axis. */
export interface Over extends OverWish, ScaledAxis {}

/**
 * A curve for each combination of the series.
 *
 * @param over the result along x in place of the factor, in which the points of a curve still differ
 * @throws FabricError `E_PLOT_KIND` where there are no numbers along x
 */
export function curvesChart(
  points: readonly PlotPoint[],
  metric: PlotMetric,
  { x, series }: Layout,
  xScale: Axis["scale"] | undefined,
  shared: Shared,
  factor: number,
  panel: string,
  over?: Over,
): Made {
  const values = x === undefined ? [] : valuesOf(points, x.name);
  if (x === undefined || !values.every((value) => typeof value === "number"))
    throw new FabricError({
      code: "E_PLOT_KIND",
      message: "a curve needs numbers along its x axis",
      where: { path: "--kind curve" },
      got:
        x === undefined
          ? series.length === 0
            ? "points that do not differ"
            : "points that differ in the series only"
          : `${x.name}: ${values.slice(0, 3).join(", ")}`,
      expected: "a factor with numbers",
      hint: "--kind bars draws categories",
    });
  const placeOf = (point: PlotPoint): Place | undefined => {
    if (over !== undefined) return placeOver(point, over, over.factor);
    const at = point.factors[x.name];
    return typeof at === "number" ? { at } : undefined;
  };
  const curves = [...groupsOf(points, series)].map(([name, of], style) =>
    curveSeries(
      name,
      style,
      of,
      placeOf,
      metric.name,
      factor,
      over === undefined ? undefined : (point) => Number(point.factors[x.name]),
    ),
  );
  return {
    chart: {
      ...shared,
      x: over?.axis ?? factorAxis(x, values, xScale),
      series: curves,
    },
    // The marks tell of a point's own end; that its baseline has none stands nowhere else.
    said: [
      ...thinnedNote(curves),
      ...sentence(
        `Not drawn, without a place along x`,
        points
          .filter((point) => over !== undefined && placeOf(point) === undefined)
          .map((point) => named(point, metric, [x, ...series], panel)),
      ),
      ...sentence(
        "No ratio to a steady mean",
        points
          .filter((point) => !isUnsteady(point) && hasUnsteadyBaseline(point))
          .map((point) => named(point, metric, [x, ...series], panel)),
      ),
      ...sentence(CAPPED, [
        ...new Set(
          points
            .filter(
              (point) => !isUnsteady(point) && !hasUnsteadyBaseline(point),
            )
            .flatMap((point) => cappedBaseline(point, [x, ...series], panel)),
        ),
      ]),
    ],
  };
}

/**
 * Bars: a category for each value of x, a bar for each series. What a saturated run accepted, or a ratio to that, is a hollow bar; any other point without a steady
 * mean has none, and is named, after its panel.
 */
export function barsChart(
  points: readonly PlotPoint[],
  metric: PlotMetric,
  { x, series }: Layout,
  shared: Shared,
  factor: number,
  panel: string,
): Made {
  const missing: string[] = [];
  const capped: string[] = [];
  const categories = x === undefined ? [""] : valuesOf(points, x.name);
  const factors = [...(x === undefined ? [] : [x]), ...series];
  const made = [...groupsOf(points, series)].map(
    ([name, of], style): Series => {
      const steady: Point[] = [];
      const unsteady: Point[] = [];
      const notSteady: { at?: number | string; why: string }[] = [];
      for (const point of of) {
        const value = point.metrics[metric.name];
        const category = x === undefined ? undefined : point.factors[x.name];
        const at = x === undefined ? 0 : categories.indexOf(category ?? "");
        const has = value !== undefined && Number.isFinite(value.mean);
        if (has && !isUnsteady(point) && !hasUnsteadyBaseline(point)) {
          capped.push(...cappedOf(point, factors, panel));
          steady.push(pointOf(at, value.mean * factor, value.ci95, factor));
          continue;
        }
        notSteady.push({
          ...(category === undefined ? {} : { at: category }),
          why: whyNotSteady(point, metric.name),
        });
        if (has && isAccepted(point))
          unsteady.push({ x: at, y: value.mean * factor });
        else missing.push(named(point, metric, factors, panel));
      }
      return {
        name,
        style,
        points: steady,
        ...(unsteady.length === 0 ? {} : { unsteady }),
        ...(notSteady.length === 0 ? {} : { notSteady }),
      };
    },
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
    said: [
      ...sentence("No bar, as there is no steady mean", missing),
      // A baseline is that of several bars, and named once.
      ...sentence(CAPPED, [...new Set(capped)]),
    ],
  };
}

const CAPPED =
  "Stopped at a cap of time or packets (limit) before the mean latency was as precise as asked";

/** A point that stopped at a cap, and its baseline where that did: each by its own name. */
const cappedOf = (
  point: PlotPoint,
  factors: readonly PlotFactor[],
  panel: string,
): string[] => [
  ...(point.status === "limit" ? [placed(point, factors, panel)] : []),
  ...cappedBaseline(point, factors, panel),
];

function cappedBaseline(
  { baselineStatus, baselineFactors, ...point }: PlotPoint,
  factors: readonly PlotFactor[],
  panel: string,
): string[] {
  if (baselineStatus !== "limit" || baselineFactors === undefined) return [];
  const base = { ...point, factors: baselineFactors };
  return [`${placed(base, factors, panel)} (the baseline)`];
}

const sentence = (start: string, points: readonly string[]): string[] =>
  points.length === 0 ? [] : [`${start}: ${listed(points)}.`];

/** `load=0.4, routing=xy (saturated)`, after its panel. */
const named = (
  point: PlotPoint,
  { name }: PlotMetric,
  factors: readonly PlotFactor[],
  panel: string,
): string => `${placed(point, factors, panel)} (${whyNotSteady(point, name)})`;

/** `load=0.4, routing=xy`, after its panel. */
function placed(
  point: PlotPoint,
  factors: readonly PlotFactor[],
  panel: string,
): string {
  const where = [panel, labelOfFactors(point, factors)]
    .filter((word) => word !== "")
    .join(", ");
  return where === "" ? "the run" : where;
}

const nameOf = (
  value: number | string | undefined,
  factor: PlotFactor | undefined,
): string =>
  value === undefined
    ? ""
    : typeof value === "number" && factor !== undefined && isLoad(factor)
      ? percentLabel(value)
      : typeof value === "number" && factor !== undefined && factor.unit !== ""
        ? withBlank(value, factor.unit)
        : String(value);
