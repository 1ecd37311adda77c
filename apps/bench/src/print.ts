import Table from "cli-table3";
import type { Ratio } from "./compare.ts";
import type { Row } from "./suite.ts";
import { benchTables, show } from "./tables.ts";

const plain = { style: { head: [] as string[], border: [] as string[] } };

/** The tables of some rows as text; a suite's name stands over its first. */
export const tablesOf = (rows: readonly Row[]): string =>
  benchTables(rows)
    .map(({ suite, columns, rows: cells }, at, all) => {
      const table = new Table({ head: [...columns], ...plain });
      table.push(...cells.map((row) => [...row]));
      return `${all[at - 1]?.suite === suite ? "" : `${suite}\n`}${table.toString()}`;
    })
    .join("\n\n");

export function ratioTable(ratios: readonly Ratio[]): string {
  const table = new Table({
    head: ["suite", "case", "figure", "before", "now", "now / before"],
    ...plain,
  });
  for (const r of ratios)
    table.push([
      r.suite,
      r.name,
      r.figure,
      show(r.before),
      show(r.now),
      r.ratio.toFixed(3),
    ]);
  return table.toString();
}
