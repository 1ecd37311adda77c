import Table from "cli-table3";
import type { Ratio } from "./compare.ts";
import { meets, type Row } from "./suite.ts";

const plain = { style: { head: [] as string[], border: [] as string[] } };

export const show = (value: number): string => {
  if (!Number.isFinite(value)) return "-";
  const magnitude = Math.abs(value);
  if (Number.isInteger(value)) return String(value);
  return magnitude >= 100
    ? value.toFixed(0)
    : magnitude >= 10
      ? value.toFixed(1)
      : value.toFixed(3);
};

export const targetText = (row: Row): string =>
  (row.targets ?? [])
    .map((target) => {
      const bound =
        target.atLeast === undefined
          ? `<= ${show(target.atMost ?? NaN)}`
          : `>= ${show(target.atLeast)}`;
      return `${target.figure} ${bound}: ${meets(row, target) ? "met" : "MISSED"}`;
    })
    .join("\n");

/** One table per suite: a row per case, a column per figure, the targets with their verdict. */
export function tablesOf(rows: readonly Row[]): string {
  const parts: string[] = [];
  for (const suite of new Set(rows.map((row) => row.suite))) {
    const mine = rows.filter((row) => row.suite === suite);
    const figures = [
      ...new Set(mine.flatMap((row) => Object.keys(row.figures))),
    ];
    const table = new Table({
      head: ["case", ...figures, "target", "note"],
      ...plain,
    });
    for (const row of mine) {
      table.push([
        row.name,
        ...figures.map((figure) => show(row.figures[figure] ?? NaN)),
        targetText(row),
        row.note ?? "",
      ]);
    }
    parts.push(`${suite}\n${table.toString()}`);
  }
  return parts.join("\n\n");
}

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
