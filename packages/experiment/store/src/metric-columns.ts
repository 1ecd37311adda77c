import { column, columnName, type Column } from "./column.ts";
import type { ResultText } from "./describe.ts";
import type { RecordedMetric, RunRecord } from "./run-record.ts";

/**
 * The columns of one metric: value, interval, percentiles, histogram, details.
 *
 * @param text what they hold
 */
export function* metricColumns(
  metric: string,
  base: string,
  unit: string,
  runs: readonly RunRecord[],
  text: ResultText,
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
      `${text.value} Empty where the run has no such result, as the mean latency of a saturated one.`,
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
        `${metric}: half-width of the value's confidence interval within the run.`,
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
        `${metric}: percentile ${key}, the smallest single value that at least ${key} % of them do not exceed.`,
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
        `${metric}: single values as a JSON list of [greatest value of a bucket, count], rising, without empty buckets: the share at or below each such value is exact; runs of one point are merged by adding counts.`,
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
        ...text.detail(key),
        "detail",
        (run) => value(run)?.detail?.[key],
      ),
      metric,
      ...(columnName(key) === key ? {} : { key }),
    };
  }
  if (details.some((key) => !isWord(key))) {
    yield {
      ...column(
        `${base}_places`,
        "STRING",
        unit,
        `${text.places}, as JSON: place -> number.`,
        "places",
        (run) => places(value(run)?.detail),
      ),
      metric,
    };
  }
}

/** Words, and percentiles such as `p99`, become columns; names of ports and hosts, which there may be thousands of, do not. */
export const isWord = (key: string): boolean =>
  /^([a-z][a-z -]*|p\d+(\.\d+)?)$/i.test(key);

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
