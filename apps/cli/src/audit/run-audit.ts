import type { TablesProgress } from "@fabriclab/spec";
import { chooseEndpoints, readRoots } from "../naming/endpoints.ts";
import { type Context, note } from "../context.ts";
import { ExitCode } from "../exit.ts";
import { readFabricFile, type FabricOfFile } from "../fabric-file.ts";
import { outputDirectory } from "../files.ts";
import { wholeNumber } from "../flags.ts";
import { colorless } from "../io.ts";
import { checkWritableFile, writeText } from "../output-file.ts";
import { progress, stages, type Progress } from "../progress.ts";
import { mixedRatesNote } from "../rates.ts";
import { visibleReport } from "../visible.ts";
import { audit, type AuditRun } from "./audit.ts";
import { auditDrawing, checkDrawingName } from "./drawing.ts";
import { withoutImpossible } from "./impossible.ts";
import { checkFlags, type AuditFlags } from "./options.ts";
import { remedyFiles } from "./remedy-files.ts";
import { replayed } from "./replayed.ts";
import type { AuditReport } from "./report.ts";
import {
  auditTables,
  candidateEngines,
  routingsUntried,
  type AuditedTables,
} from "./tables.ts";
import { auditText } from "./text.ts";

/** Random bisections and random permutations where `--samples` is not given. */
export const SAMPLES = 200;

const ROOTS = "for the report, too";

/** What chance decides in an audit. */
interface Draws {
  /** Random bisections, and random permutations. */
  readonly samples: number;
  readonly seed: number;
}

/**
 * `audit`: checks the flags, audits the tables, replays a credit loop where that is asked for, and tells what was found.
 *
 * @throws FabricError of flags, of the fabric's file, the tables and the outputs
 */
export async function runAudit(
  context: Context,
  flags: AuditFlags,
): Promise<ExitCode> {
  checkFlags(flags, ROOTS);
  const draws: Draws = {
    samples: wholeNumber("--samples", flags.samples, 2, 1e6) ?? SAMPLES,
    seed: wholeNumber("--seed", flags.seed, 0, 2 ** 32 - 1) ?? 1,
  };
  const write = prepareOutputs(context, flags);
  const line = progress(context.io, { label: "audit", quiet: context.quiet });
  const told = stages(line);
  try {
    line.update({ note: "reading the fabric" });
    const file = readFabricFile(flags.fabric, "--fabric", flags.nodeNameMap);
    for (const one of file.notes) note(context, one);
    const mixedRates = mixedRatesNote(file.fabric, flags);
    if (mixedRates !== undefined) note(context, mixedRates);
    const run = auditOf(context, file, flags, draws, { line, told });
    const replay = await replayOf(context, run, flags, line);
    line.end();
    const report = { ...run.report, replay };
    await write({ ...run, report });
    context.io.out(
      context.json
        ? `${JSON.stringify(report, null, 2)}\n`
        : visibleReport(context.io, (io) => auditText(report, io)),
    );
    return report.verdict === "clean" ? ExitCode.fine : ExitCode.problem;
  } finally {
    line.end();
  }
}

/** Reads or makes the tables, and audits them. */
function auditOf(
  context: Context,
  file: FabricOfFile,
  flags: AuditFlags,
  draws: Draws,
  { line, told }: { readonly line: Progress; readonly told: TablesProgress },
): AuditRun & Pick<AuditedTables, "impossible"> {
  const { fabric } = file;
  const roots =
    flags.roots === undefined ? undefined : readRoots(fabric, flags.roots);
  line.update({
    note: `${flags.tables === undefined ? "making" : "reading"} the tables`,
  });
  const audited = auditTables(context, file, flags, ROOTS, told);
  const { tables, from, impossible } = audited;
  const untried = routingsUntried(fabric);
  const run = audit(fabric, tables, {
    file: flags.fabric,
    from,
    impossible,
    // Where LIDs are given anew, those of the file are none of the tables'.
    ...(flags.tables === undefined
      ? {}
      : { sharedLids: file.sharedLids ?? [] }),
    choice: chooseEndpoints(fabric, tables.lids, flags.endpoints),
    roots,
    allLids: flags.allLids,
    slIgnored: flags.slIgnored === true,
    synchronous: flags.synchronous === true,
    byRate: flags.byRate === true,
    ...draws,
    engines: !flags.remedies
      ? undefined
      : untried === undefined
        ? candidateEngines(context, fabric, audited, flags)
        : [],
    routingsUntried: untried,
    onProgress: (part, fraction) => {
      // Why no time left: the other parts take as long as they take, remedies above all.
      line.update({ stage: `${part} ${(100 * fraction).toFixed(0)} %` });
    },
  });
  return { ...run, impossible };
}

/** Replays a credit loop; null where nobody asked for it. */
async function replayOf(
  { registry }: Context,
  run: AuditRun & Pick<AuditedTables, "impossible">,
  flags: AuditFlags,
  line: Progress,
): Promise<AuditReport["replay"]> {
  if (flags.replay === undefined) return null;
  return replayed(
    { ...run, tables: withoutImpossible(run.tables, run.impossible) },
    {
      registry,
      directory: flags.replay,
      force: flags.force === true,
      onTry: (how) => {
        line.update({ note: `replay: ${how}` });
      },
    },
  );
}

/** Checks, before anything is computed, that what was asked for can be written. */
function prepareOutputs(
  context: Context,
  flags: AuditFlags,
): (run: AuditRun) => Promise<void> {
  const { output, svg, replay } = flags;
  const force = flags.force === true;
  const folder =
    output === undefined ? undefined : outputDirectory(output, { force });
  if (replay !== undefined)
    outputDirectory(replay, { force, flag: "--replay" });
  if (svg !== undefined) {
    checkDrawingName(svg);
    checkWritableFile(svg, "--svg");
  }
  return async (run) => {
    if (folder !== undefined && output !== undefined) {
      const files = new Map([
        [
          "audit.txt",
          [
            visibleReport({ ...colorless(context.io), columns: 100 }, (io) =>
              auditText(run.report, io),
            ),
          ],
        ],
        ["audit.json", [`${JSON.stringify(run.report, null, 2)}\n`]],
        ["audit.svg", [drawing(run)]],
        ...remedyFiles(run),
      ]);
      await folder.fill(files);
      note(
        context,
        `report written to ${output}: ${[...files.keys()].join(", ")}`,
      );
    }
    if (svg !== undefined) {
      writeText(svg, drawing(run), "--svg");
      note(context, `drawing written to ${svg}`);
    }
  };
}

const drawing = (run: AuditRun): string =>
  auditDrawing(run, run.balance.counts.routes);
