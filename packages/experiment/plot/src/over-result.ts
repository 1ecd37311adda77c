import { FabricError, type MetricPlot } from "@fabriclab/spec";
import type { Axis } from "./chart.ts";
import type { PlotMetric, PlotPoint } from "./data.ts";
import { metricAxis, type ScaledAxis } from "./metric-axis.ts";

/** A result along the x axis in place of a factor: latency over what the network accepts. */
export interface OverWish {
  readonly metric: PlotMetric;
  readonly look?: MetricPlot;
}

/** Where a point stands along x. */
export interface Place {
  readonly at: number;
  /** Ends of its interval. */
  readonly low?: number;
  readonly high?: number;
}

/** The axis of a result, for all panels: they are there to be compared. */
export function overAxis(
  points: readonly PlotPoint[],
  { metric, look }: OverWish,
  scale: Axis["scale"] = "linear",
): ScaledAxis {
  const places = points
    .map((point) => placeOver(point, { metric }, 1))
    .filter((place) => place !== undefined);
  const greatest = Math.max(0, ...places.map(({ at, high = at }) => high));
  const { axis, factor } = metricAxis(metric, look, greatest, scale);
  return {
    factor,
    axis:
      scale === "log" || greatest === 0 || places.some(({ at }) => at < 0)
        ? axis
        : { ...axis, domain: [0, greatest * factor * 1.02] },
  };
}

/** What the runs of a point came to; undefined where they came to nothing. */
export function placeOver(
  { metrics }: PlotPoint,
  { metric }: OverWish,
  factor: number,
): Place | undefined {
  const { mean = Number.NaN, ci95 } = metrics[metric.name] ?? {};
  if (!Number.isFinite(mean)) return undefined;
  const at = mean * factor;
  return ci95 === undefined || !Number.isFinite(ci95)
    ? { at }
    : {
        at,
        // As that of a value along y: a mean that is not negative has no interval below 0.
        low: at < 0 ? at - ci95 * factor : Math.max(0, at - ci95 * factor),
        high: at + ci95 * factor,
      };
}

/**
 * Refuses what stands over factors only.
 *
 * @throws FabricError `E_PLOT_KIND`
 */
export function refuseOver(
  { metric }: OverWish,
  kind: string,
  baseline: string | undefined,
): void {
  const isRatio = baseline !== undefined;
  if (kind === "curve" && !isRatio) return;
  throw new FabricError({
    code: "E_PLOT_KIND",
    message: isRatio
      ? "a ratio is that of two points at one value of a factor, and a result has none in common"
      : "only curves stand over a result",
    where: {
      path: `--x ${metric.name} ${isRatio ? `--baseline ${baseline}` : `--kind ${kind}`}`,
    },
    got: isRatio ? "a baseline" : kind,
    expected: isRatio
      ? "a factor along x, or no baseline"
      : "points that differ in a factor with numbers, such as the load, and --kind curve",
  });
}
