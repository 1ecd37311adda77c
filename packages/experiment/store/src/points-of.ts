import { haveCommonMean, meanInterval, type RunStatus } from "@fabriclab/sim";
import type {
  PointMetric,
  PointSummary,
  ResultMetric,
  ResultPoint,
  ResultRow,
  Results,
} from "./results.ts";

/** Gravest first. */
const GRAVITY = [
  "failed",
  "deadlocked",
  "saturated",
  "limit",
  "converged",
  "finished",
];

/** Of runs of older files, which do not say it. */
const USUAL_CONFIDENCE = 0.95;

/** Level of the intervals of a point, whose runs differ in nothing but their seeds; undefined where all failed. */
const confidenceOf = (rows: readonly ResultRow[]): number | undefined =>
  rows.every((row) => row["status"] === "failed")
    ? undefined
    : (rows
        .map((row) => row["confidence"])
        .find((level) => typeof level === "number") ?? USUAL_CONFIDENCE);

/** The points of a sweep, each with its runs taken together, in the order of their numbers. O(runs · metrics). */
export function pointsOf(results: Results): ResultPoint[] {
  const groups = new Map<number, ResultRow[]>();
  for (const row of results.rows) {
    const point = Number(row["point"]);
    const group = groups.get(point);
    if (group === undefined) groups.set(point, [row]);
    else group.push(row);
  }
  return [...groups].map(([point, rows]) => ({
    point,
    confidence: confidenceOf(rows),
    stage: String(rows[0]?.["stage"]),
    factors: Object.fromEntries(
      results.factors.map(({ name, column }) => [
        name,
        rows[0]?.[column] ?? "",
      ]),
    ),
    status:
      GRAVITY.find((status) => rows.some((row) => row["status"] === status)) ??
      "",
    saturated: rows.filter(
      (row) =>
        row["status"] === "saturated" || typeof row["saturated"] === "string",
    ).length,
    seeds: rows.map((row) => Number(row["seed"])),
    metrics: Object.fromEntries(
      results.metrics.map((metric) => [
        metric.name,
        together(metric, rows, confidenceOf(rows) ?? USUAL_CONFIDENCE),
      ]),
    ),
  }));
}

function together(
  metric: ResultMetric,
  rows: readonly ResultRow[],
  confidence: number,
): PointMetric {
  const values: number[] = [];
  const none = (absent: string): PointMetric => ({
    mean: Number.NaN,
    min: Number.NaN,
    max: Number.NaN,
    percentiles: {},
    summaries: {},
    absent,
  });
  for (const row of rows) {
    const value = row[metric.column];
    if (typeof value !== "number")
      return none(`seed ${row["seed"]}: ${row["status"]}, no ${metric.name}`);
    values.push(value);
  }
  const { mean, halfWidth } = meanInterval(values, confidence);
  const within =
    metric.interval === undefined ? null : rows[0]?.[metric.interval];
  const counts = rows.map((row) => row[metric.count ?? ""]);
  const count = counts.every((one) => typeof one === "number")
    ? counts.reduce((sum, one) => sum + one, 0)
    : undefined;
  const runs = rows.map((row) => ({
    status: row["status"] as RunStatus,
    simulatedPs: Number(row["simulated_ps"]),
  }));
  const hasInterval = haveCommonMean(metric.unit, runs);
  const between = hasInterval ? halfWidth : undefined;
  const ci95 = values.length > 1 ? between : within;
  return {
    mean,
    ...(typeof ci95 === "number" && Number.isFinite(ci95) ? { ci95 } : {}),
    min: Math.min(...values),
    max: Math.max(...values),
    ...(count === undefined ? {} : { count }),
    percentiles: Object.fromEntries(
      metric.percentiles.flatMap(({ percentile, column }) => {
        const seen = rows.map((row) => row[column]);
        return seen.every((one) => typeof one === "number")
          ? [
              [
                String(percentile),
                seen.reduce((sum, one) => sum + one, 0) / seen.length,
              ],
            ]
          : [];
      }),
    ),
    summaries: Object.fromEntries(
      [...metric.percentiles.map(({ column }) => column), ...metric.details]
        .map(
          (column) =>
            [column, summary(column, rows, confidence, hasInterval)] as const,
        )
        .filter(
          (entry): entry is [string, PointSummary] => entry[1] !== undefined,
        ),
    ),
  };
}

/** The mean of a column over the runs; undefined where a run has no such number. */
function summary(
  column: string,
  rows: readonly ResultRow[],
  confidence: number,
  hasInterval: boolean,
): PointSummary | undefined {
  const values = rows.map((row) => row[column]);
  if (!values.every((value) => typeof value === "number")) return undefined;
  const { mean, halfWidth } = meanInterval(values, confidence);
  return {
    mean,
    ...(hasInterval && values.length > 1 && Number.isFinite(halfWidth)
      ? { ci95: halfWidth }
      : {}),
  };
}
