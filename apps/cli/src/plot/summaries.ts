import { columnName, type Results } from "@fabriclab/experiment-store";
import type { SummaryMetric } from "./plot-source.ts";

/** Percentiles and other numbers that a sweep's folder has beside its metrics, by the names of their columns. */
export const summariesIn = ({ metrics, columns }: Results): SummaryMetric[] =>
  metrics.flatMap(({ name: of, column, unit, percentiles, details }) => [
    ...percentiles.map((one) => ({
      name: one.column,
      unit,
      of,
      key: `p${one.percentile}`,
    })),
    ...details.map((name) => ({
      name,
      unit: columns.find((one) => one.name === name)?.unit ?? "",
      of,
      key: name.slice(column.length + 1).replaceAll("_", " "),
    })),
  ]);

/**
 * Those of a run's file, under the same names: its percentiles, and the smallest, the largest and the number of its single values. Of other numbers the
 * file does not say the unit.
 */
export function summariesOf(
  of: string,
  unit: string,
  {
    percentiles,
    detail,
  }: {
    readonly percentiles: Readonly<Record<string, number>>;
    readonly detail: Readonly<Record<string, number>>;
  },
): { readonly metric: SummaryMetric; readonly value: number }[] {
  const units: Readonly<Record<string, string>> = {
    min: unit,
    max: unit,
    count: "1",
  };
  const named = (key: string): string => `${columnName(of)}_${columnName(key)}`;
  return [
    ...Object.entries(percentiles).map(([key, value]) => ({
      metric: { name: named(`p${key}`), unit, of, key: `p${key}` },
      value,
    })),
    ...Object.entries(detail).flatMap(([key, value]) => {
      const own = Object.hasOwn(units, key) ? units[key] : undefined;
      return own === undefined
        ? []
        : [{ metric: { name: named(key), unit: own, of, key }, value }];
    }),
  ];
}
