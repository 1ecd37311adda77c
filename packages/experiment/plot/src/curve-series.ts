import type { Axis, Point, Series } from "./chart.ts";
import type { PlotPoint } from "./data.ts";
import type { Place } from "./over-result.ts";
import {
  hasUnsteadyBaseline,
  isAccepted,
  isUnsteady,
  whyNotSteady,
} from "./not-drawn.ts";

/**
 * One curve: a metric over a factor of numbers. A point without a mean is a gap: a triangle where it was saturated, else a cross. A saturated point with a value
 * (what was accepted) is drawn apart, hollow and without a band: it is no mean of a steady state. So is a ratio to such a value; where the baseline has none, a cross.
 * A point with runs that stopped at a cap is drawn as any other, and marked.
 *
 * @param placeOf where a point stands along x; one that stands nowhere is left out
 * @param factor what values are multiplied with
 * @param order where a point stands among those of its curve, where x is no factor: the line breaks between two points that have one without a mean between them in this order
 */
export function curveSeries(
  name: string,
  style: number,
  points: readonly PlotPoint[],
  placeOf: (point: PlotPoint) => Place | undefined,
  metric: string,
  factor: number,
  order?: (point: PlotPoint) => number,
): Series {
  const steady: Point[] = [];
  const unsteady: Point[] = [];
  const capped: Point[] = [];
  const gaps: number[] = [];
  const saturated: number[] = [];
  const along: { y: number; low: number; high: number }[] = [];
  const notSteady: { at: number; why: string }[] = [];
  for (const point of points) {
    const place = placeOf(point);
    if (place === undefined) continue;
    const { at, low, high } = place;
    const value = point.metrics[metric];
    const has = value !== undefined && Number.isFinite(value.mean);
    if (!has || isUnsteady(point) || hasUnsteadyBaseline(point))
      notSteady.push({ at, why: whyNotSteady(point, metric) });
    if (value === undefined || !Number.isFinite(value.mean)) {
      const isSaturated = point.status === "saturated" || point.partly === true;
      (isSaturated ? saturated : gaps).push(at);
      continue;
    }
    const y = value.mean * factor;
    if (isAccepted(point)) unsteady.push({ x: at, y });
    else if (isUnsteady(point) || hasUnsteadyBaseline(point)) gaps.push(at);
    else {
      const drawn = pointOf(at, y, value.ci95, factor);
      steady.push(drawn);
      if (low !== undefined && high !== undefined) along.push({ y, low, high });
      if ([point.status, point.baselineStatus].includes("limit"))
        capped.push(drawn);
    }
  }
  const rising = (a: Point, b: Point): number => a.x - b.x;
  return {
    name,
    style,
    points: steady.sort(rising),
    ...(along.length === 0 ? {} : { along }),
    ...(gaps.length === 0 ? {} : { gaps }),
    ...(saturated.length === 0 ? {} : { saturated }),
    ...(order === undefined
      ? {}
      : { breaks: breaksIn(points, placeOf, metric, order) }),
    ...(notSteady.length === 0
      ? {}
      : { notSteady: notSteady.sort((a, b) => a.at - b.at) }),
    ...(unsteady.length === 0 ? {} : { unsteady: unsteady.sort(rising) }),
    ...(capped.length === 0 ? {} : { capped: capped.sort(rising) }),
  };
}

/** Halfway between two points that have one without a steady mean between them. */
function breaksIn(
  points: readonly PlotPoint[],
  placeOf: (point: PlotPoint) => Place | undefined,
  metric: string,
  order: (point: PlotPoint) => number,
): number[] {
  const breaks: number[] = [];
  let before: number | undefined;
  let isBroken = false;
  for (const point of [...points].sort((a, b) => order(a) - order(b))) {
    const at = placeOf(point)?.at;
    const isDrawn =
      Number.isFinite(point.metrics[metric]?.mean) &&
      !isAccepted(point) &&
      !isUnsteady(point) &&
      !hasUnsteadyBaseline(point);
    if (at === undefined || !isDrawn) {
      isBroken = true;
      continue;
    }
    if (isBroken && before !== undefined) breaks.push((before + at) / 2);
    before = at;
    isBroken = false;
  }
  return breaks;
}

/**
 * A point with its interval, where there is one.
 *
 * The interval of a mean that is not negative ends at 0: metrics are times, shares and counts, which a wide interval of few runs would let fall below it.
 */
export const pointOf = (
  x: number,
  y: number,
  ci95: number | undefined,
  factor: number,
): Point =>
  ci95 === undefined || !Number.isFinite(ci95)
    ? { x, y }
    : {
        ...{ x, y, high: y + ci95 * factor },
        low: y < 0 ? y - ci95 * factor : Math.max(0, y - ci95 * factor),
      };

/**
 * What the marks of curves mean, as far as they occur.
 *
 * @param level of the intervals: `95 %`
 */
export function notesOf(
  series: readonly Series[],
  scale: Axis["scale"],
  level: string,
): string[] {
  const some = (of: (one: Series) => readonly unknown[] | undefined): boolean =>
    series.some((one) => (of(one) ?? []).length > 0);
  const lows = series.flatMap(({ kind, points }) =>
    kind === "steps"
      ? []
      : points.flatMap(({ low }) => (low === undefined ? [] : [low])),
  );
  return [
    ...(some(({ saturated }) => saturated)
      ? ["△ above the frame: saturated, so that no mean exists."]
      : []),
    ...(some(({ unsteady }) => unsteady)
      ? [
          "Hollow: a saturated run, or a ratio to one; what it had until its end, no steady mean.",
        ]
      : []),
    ...(some(({ capped }) => capped)
      ? [
          "White dot in a marker: a run stopped at a cap of time or packets (limit) before its mean latency was as precise as asked; a steady mean may lie beyond the interval.",
        ]
      : []),
    ...(some(({ gaps }) => gaps)
      ? [
          "× above the frame: no value (deadlocked, failed, ended by a cap before there was one, or nothing to measure).",
        ]
      : []),
    ...(lows.length > 0
      ? [
          `Bands and whiskers: ${level} confidence intervals${lows.every((low) => low !== 0) ? "" : scale === "log" ? ", as far as the logarithmic axis goes" : ", cut off at 0"}.`,
        ]
      : []),
    ...(series.some(
      ({ kind, points }) =>
        kind === "steps" && points.some(({ low }) => low !== undefined),
    )
      ? [
          `Bands: ${level} confidence intervals over the runs, at each place by itself.`,
        ]
      : []),
  ];
}
