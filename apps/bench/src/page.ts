import { reportHtml, type ReportTable } from "@fabriclab/experiment-report";
import { newestRows, type BenchRun } from "./history.ts";
import { show, targetText } from "./print.ts";
import { meets, type Row } from "./suite.ts";
import { suites } from "./suites/index.ts";

/** A page of all figures of some runs: for each suite a table, and under what it was measured. The same runs give the same bytes. */
export function pageOf(runs: readonly BenchRun[]): string {
  const newest = newestRows(runs);
  const used = runs.filter((run) => newest.some((one) => one.run === run));
  const rows = newest.map(({ row }) => row);
  const targets = rows.flatMap((row) =>
    (row.targets ?? []).map((target) => meets(row, target)),
  );
  const met = targets.filter(Boolean).length;
  return reportHtml({
    title: "Benchmarks of fabriclab",
    citation:
      "Every point ran in a process of its own; what is compared ran in turn in one run, because times of a busy machine say little by themselves.",
    summary: [
      `${String(rows.length)} cases of ${String(new Set(rows.map(({ suite }) => suite)).size)} suites. ${String(met)} of ${String(targets.length)} targets were met; a target that was missed says so.`,
      "Ratios above 1 mean that fabriclab is faster.",
    ],
    claims: [],
    figures: [],
    tables: [...new Set(rows.map(({ suite }) => suite))].map((suite) =>
      tableOf(
        suite,
        newest.filter(({ row }) => row.suite === suite),
      ),
    ),
    parameters: [],
    notes: used.map(
      (run) =>
        `${run.when}: Node ${run.node}, ${run.cpu}${run.cores === undefined ? "" : `, ${String(run.cores)} processors`}${run.load === undefined ? "" : `, load ${String(run.load)} at the end`}${run.quick ? "; quick: a look, not a measurement" : ""}; suites ${[...new Set(run.rows.map(({ suite }) => suite))].join(", ")}.`,
    ),
    commands: [...new Set(used.map(({ command = "pnpm bench" }) => command))],
    seeds: [],
    versions: {},
    files: [],
  });
}

function tableOf(
  suite: string,
  entries: readonly { readonly row: Row; readonly run: BenchRun }[],
): ReportTable {
  const rows = entries.map(({ row }) => row);
  const figures = [...new Set(rows.flatMap((row) => Object.keys(row.figures)))];
  const summary = suites.find(({ name }) => name === suite)?.summary;
  return {
    caption: summary === undefined ? suite : `${suite}: ${summary}`,
    columns: ["Case", ...figures, "Target", "Note"],
    rows: rows.map((row) => [
      row.name,
      ...figures.map((figure) => show(row.figures[figure] ?? NaN)),
      targetText(row),
      row.note ?? "",
    ]),
  };
}
