import type { Fabric } from "@fabriclab/spec";
import { type Context, note } from "../context.ts";
import { ExitCode } from "../exit.ts";
import { readFabricFile } from "../fabric-file.ts";
import { wholeNumber } from "../flags.ts";
import { longJson, longJsonFile } from "../long-json.ts";
import { BACK_TO_BACK, backToBackNote } from "../naming/back-to-back.ts";
import { cabledEndpoints } from "../naming/endpoints.ts";
import { partedPairs } from "../naming/parts.ts";
import { checkWritableFile, writeBytes } from "../output-file.ts";
import { progress } from "../progress.ts";
import { mixedRatesNote } from "../rates.ts";
import { checkReadAgain } from "../read-again.ts";
import type { Removal } from "../removals.ts";
import { defaultJobs, isSmall } from "../run-jobs.ts";
import { visibleReport } from "../visible.ts";
import { comparedText } from "./compared-text.ts";
import { failReport, isStood, type ComparedFailReport } from "./compared.ts";
import { cutFinder, type Cut } from "./cut.ts";
import { enginesOf, withLists } from "./engines.ts";
import {
  failingOf,
  runFailures,
  thrown,
  type FailEngine,
  type FailResult,
} from "./fail.ts";
import type { FailReport } from "./failure.ts";
import { checkWay, drawnOf, removalsOf, type FailFlags } from "./flags.ts";
import { failText } from "./report.ts";
import { basesKept } from "./task-order.ts";

/** Random bisections where `--samples` is not given. With --each, too: a failure costs a new routing and its audit, beside which bisections are cheap. */
export const SAMPLES = 200;

/** The numbers that flags give, or their defaults. */
interface Numbers {
  /** Random bisections. */
  readonly samples: number;
  /** Of the bisections, and of what is drawn. */
  readonly seed: number;
  /** Failures at a time; undefined = as many as the machine takes. */
  readonly jobs: number | undefined;
}

/** What is tried: every removal under every engine. */
interface Trial {
  readonly fabric: Fabric;
  readonly engines: readonly FailEngine[];
  readonly removals: readonly Removal[];
  /** What each removal takes apart, if anything. */
  readonly cuts: readonly (Cut | undefined)[];
}

/**
 * `fail`: takes cables away, routes again under each routing, and tells what became of the fabric.
 *
 * @throws FabricError of flags, of the fabric's file and the output; the refusal of the only routing
 */
export async function runFail(
  context: Context,
  flags: FailFlags,
): Promise<ExitCode> {
  const numbers: Numbers = {
    samples: wholeNumber("--samples", flags.samples, 2, 1e6) ?? SAMPLES,
    seed: wholeNumber("--seed", flags.seed, 0, 2 ** 32 - 1) ?? 1,
    jobs: wholeNumber("--jobs", flags.jobs, 1, 1024),
  };
  const { samples, seed } = numbers;
  checkWay(flags);
  if (flags.output !== undefined) {
    const { fabric, nodeNameMap, roots, compute, io, endpoints } = flags;
    const reads = [fabric, nodeNameMap, roots, compute, io, endpoints];
    checkWritableFile(flags.output, "-o", reads);
  }
  checkReadAgain("fail", {
    "--fabric": flags.fabric,
    "--node-name-map": flags.nodeNameMap,
    "--endpoints": flags.endpoints,
  });
  const given = enginesOf(context, flags);
  const file = readFabricFile(flags.fabric, "--fabric", flags.nodeNameMap);
  for (const one of file.notes) note(context, one);
  const { fabric } = file;
  const mixedRates = mixedRatesNote(fabric, flags);
  if (mixedRates !== undefined) note(context, mixedRates);
  const { endports, leftOut } = cabledEndpoints(fabric, flags.endpoints);
  const backToBack = leftOut.some(({ reason }) => reason === BACK_TO_BACK)
    ? backToBackNote(fabric)
    : undefined;
  if (backToBack !== undefined) note(context, backToBack);
  const parted = partedPairs(fabric, endports);
  if (parted !== undefined) note(context, parted.what);
  const removals = removalsOf(fabric, flags, seed);
  const engines = withLists(context, fabric, flags, given);
  const cut = cutFinder(fabric, endports);
  const cuts = removals.map(({ links }) => cut(links));
  const { results, interrupted } = await tried(context, flags, numbers, {
    fabric,
    engines,
    removals,
    cuts,
  });
  if (engines.length === 1 && results[0]?.reason !== undefined)
    throw thrown(results[0].reason);
  if (results.every(({ before, reason }) => (before ?? reason) === undefined)) {
    note(context, "interrupted: nothing was measured");
    return ExitCode.interrupted;
  }
  const report = failReport(
    {
      fabric: { name: fabric.name, file: flags.fabric },
      endpoints: { choice: flags.endpoints, count: endports.length },
      drawn: drawnOf(flags),
      each: flags.each ?? (removals.length > 1 ? "draw" : null),
      samples,
      seed,
      byRate: flags.byRate === true,
      interrupted,
    },
    given,
    removals.map((removal, i) => failingOf(removal, cuts[i])),
    results,
  );
  tell(context, report, flags.output);
  if (interrupted) return ExitCode.interrupted;
  return isStood(report) ? ExitCode.fine : ExitCode.problem;
}

/** Tries all, with a line of progress. */
async function tried(
  context: Context,
  flags: FailFlags,
  { samples, seed, jobs }: Numbers,
  { fabric, engines, removals, cuts }: Trial,
): Promise<{ results: FailResult[]; interrupted: boolean }> {
  const line = progress(context.io, { label: "fail", quiet: context.quiet });
  let interrupted = false;
  const results = await runFailures({
    engines,
    nodeNameMap: flags.nodeNameMap,
    endpoints: flags.endpoints,
    samples,
    seed,
    byRate: flags.byRate === true,
    modules: context.modules,
    removals,
    cuts,
    kept: basesKept(fabric),
    jobs: Math.min(
      jobs ?? defaultJobs(fabric),
      // A thread without a failure of its own would only route the fabric as it is once more.
      engines.length * Math.max(1, removals.length),
    ),
    inThread: !isSmall(fabric),
    line,
    onInterrupt: () => {
      interrupted = true;
    },
  }).finally(() => line.end());
  return { results, interrupted };
}

/** Writes the report to `output` where that is given, and prints it. */
function tell(
  context: Context,
  report: FailReport | ComparedFailReport,
  output: string | undefined,
): void {
  if (output !== undefined) {
    writeBytes(output, longJsonFile(report));
    note(context, `report written to ${output}`);
  }
  if (context.json) {
    for (const piece of longJson(report)) context.io.out(piece);
    context.io.out("\n");
  } else
    context.io.out(
      visibleReport(context.io, (io) =>
        "engines" in report ? comparedText(report, io) : failText(report, io),
      ),
    );
}
