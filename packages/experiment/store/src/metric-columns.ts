import { column, columnName, type Column } from "./column.ts";
import type { RecordedMetric, RunRecord } from "./run-record.ts";

/**
 * The columns of one metric: value, interval, percentiles, histogram, details.
 *
 * @param summary a sentence on what the metric is
 */
export function* metricColumns(
  metric: string,
  base: string,
  unit: string,
  runs: readonly RunRecord[],
  summary: string | undefined,
): Generator<Column> {
  const value = (run: RunRecord) => run.metrics?.[metric];
  const has = (of: (value: RecordedMetric) => unknown): boolean =>
    runs.some((run) => {
      const one = value(run);
      return one !== undefined && of(one) !== undefined;
    });
  yield {
    ...column(
      base,
      "DOUBLE",
      unit,
      `${summary ?? `${metric}.`} Empty where the run has no such result, as the mean latency of a saturated one.`,
      "metric",
      (run) => value(run)?.value,
    ),
    metric,
  };
  if (has(({ ci95 }) => ci95)) {
    yield {
      ...column(
        `${base}_ci95`,
        "DOUBLE",
        unit,
        `Half-width of the confidence interval of ${metric} within the run.`,
        "interval",
        (run) => value(run)?.ci95,
      ),
      metric,
    };
  }
  for (const key of keysOf(runs, (run) => value(run)?.percentiles)) {
    yield {
      ...column(
        `${base}_p${key.replaceAll(".", "_")}`,
        "DOUBLE",
        unit,
        `Percentile ${key} of ${metric}.`,
        "percentile",
        (run) => value(run)?.percentiles?.[key],
      ),
      metric,
      percentile: Number(key),
    };
  }
  if (has(({ histogram }) => histogram)) {
    yield {
      ...column(
        `${base}_histogram`,
        "STRING",
        unit,
        `Single values of ${metric} as a JSON list of [greatest value of a bucket, count], rising, without empty buckets: the share at or below each such value is exact; runs of one point are merged by adding counts.`,
        "histogram",
        (run) => {
          const buckets = value(run)?.histogram;
          return buckets === undefined ? undefined : JSON.stringify(buckets);
        },
      ),
      metric,
    };
  }
  const details = keysOf(runs, (run) => value(run)?.detail);
  for (const key of details.filter(isWord)) {
    yield {
      ...column(
        `${base}_${columnName(key)}`,
        "DOUBLE",
        ...detailOf(key, metric, unit),
        "detail",
        (run) => value(run)?.detail?.[key],
      ),
      metric,
    };
  }
  if (details.some((key) => !isWord(key))) {
    yield {
      ...column(
        `${base}_places`,
        "STRING",
        unit,
        `${metric} at places of the fabric, as JSON: place -> number.`,
        "places",
        (run) => places(value(run)?.detail),
      ),
      metric,
    };
  }
}

/** Unit and description of a detail: what everybody calls so is known, the rest is the metric's own. */
function detailOf(
  key: string,
  metric: string,
  unit: string,
): [unit: string, description: string] {
  const single = `single value that ${metric} is of.`;
  switch (key) {
    case "count":
      return ["1", `How many single values ${metric} is of.`];
    case "min":
      return [unit, `Smallest ${single}`];
    case "max":
      return [unit, `Largest ${single}`];
    default:
      return ["", `Detail "${key}" of ${metric}, as its metric's README says.`];
  }
}

/** Words become columns; names of ports and hosts, which there may be thousands of, do not. */
const isWord = (key: string): boolean => /^[a-z][a-z -]*$/i.test(key);

function places(
  detail: Readonly<Record<string, number>> | undefined,
): string | undefined {
  const found = Object.entries(detail ?? {}).filter(([key]) => !isWord(key));
  return found.length === 0
    ? undefined
    : JSON.stringify(Object.fromEntries(found));
}

function keysOf(
  runs: readonly RunRecord[],
  of: (run: RunRecord) => Readonly<Record<string, number>> | undefined,
): string[] {
  const keys = new Set<string>();
  for (const run of runs)
    for (const key of Object.keys(of(run) ?? {})) keys.add(key);
  return [...keys];
}
