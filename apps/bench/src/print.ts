import Table from "cli-table3";
import { visible } from "@fabriclab/spec";
import type { Ratio } from "./compare.ts";
import type { Row } from "./suite.ts";
import { benchTables, show } from "./tables.ts";

const plain = { style: { head: [] as string[], border: [] as string[] } };

/** The tables of some rows as text; a suite's name stands over its first. */
export const tablesOf = (rows: readonly Row[]): string =>
  benchTables(rows)
    .map(({ suite, columns, rows: cells }, at, all) => {
      const table = new Table({ head: columns.map(visible), ...plain });
      table.push(...cells.map((row) => row.map(visible)));
      return `${all[at - 1]?.suite === suite ? "" : `${visible(suite)}\n`}${table.toString()}`;
    })
    .join("\n\n");

export const RATIO_COLUMNS = [
  "suite",
  "case",
  "figure",
  "before",
  "now",
  "now / before",
] as const;

/** A ratio under `RATIO_COLUMNS`. */
export const ratioCells = (one: Ratio): string[] => [
  one.suite,
  one.name,
  one.figure,
  show(one.before),
  show(one.now),
  one.ratio.toFixed(3),
];

export function ratioTable(ratios: readonly Ratio[]): string {
  const table = new Table({ head: [...RATIO_COLUMNS], ...plain });
  table.push(...ratios.map((one) => ratioCells(one).map(visible)));
  return table.toString();
}
