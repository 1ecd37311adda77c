import { column, columnName, type Column } from "./column.ts";
import { metricColumns } from "./metric-columns.ts";
import { describeResult, type PluginTexts } from "./describe.ts";
import type { ResultFactor } from "./results.ts";
import { first, last, outcome } from "./run-columns.ts";
import type { RunRecord } from "./run-record.ts";

/**
 * The columns of some runs: which run, factors, how it went, metrics in the order in which the runs first have them, and the key.
 *
 * A metric whose column would have the name of another gets `result_` before it.
 */
export function columnsOf(
  experiment: string,
  factors: readonly Omit<ResultFactor, "values">[],
  runs: readonly RunRecord[],
  texts: PluginTexts = {},
): readonly Column[] {
  const columns: Column[] = [
    ...first(experiment),
    ...factors.map(({ name, column: at, kind, unit }) =>
      column(
        at,
        kind === "number" ? "DOUBLE" : "STRING",
        unit,
        `Factor of the sweep: ${name}.`,
        "factor",
        (run) => run.factors[at],
      ),
    ),
    ...outcome,
  ];
  const taken = new Set([...columns, ...last].map(({ name }) => name));
  for (const [metric, units] of metricsOf(runs)) {
    let base = columnName(metric);
    while (taken.has(base)) base = `result_${base}`;
    for (const one of metricColumns(
      metric,
      base,
      units,
      runs,
      describeResult(metric, units, texts),
    )) {
      if (taken.has(one.name)) continue;
      taken.add(one.name);
      columns.push(one);
    }
  }
  return [...columns, ...last];
}

/** Metric's name -> unit, in the order in which the runs first have them. */
function metricsOf(runs: readonly RunRecord[]): Map<string, string> {
  const units = new Map<string, string>();
  for (const { metrics = {} } of runs) {
    for (const [name, { unit }] of Object.entries(metrics))
      if (!units.has(name)) units.set(name, unit);
  }
  return units;
}
