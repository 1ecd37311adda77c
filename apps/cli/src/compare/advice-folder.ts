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

/** What the folder of `-o` tells. */
interface Advice {
  /** The folder as the command names it. */
  readonly output: string;
  readonly fabric: Fabric;
  readonly report: CompareReport;
  readonly measured: readonly MeasuredRow[];
  /** That made the report. */
  readonly command: string;
}

/** Fills the folder of `-o`: the report as a page, as text and as JSON, and what OpenSM and Slurm are to be given. Says what it wrote. */
export async function writeAdvice(
  context: Context,
  folder: OutputDirectory,
  { output, fabric, report, measured, command }: Advice,
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
