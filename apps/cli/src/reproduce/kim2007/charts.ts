import type { Axis, Chart, Series } from "@fabriclab/experiment-plot";
import { estimate, type Estimate } from "../estimate.ts";
import type { Case } from "./case.ts";
import { arithmetic } from "./claims/rules.ts";
import type { BySeed, Points } from "./points.ts";
import type { Metric } from "./record.ts";

/** An axis of loads, in percent. */
export const loadAxis = (loads: readonly number[]): Axis => ({
  label: "Input load",
  unit: "%",
  scale: "linear",
  ticks: loads.map(percentOf),
  domain: [
    percentOf(loads[0]!) - (loads.length === 1 ? 5 : 0),
    percentOf(loads.at(-1)!) + (loads.length === 1 ? 5 : 0),
  ],
});

export const percentOf = (load: number): number =>
  Number((100 * load).toPrecision(12));

export const AXES: Readonly<Record<Metric, Axis>> = {
  dmp: { label: "Deadline missing probability", scale: "linear" },
  dmt: { label: "Deadline missing time", unit: "ms", scale: "linear" },
  control: { label: "Control latency", unit: "µs", scale: "log" },
  realTime: { label: "Real-time latency", unit: "µs", scale: "log" },
  bestEffort: { label: "Best-effort latency", unit: "µs", scale: "log" },
};

/**
 * A quantity over its seeds: the geometric mean of latencies, the arithmetic mean of DMP and DMT; undefined where fewer than two runs have it.
 */
export function estimateOf(
  values: BySeed,
  metric: Metric,
): Estimate | undefined {
  const found = values.filter((value) => value !== undefined);
  if (found.length < 2) return undefined;
  return AXES[metric].scale === "log"
    ? estimate(found.map(Math.log))
    : arithmetic(found);
}

/** A curve over the load. Where a run deadlocked there is a gap, marked; where no frame was missed the DMT has no point and no mark. */
export const curve = (
  points: Points,
  metric: Metric,
  name: string,
  style: number,
  loads: readonly number[],
  at: (load: number) => Case,
): Series => {
  const series: Series = { name, style, points: [], gaps: [] };
  const drawn: { x: number; y: number; low: number; high: number }[] = [];
  const gaps: number[] = [];
  for (const load of loads) {
    const point = at(load);
    const x = percentOf(load);
    if (points.lost(point) > 0) {
      gaps.push(x);
      continue;
    }
    const found = estimateOf(points.values(point, metric), metric);
    if (found === undefined) continue;
    drawn.push({ x, y: found.value, low: found.low, high: found.high });
  }
  return { ...series, points: drawn, gaps };
};

/** How far beyond the means of its panel a latency's band is drawn. */
const BAND_FACTOR = 10;

/** What a caption says of `cutBands`. */
export const CUT_NOTE = `Bands are cut at 0 and, of a share, at 1; those of latencies at a tenth of the least mean of the panel and at ${BAND_FACTOR} times the largest.`;

/** Why cut: the t interval of a few seeds knows no bounds. It would reach below 0, and stretch a panel over decades until no curve could be read. */
function cutBands(
  metric: Metric,
  series: readonly Series[],
): readonly Series[] {
  const means = series.flatMap(({ points }) => points.map(({ y }) => y));
  const [least, most] =
    AXES[metric].scale === "log"
      ? [Math.min(...means) / BAND_FACTOR, Math.max(...means) * BAND_FACTOR]
      : [0, metric === "dmp" ? 1 : Infinity];
  return series.map((one) => ({
    ...one,
    points: one.points.map((point) => ({
      ...point,
      ...(point.low === undefined ? {} : { low: Math.max(least, point.low) }),
      ...(point.high === undefined ? {} : { high: Math.min(most, point.high) }),
    })),
  }));
}

const LETTERS = "abcdefghij";

/** A panel for each quantity that has anything to show. */
export const panels = (
  metrics: readonly Metric[],
  loads: readonly number[],
  suffix: string,
  series: (metric: Metric) => readonly Series[],
): Chart[] =>
  metrics.map((metric, at): Chart => ({
    title: `(${LETTERS[at]}) ${AXES[metric].label}${suffix}`,
    x: loadAxis(loads),
    y: AXES[metric],
    series: withSomething(cutBands(metric, series(metric)), loads),
  }));

/** Where no frame was missed anywhere, a DMT of no curve: an axis without curves cannot be drawn, so the first one has its gaps everywhere. */
const withSomething = (
  series: readonly Series[],
  loads: readonly number[],
): readonly Series[] =>
  series.some(({ points, gaps = [] }) => points.length + gaps.length > 0)
    ? series
    : [
        {
          name: "no missed frame",
          style: 0,
          kind: "bound",
          points: loads.map((load) => ({ x: percentOf(load), y: 0 })),
        },
      ];
