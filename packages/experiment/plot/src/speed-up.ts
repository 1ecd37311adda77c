import { FabricError } from "@fabriclab/spec";
import type { PlotData, PlotMetric, PlotPoint, PlotValue } from "./data.ts";
import { valuesOfLabel } from "./legend-names.ts";
import { groupsOf, type Layout } from "./layout.ts";

/** Units in which less is better. */
const TIMES = new Set(["ps", "ns", "µs", "us", "ms", "s"]);

/** The points as ratios to those of one series at the same x. */
export interface SpeedUp {
  readonly points: readonly PlotPoint[];
  /** Of the axis. */
  readonly label: string;
  /** What is divided by what: a sentence. */
  readonly said: string;
}

/**
 * Sets every series against one: for times, baseline / value; for all else, value / baseline. Above 1 is better where less time, or more of what is measured,
 * is.
 *
 * The interval of a quotient of independent means, to first order: relative half-widths add in squares. With common random numbers the true one is narrower.
 *
 * @param baseline label of a series, or the values in it
 * @param label the metric in words
 * @throws FabricError `E_PLOT_BASELINE` where no series has that label
 */
export function speedUpOf(
  data: PlotData,
  metric: PlotMetric,
  { x, series }: Layout,
  baseline: string,
  label: string,
): SpeedUp {
  // Without series, the categories along x are what is compared.
  const compared = series.length > 0 ? series : x === undefined ? [] : [x];
  const groups = groupsOf(data.points, compared);
  const base =
    groups.get(baseline) ??
    [...groups].find(([label]) => valuesOfLabel(label) === baseline)?.[1] ??
    [...groups].find(([label]) => label.endsWith(`=${baseline}`))?.[1];
  if (base === undefined)
    throw new FabricError({
      code: "E_PLOT_BASELINE",
      message: "there is nothing of that name to compare with",
      where: { path: "--baseline" },
      got: baseline,
      expected: [...groups.keys()].join("; "),
    });
  const at = (point: PlotPoint): string =>
    series.length > 0 && x !== undefined ? String(point.factors[x.name]) : "";
  const partner = new Map(base.map((point) => [at(point), point]));
  const less = TIMES.has(metric.unit);
  const name = label.charAt(0).toLowerCase() + label.slice(1);
  return {
    label: less ? `Speed-up over ${baseline}` : `Ratio to ${baseline}`,
    said: less
      ? `Speed-up: ${name} of ${baseline} / that of the others.`
      : `Ratio: ${name} / that of ${baseline}.`,
    points: data.points
      .filter((point) => !base.includes(point) || compared.length === 0)
      .map((point) => {
        const other = partner.get(at(point));
        return {
          ...point,
          ...(other === undefined
            ? {}
            : { baselineStatus: other.status, baselineFactors: other.factors }),
          metrics: {
            [metric.name]: quotient(
              point.metrics[metric.name],
              other?.metrics[metric.name],
              less,
            ),
          },
        };
      }),
  };
}

function quotient(
  value: PlotValue | undefined,
  base: PlotValue | undefined,
  less: boolean,
): PlotValue {
  if (value === undefined || base === undefined)
    return { mean: Number.NaN, absent: "nothing to compare" };
  const mean = less ? base.mean / value.mean : value.mean / base.mean;
  const { ci95: a } = value;
  const { ci95: b } = base;
  return {
    mean,
    ...(Number.isFinite(mean)
      ? {}
      : {
          absent:
            value.absent ??
            (base.absent === undefined
              ? "no ratio"
              : `its baseline: ${base.absent}`),
        }),
    ...(a === undefined || b === undefined
      ? {}
      : { ci95: Math.abs(mean) * Math.hypot(a / value.mean, b / base.mean) }),
  };
}
