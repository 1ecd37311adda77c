import { columnName } from "@fabriclab/experiment-store";
import type { PlotMetric } from "@fabriclab/experiment-plot";
import { FabricError, nearest } from "@fabriclab/spec";
import type { PlacedPoint, PlotSource, SummaryMetric } from "./plot-source.ts";

/** A metric, or a number beside one. */
export type DrawnMetric = PlotMetric | SummaryMetric;

export const isSummary = (metric: DrawnMetric): metric is SummaryMetric =>
  "key" in metric;

/**
 * What each `--metric` names: a result, or several with commas between them, which stand in one chart. A result is a metric, `latency` or `latency_mean`,
 * or a number beside it as a result folder calls it, `latency_p99`; `latency.p99` and, of percentile 99.9, `latency_p999` are the same.
 *
 * @throws FabricError `E_CLI_PLOT_METRIC` for a name that the results do not have
 */
export function namedMetrics(
  data: PlotSource,
  given: readonly string[],
): DrawnMetric[][] {
  return given.map((text) =>
    // A name with a comma in it is one all the same.
    (data.metrics.some(({ name }) => name === text)
      ? [text]
      : text.split(",").map((name) => name.trim())
    ).map((name) => metricNamed(data, name)),
  );
}

/** The metric, or the number beside one, of that name. */
export function namedResult(
  { metrics, summaries = [] }: PlotSource,
  text: string,
): DrawnMetric | undefined {
  const column = columnName(text);
  return (
    metrics.find(({ name }) => name === text) ??
    summaries.find(({ name }) => name === column) ??
    summaries.find(({ name }) => name === withPoint(column)) ??
    metrics.find(({ name }) =>
      [columnName(name), `${columnName(name)}_mean`].includes(column),
    )
  );
}

function metricNamed(data: PlotSource, text: string): DrawnMetric {
  const { metrics, summaries = [] } = data;
  if (text === "")
    throw new FabricError({
      code: "E_CLI_PLOT_METRIC",
      message: "A name is missing between commas.",
      where: { path: "--metric" },
      got: "nothing",
      expected:
        "names of results with commas between, such as latency_mean,latency_p99",
    });
  const found = namedResult(data, text);
  if (found !== undefined) return found;
  const known = [...metrics, ...summaries].map(({ name }) => name);
  const close = nearest(text, known);
  throw new FabricError({
    code: "E_CLI_PLOT_METRIC",
    message: `The results have no metric ${text}.`,
    where: { path: "--metric" },
    got: text,
    expected: known.join(", "),
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  });
}

/** `latency_p999` -> `latency_p99_9`: nothing else is above 100. */
const withPoint = (column: string): string =>
  column.replace(/_p(\d\d)(\d+)$/, (whole, percent: string, rest: string) =>
    `${percent}${rest}` === "100" ? whole : `_p${percent}_${rest}`,
  );

/** The results with those of the metrics among them that are numbers beside others, as metrics of their own. */
export function withSummaries(
  data: PlotSource,
  metrics: readonly DrawnMetric[],
): PlotSource {
  const wanted = metrics.filter(isSummary);
  if (wanted.length === 0) return data;
  return {
    ...data,
    metrics: [...data.metrics, ...wanted],
    points: data.points.map((point): PlacedPoint => ({
      ...point,
      metrics: {
        ...point.metrics,
        ...Object.fromEntries(
          wanted.flatMap(({ name, of, key }) => {
            const whole = point.metrics[of];
            const value = point.summaries?.[name];
            if (value !== undefined) return [[name, value]];
            // Where a metric has no value, it has nothing beside it either, for the same reason.
            return whole === undefined
              ? []
              : [
                  [
                    name,
                    { mean: Number.NaN, absent: whole.absent ?? `no ${key}` },
                  ],
                ];
          }),
        ),
      },
    })),
  };
}
