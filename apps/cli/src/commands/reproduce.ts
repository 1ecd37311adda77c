import { performance } from "node:perf_hooks";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Progress as TaskProgress } from "@fabriclab/experiment-executor-local";
import { claimsText } from "@fabriclab/experiment-report";
import { FabricError, nearest } from "@fabriclab/spec";
import { Command } from "commander";
import { type Context, note } from "../context.ts";
import { ExitCode, exitCodesHelp } from "../exit.ts";
import { ensureFolder } from "../files.ts";
import { refuseOtherStudy, refuseOthersFiles } from "../others-files.ts";
import { wholeNumber } from "../flags.ts";
import { count, progress } from "../progress.ts";
import type { StudyPart } from "../reproduce/part-of-study.ts";
import type { Reproduced } from "../reproduce/reproduce.ts";
import { printable } from "../result-json.ts";
import { shellWord } from "../shell-word.ts";
import { columnsOf } from "../table.ts";

interface Flags {
  readonly quick?: true;
  readonly output?: string;
  readonly jobs?: string;
  readonly seeds?: string;
  readonly frames?: string;
  readonly only?: string;
  readonly list?: true;
  readonly fresh?: true;
  readonly resume?: true;
}

/** `reproduce NAME` */
export function reproduceCommand(
  context: Context,
  finish: (code: ExitCode) => void,
): Command {
  return new Command("reproduce")
    .summary("run a paper's figures and judge its claims")
    .description(
      "Runs the experiments of a paper on all cores and writes its figures (SVG, PNG), its data, and a table of its claims: measured, paper, verdict.",
    )
    .argument(
      "<paper>",
      "zhou2007: cyclic multicast on fat trees; zhou2010: XY multicast and virtual lanes on a mesh; kim2007: routing, dropping and multicast under video and mixed traffic; hpp2008: virtual channels, buffers, barriers and collectives of the HPP switch",
    )
    .option(
      "--quick",
      "a part of the study: on two free cores less than a minute for zhou2007, up to two or so for the others; the report says what was left out, and every finished run is kept",
    )
    .option(
      "-o, --output <dir>",
      "folder of the report (default: reproductions/<paper>, -quick appended with --quick)",
    )
    .option("--jobs <n>", "worker threads (default: one per core)")
    .option(
      "--seeds <n>",
      "replications, at least 2 (default: what the study says)",
    )
    .option(
      "--frames <n>",
      "kim2007: frames per video stream (default: what the study says); fewer make shorter runs",
    )
    .option(
      "--only <ids>",
      "figures and claims alone, such as fig-9,C-004-8 (--list names them): only the runs that they need, and a report in a folder of its own below that of the study, which keeps the runs",
    )
    .option(
      "--list",
      "name the figures and claims (with --only, those) with the number of runs that each needs, and run nothing",
    )
    .option(
      "--resume",
      "go on where an interrupted reproduction stopped (the default)",
    )
    .option("--fresh", "forget finished runs and compute everything again")
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab reproduce zhou2007 --quick
  $ fabriclab reproduce zhou2007 -o zhou2007/ --seeds 10
  $ fabriclab reproduce zhou2010 --quick
  $ fabriclab reproduce kim2007 --frames 30
  $ fabriclab reproduce hpp2008 --quick
  $ fabriclab reproduce kim2007 --list
  $ fabriclab reproduce kim2007 --only fig-9,C-004-8 --frames 30

Finished runs are kept in the folder, so that an interrupted reproduction goes on where it was.
A claim that does not hold is a result, not a failure: the exit code is 0 when the report was written.
${exitCodesHelp}`,
    )
    .action(async (name: string, flags: Flags) => {
      if (flags.fresh === true && flags.resume === true) {
        throw new FabricError({
          code: "E_CLI_OPTION_CONFLICT",
          message: "--resume keeps finished runs and --fresh forgets them.",
          where: { path: "--resume --fresh" },
          expected: "one of the two",
        });
      }
      if (flags.fresh === true && flags.only !== undefined) {
        throw new FabricError({
          code: "E_CLI_OPTION_CONFLICT",
          message:
            "--fresh forgets all runs of the study, also those that --only does not need.",
          where: { path: "--fresh --only" },
          expected: "one of the two",
          hint: "-o names another folder, in which nothing is finished yet",
        });
      }
      checkList(flags);
      finish(await reproducePaper(context, name, flags));
    });
}

/** Refuses flags that are about running beside `--list`, which runs and writes nothing. */
function checkList({ list, output, jobs, fresh, resume }: Flags): void {
  if (list !== true) return;
  const idle = Object.entries({ output, jobs, fresh, resume }).flatMap(
    ([flag, value]) => (value === undefined ? [] : [`--${flag}`]),
  );
  if (idle.length === 0) return;
  throw new FabricError({
    code: "E_CLI_OPTION_CONFLICT",
    message: "--list runs and writes nothing.",
    where: { path: ["--list", ...idle].join(" ") },
    expected: `--list, or ${idle.join(" and ")}`,
    hint: "--list > FILE keeps the list",
  });
}

/** What tells the folder of a study: finished runs, or its report. */
const OF_A_STUDY = [".runs", "report.html"] as const;

async function reproducePaper(
  context: Context,
  name: string,
  flags: Flags,
): Promise<ExitCode> {
  const jobs = wholeNumber("--jobs", flags.jobs, 1, 1024);
  const seeds = wholeNumber("--seeds", flags.seeds, 2, 1000);
  const frames = wholeNumber("--frames", flags.frames, 1, 100_000);
  // Why: drawing needs a rasteriser in native code, which no other command should wait for.
  const { checkOnly, checkStudyOptions, partsOf, reproduce, reproductions } =
    await import("../reproduce/index.ts");
  const { abortOnInterrupt } =
    await import("@fabriclab/experiment-executor-local");
  const paper = reproductions[name];
  if (paper === undefined) throw unknownPaper(name, Object.keys(reproductions));
  const quick = flags.quick === true;
  const study = {
    quick,
    ...(seeds === undefined ? {} : { seeds }),
    ...(frames === undefined ? {} : { frames }),
  };
  checkStudyOptions(paper, study);
  const only =
    flags.only === undefined
      ? undefined
      : checkOnly(
          paper,
          study,
          flags.only.split(",").map((id) => id.trim()),
        );
  if (flags.list === true) {
    const parts = partsOf(paper, study);
    const wanted = parts.filter(({ id }) => only?.includes(id) ?? true);
    printParts(context, name, wanted);
    return ExitCode.fine;
  }
  const out =
    flags.output ?? join("reproductions", quick ? `${name}-quick` : name);
  ensureFolder(out);
  if (!OF_A_STUDY.some((name) => existsSync(join(out, name))))
    refuseOthersFiles(out, "study");
  refuseOtherStudy(out, name);
  if (flags.fresh === true)
    rmSync(join(out, ".runs"), { recursive: true, force: true });
  const line = progress(context.io, {
    label: `${name}${quick ? " (quick)" : ""}`,
    quiet: context.quiet,
  });
  const interrupt = abortOnInterrupt(process, () => {
    line.end();
    note(
      context,
      "interrupted: runs under way are dropped, finished ones are kept",
    );
  });
  try {
    const result = await reproduce(paper, {
      out,
      ...study,
      ...(only === undefined ? {} : { only }),
      ...(jobs === undefined ? {} : { workers: jobs }),
      clock: () => performance.now() / 1000,
      signal: interrupt.signal,
      onNote: (text) => {
        line.end();
        note(context, text);
      },
      onProgress: (state) => line.update(progressOf(state)),
    });
    line.end();
    if (result.status === "interrupted") {
      note(
        context,
        `${result.finished} of ${result.runs} runs are kept; this goes on from there: ${commandAgain(name, flags, out)}`,
      );
      return ExitCode.interrupted;
    }
    print(context, name, result);
    return ExitCode.fine;
  } finally {
    line.end();
    interrupt.release();
  }
}

/**
 * The command that goes on with a reproduction, to be pasted into a shell. Why without `--fresh`: it would forget what is finished.
 */
function commandAgain(
  paper: string,
  { quick, jobs, seeds, frames, only }: Flags,
  folder: string,
): string {
  const words = [
    ...["fabriclab", "reproduce", paper],
    ...(quick === true ? ["--quick"] : []),
    ...Object.entries({ seeds, frames, only, jobs }).flatMap(([flag, value]) =>
      value === undefined ? [] : [`--${flag}`, value],
    ),
    ...["-o", folder],
  ];
  return words.map(shellWord).join(" ");
}

const progressOf = (state: TaskProgress) => ({
  jobs: [state.ended, state.total] as const,
  ...(state.secondsLeft === undefined
    ? {}
    : { secondsLeft: state.secondsLeft }),
  note: [
    ...(state.perSecond === undefined
      ? []
      : [`${count(state.perSecond)} runs/s`]),
    ...(state.cached === 0 ? [] : [`${state.cached} kept from before`]),
    state.label,
  ].join(", "),
});

function print(
  context: Context,
  name: string,
  result: Extract<Reproduced, { status: "finished" }>,
): void {
  const { io } = context;
  if (context.json) {
    io.out(
      `${JSON.stringify(printable({ paper: name, report: result.report, runs: result.runs, cached: result.cached, claims: result.claims }), null, 2)}\n`,
    );
    return;
  }
  const kept =
    result.cached === 0 ? "" : `, ${result.cached} of them kept from before`;
  io.out(
    `${result.claims.length === 0 ? "" : `${claimsText(result.claims, Math.min(Math.max(io.columns, 60), 120))}\n`}${result.runs} runs${kept}\nreport: ${result.report}\n`,
  );
}

/** What `--only` can be given. */
function printParts(
  { io, json }: Context,
  paper: string,
  parts: readonly StudyPart[],
): void {
  io.out(
    json
      ? `${JSON.stringify({ paper, parts }, null, 2)}\n`
      : `${columnsOf(
          parts.map(({ id, runs, title }) => [id, String(runs), title]),
          { head: ["id", "runs", "what"], columns: io.columns },
        )}\n`,
  );
}

function unknownPaper(name: string, known: readonly string[]): FabricError {
  const close = nearest(name, known);
  return new FabricError({
    code: "E_CLI_UNKNOWN_PAPER",
    message: `There is no reproduction of ${name}.`,
    where: { path: "reproduce" },
    got: name,
    expected: known.join(", "),
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  });
}
