import type { Fabric } from "@fabriclab/spec";
import { type Context, note } from "../context.ts";
import type { OutputDirectory } from "../files.ts";
import { colorless } from "../io.ts";
import { visibleReport } from "../visible.ts";
import type { MeasuredRow } from "./compare.ts";
import { adviceFiles } from "./files.ts";
import { compareHtml } from "./html.ts";
import type { CompareReport } from "./report.ts";
import { slurmAdvice } from "./slurm-file.ts";
import { compareText } from "./text.ts";

/** Columns of `compare.txt`, which no terminal's width decides. */
const COLUMNS = 120;

/**
 * Fills the folder of `-o`: the report as a page, as text and as JSON, and what OpenSM and Slurm are to be given. Says what it wrote.
 *
 * @param output the folder as the command names it
 * @param command that made the report
 */
export async function writeAdvice(
  context: Context,
  folder: OutputDirectory,
  output: string,
  fabric: Fabric,
  report: CompareReport,
  measured: readonly MeasuredRow[],
  command: string,
): Promise<void> {
  const slurm = slurmAdvice(fabric);
  for (const one of slurm.notes) note(context, one);
  const files = [
    ...adviceFiles(report, output),
    ...(slurm.file === undefined ? [] : [slurm.file]),
  ];
  const { take } = report.advice;
  const routes = take === null ? undefined : measured[take]?.routes;
  const plain = { ...colorless(context.io), columns: COLUMNS };
  await folder.fill([
    ...files.map(({ name, text }) => [name, [text]] as const),
    ["compare.json", [`${JSON.stringify(report, null, 2)}\n`]],
    ["compare.txt", [visibleReport(plain, (io) => compareText(report, io))]],
    ["report.html", [compareHtml(fabric, report, routes, files, command)]],
  ]);
  note(
    context,
    `advice written to ${output}: report.html, ${files.map(({ name }) => name).join(", ")}`,
  );
}
