import { reportHtml } from "@fabriclab/experiment-report";
import { newestRows, type BenchRun } from "./history.ts";
import { meets } from "./suite.ts";
import { suites } from "./suites/index.ts";
import { benchTables } from "./tables.ts";

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
      "A ratio of speeds above 1 means that fabriclab is faster.",
    ],
    claims: [],
    figures: [],
    tables: benchTables(rows).map(({ suite, columns, rows: cells }) => ({
      caption: captionOf(suite),
      columns,
      rows: cells,
    })),
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

function captionOf(suite: string): string {
  const summary = suites.find(({ name }) => name === suite)?.summary;
  return summary === undefined ? suite : `${suite}: ${summary}`;
}
