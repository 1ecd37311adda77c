import { reportHtml, type ReportTable } from "@fabriclab/experiment-report";
import type { Ratio } from "./compare.ts";
import { newestRows, type BenchRun } from "./history.ts";
import { RATIO_COLUMNS, ratioCells } from "./print.ts";
import { meets } from "./suite.ts";
import { suites } from "./suites/index.ts";
import { benchTables } from "./tables.ts";

/** What the runs of a page were compared with. */
export interface Compared {
  /** The file of the earlier runs. */
  readonly file: string;
  /** When they ran. */
  readonly from: readonly string[];
  readonly ratios: readonly Ratio[];
  /** Cases that only one side has. */
  readonly unpaired: readonly string[];
}

/** A page of all figures of some runs: for each suite a table, and under what it was measured. The same runs give the same bytes. */
export function pageOf(runs: readonly BenchRun[], compared?: Compared): string {
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
      `${many(rows.length, "case")} of ${many(new Set(rows.map(({ suite }) => suite)).size, "suite")}.${targets.length === 0 ? "" : ` ${String(met)} of ${String(targets.length)} targets were met; a target that was missed says so.`}`,
      "A ratio of speeds above 1 means that fabriclab is faster.",
    ],
    claims: [],
    figures: [],
    tables: [
      ...benchTables(rows).map(({ suite, columns, rows: cells }) => ({
        caption: captionOf(suite),
        columns,
        rows: cells,
      })),
      ...comparison(compared),
    ],
    parameters: [],
    notes: [
      ...used.map(
        (run) =>
          `${run.when}: Node ${run.node}, ${run.cpu}${run.cores === undefined ? "" : `, ${String(run.cores)} processors`}${run.load === undefined ? "" : `, load ${String(run.load)} at the end`}${run.quick ? "; quick: a look, not a measurement" : ""}; suites ${[...new Set(run.rows.map(({ suite }) => suite))].join(", ")}.`,
      ),
      ...(compared?.ratios.length === 0
        ? [`${compared.file} has no case to compare these with.`]
        : []),
      ...(compared?.unpaired ?? []).map((name) => `Not compared: ${name}.`),
    ],
    commands: [
      ...new Set(
        used.map(({ command = "pnpm bench" }) =>
          // A page without a comparison is made again without one.
          compared === undefined
            ? command.replace(/ --compare[ =]\S+/, "")
            : command,
        ),
      ),
    ],
    seeds: [],
    versions: {},
    files: [],
  });
}

/** The ratios as a table; none where no case was measured before. */
function comparison(compared: Compared | undefined): ReportTable[] {
  if (compared === undefined || compared.ratios.length === 0) return [];
  const { file, from, ratios } = compared;
  return [
    {
      caption: `Against ${file}, ${from.join(", ")}`,
      columns: RATIO_COLUMNS,
      rows: ratios.map(ratioCells),
    },
  ];
}

const many = (count: number, one: string): string =>
  `${String(count)} ${one}${count === 1 ? "" : "s"}`;

function captionOf(suite: string): string {
  const summary = suites.find(({ name }) => name === suite)?.summary;
  return summary === undefined ? suite : `${suite}: ${summary}`;
}
