import { metricLabel } from "@fabriclab/experiment-plot";
import type { MetricPlot } from "@fabriclab/spec";
import { isSummary, type DrawnMetric } from "./named-metrics.ts";

/**
 * How metrics want to be drawn in one chart. One alone is drawn as its plugin declares; of a number beside it that says neither its name nor its kind, and of
 * several no kind: they share an axis, and what they are shares of where that is the same.
 *
 * @param declared what the plugin of a metric says
 */
export function lookOf(
  metrics: readonly DrawnMetric[],
  declared: (metric: string) => MetricPlot | undefined,
): MetricPlot | undefined {
  const [first, ...others] = metrics;
  if (first === undefined) return undefined;
  if (others.length === 0 && !isSummary(first)) return declared(first.name);
  const bases = metrics.map((metric) =>
    isSummary(metric) ? metric.of : metric.name,
  );
  const of = [
    ...new Set(
      metrics.map((metric, at) =>
        // A count beside a share is none.
        metric.unit === "1" && !(isSummary(metric) && metric.key === "count")
          ? declared(bases[at] ?? "")?.of
          : undefined,
      ),
    ),
  ];
  const label =
    new Set(bases).size === 1 && others.length > 0
      ? metricLabel(bases[0] ?? "")
      : metrics
          .map((metric) =>
            isSummary(metric)
              ? `${metricLabel(metric.of)} ${metric.key}`
              : (declared(metric.name)?.label ?? metricLabel(metric.name)),
          )
          .join(", ");
  return {
    label,
    ...(of.length === 1 && of[0] !== undefined ? { of: of[0] } : {}),
  };
}
