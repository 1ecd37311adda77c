import type { MetricValue, Traffic } from "@fabriclab/spec";

/**
 * What the traffic of a run reports of itself. A name that only one entry gives stays as it is; one that several give, or that a metric has, gets
 * the entry's index behind it: `connection.open.traffic0`, `connection.open.traffic1`.
 *
 * @param metrics results of the run's metrics
 */
export function trafficReports(
  traffic: readonly Traffic[],
  metrics: Readonly<Record<string, MetricValue>>,
): Record<string, MetricValue> {
  const reports = traffic.map((entry) =>
    Object.entries(entry.report?.() ?? {}),
  );
  const given = new Map<string, number>();
  for (const name of [
    ...Object.keys(metrics),
    ...reports.flatMap((report) => report.map(([key]) => key)),
  ])
    given.set(name, (given.get(name) ?? 0) + 1);
  return Object.fromEntries(
    reports.flatMap((report, index) =>
      report.map(([name, value]) => [
        given.get(name) === 1 ? name : `${name}.traffic${index}`,
        value,
      ]),
    ),
  );
}
