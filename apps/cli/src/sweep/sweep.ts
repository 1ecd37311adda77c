import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { abortOnInterrupt } from "@fabriclab/experiment-executor-local";
import {
  firstShards,
  runSweep,
  type SweepPlan,
} from "@fabriclab/experiment-sweep";
import { note, type Context } from "../context.ts";
import { leaveInterrupts } from "../early-interrupt.ts";
import { ExitCode } from "../exit.ts";
import { checkReadAgain } from "../read-again.ts";
import { MAX_SCENARIO, readText } from "../read-text.ts";
import { wholeNumber } from "../flags.ts";
import { entriesOf, valuesOf } from "../value-texts.ts";
import { tellNotes } from "../interruptible.ts";
import { progress } from "../progress.ts";
import { many } from "../naming/words.ts";
import { printable } from "../result-json.ts";
import { FabricError, visible } from "@fabriclab/spec";
import { commandAgain } from "./again.ts";
import type { Tell } from "../topology-file.ts";
import { checkPoints } from "./check-points.ts";
import { eachOnce } from "./each-once.ts";
import { codeOf } from "./code.ts";
import { doubtfulMetric } from "./doubtful-metric.ts";
import type { SweepWork } from "./executor.ts";
import { explain } from "./explain.ts";
import { keepFabrics } from "./fabrics.ts";
import type { SweepCommandFlags } from "./flags.ts";
import { defaultFolder, keepSummary, openFolder, orNothing } from "./folder.ts";
import { planOf } from "./plan.ts";
import { progressOf } from "./progress-of.ts";
import { requirementOf } from "./requirement.ts";
import {
  memoryOf,
  shardPool,
  type PoolFlags,
  type ShardPool,
} from "./pools.ts";
import { hasProblem, reportOf, reportText } from "./report.ts";
import { blamingFlag, blamingFlags } from "./blaming-flags.ts";
import { sweepRequest, type SweepRequest } from "./request.ts";
import { forgetFailed, sweepStore } from "./store.ts";
import { removeWorkFolder } from "./work-folder.ts";
import { tellWithoutEffect } from "./without-effect.ts";

/** What is found out only when the first runs are given away: there is no cluster, or they have no such result. */
const REFUSALS: ReadonlySet<string> = new Set([
  "E_SLURM_UNAVAILABLE",
  "E_SWEEP_METRIC",
  "E_SWEEP_REQUIRE",
]);

/** `fabriclab sweep`: plans, runs what is missing, reports. */
export async function sweep(
  context: Context,
  file: string,
  flags: SweepCommandFlags,
): Promise<ExitCode> {
  const threads = await poolFlags(flags);
  const shardSize = wholeNumber("--shard-size", flags.shardSize, 1, 100_000);
  checkReadAgain("sweep", { "--fabric": flags.fabric });
  const text = readText(file, undefined, MAX_SCENARIO);
  context.sources.set(file === "-" ? "standard input" : file, text);
  const tell = eachOnce((said) => note(context, said));
  const request = sweepRequest(file, text, flags, context.registry, tell);
  const code = codeOf(context.modules);
  const asked = blamingFlags(flags, () => planOf(request, code, shardSize));
  if (flags.explain === true) {
    check(context, request, asked, tell);
    const folder = flags.output ?? defaultFolder(request.scenario.name);
    await explain(context, request, asked, folder, code);
    return ExitCode.fine;
  }
  const line = progress(context.io, {
    label: request.scenario.name,
    quiet: context.quiet,
  });
  const say = (said: string): void => {
    line.end();
    note(context, said);
  };
  const pool = shardPool(threads, say);
  let begun = false;
  let interrupt: ReturnType<typeof abortOnInterrupt> | undefined;
  try {
    await leaveInterrupts();
    // Why now: threads load what runs need in about the time that the rest of the plan takes.
    pool.prepare(firstShards(asked));
    // Why the signals are the system's meanwhile: the tables of a large fabric keep the process busy for long, and there is nothing yet to be kept.
    check(context, request, asked, tell);
    interrupt = abortOnInterrupt(process, () =>
      say(
        begun
          ? `interrupted: ${pool.onInterrupt}`
          : "interrupted before any run was begun",
      ),
    );
    const { signal } = interrupt;
    const folder = flags.output ?? defaultFolder(request.scenario.name);
    const begin = async (): Promise<ExitCode> => {
      const opened = await openFolder(folder, request, asked, code, say);
      const { plan, moved } = opened;
      await keepFabrics(folder, request, plan.factors, context.registry, {
        tell: say,
        signal,
      });
      if (flags.retryFailed === true) await forgetFailed(folder);
      tellUnused(context, request);
      const work = workOf(context, folder, request, plan, code);
      // Why: what was pressed while all of that kept the process busy is heard here.
      await new Promise((resolve) => setImmediate(resolve));
      if (signal.aborted) return ExitCode.interrupted;
      begun = true;
      return drive(context, {
        ...{ request, plan, moved, work, pool, signal, line, say },
        again: commandAgain(file, folder, flags, context.modules),
      });
    };
    return await orNothing(
      folder,
      begin,
      (error) => !begun || (FabricError.is(error) && REFUSALS.has(error.code)),
    );
  } catch (error) {
    throw blamingFlag(flags, error);
  } finally {
    interrupt?.release();
    line.end();
    await pool.close();
  }
}

/** Refuses what would fail in every run, and tells what has no effect. */
function check(
  context: Context,
  request: SweepRequest,
  plan: SweepPlan,
  tell: Tell,
): void {
  tellNotes(context, checkPoints(request, plan, context.registry, tell));
  const doubt = doubtfulMetric(request);
  if (doubt !== undefined) tell(doubt);
  if (request.factors.length === 0)
    note(
      context,
      "nothing is varied, so there is one point: --vary load=0.1..0.5:0.1, or a section `sweep` with `vary`, makes more",
    );
}

function tellUnused(context: Context, { scenario }: SweepRequest): void {
  for (const [key, given] of [
    ["threads", scenario.threads > 1],
    ["output", scenario.output !== undefined],
  ] as const)
    if (given)
      note(
        context,
        `${key}: of no use to a sweep, whose runs have one thread each and share one folder`,
      );
}

/** What those who run shards are given. */
const workOf = (
  { modules }: Context,
  folder: string,
  { recipe, scenario, section }: SweepRequest,
  { factors, identity }: SweepPlan,
  code: Readonly<Record<string, string>>,
): SweepWork => ({
  folder,
  about: {
    experiment: scenario.name,
    factors: factors.map(({ name, column, kind, unit }) => ({
      name,
      column,
      kind,
      unit,
    })),
    versions: { fabriclab: code["fabriclab"] ?? "", identity },
    summaries: Object.fromEntries(
      scenario.metrics.map(({ plugin }) => [plugin.name, plugin.summary]),
    ),
    values: valuesOf(scenario),
    entries: entriesOf(scenario),
  },
  recipe,
  modules,
  metric: section.metric,
  needsMetric: section.precision !== undefined,
  ...(section.require === undefined
    ? {}
    : { require: requirementOf(section.require) }),
});

interface Drive {
  readonly request: SweepRequest;
  readonly plan: SweepPlan;
  /** Finished runs whose files are made anew. */
  readonly moved: number;
  readonly work: SweepWork;
  readonly pool: ShardPool;
  readonly signal: AbortSignal;
  /** What goes on after an interruption. */
  readonly again: string;
  readonly line: ReturnType<typeof progress>;
  readonly say: (text: string) => void;
}

async function drive(
  context: Context,
  { request, plan, moved, work, pool, signal, again, line, say }: Drive,
): Promise<ExitCode> {
  const { io } = context;
  const { folder } = work;
  const { name } = request.scenario;
  const executor = await pool.executor(work);
  const outcome = await runSweep(plan, {
    store: sweepStore(work, (damaged) =>
      say(`${damaged} is damaged; it is computed again`),
    ),
    executor,
    signal,
    clock: () => performance.now() / 1000,
    onProgress: (state) => line.update(progressOf(state)),
    onNote: say,
  });
  line.end();
  const report = reportOf({ ...outcome, kept: outcome.kept + moved }, plan, {
    experiment: name,
    folder,
  });
  if (report.status === "interrupted") {
    const { runs } = report;
    note(
      context,
      `${runs === 0 ? `what was finished is kept in ${folder}; the same command goes on from there` : `${many(runs, "run")} ${runs === 1 ? "is" : "are"} finished and kept in ${folder}; the same command goes on from there`}: ${again}`,
    );
    return ExitCode.interrupted;
  }
  const text = `${JSON.stringify(printable(report), null, 2)}\n`;
  // What a later reader cannot use: it depends on how often the sweep was interrupted, and on where the folder was.
  const { kept: _, folder: __, ...lasting } = report;
  await keepSummary(
    folder,
    `${JSON.stringify(printable(lasting), null, 2)}\n`,
    plan.seeds,
    say,
  );
  await removeWorkFolder(folder, report.failed.length > 0);
  if (request.factors.length > 0)
    tellNotes(context, await tellWithoutEffect(folder, report.runs));
  // Not with --quiet: it is all in summary.json, and whether something failed in the exit code.
  if (context.json) io.out(text);
  else if (!context.quiet) io.out(visible(reportText(report, io)));
  return hasProblem(report) ? ExitCode.problem : ExitCode.fine;
}

/** Refuses flags of the executor that is not asked for: who forgets `--executor slurm` would have all cores of the node where they logged in busy. */
function refuseOthersFlags(flags: SweepCommandFlags): void {
  const { executor, tasks, sbatch, jobs, memory } = flags;
  const foreign =
    executor === "local"
      ? { "--tasks": tasks, "--sbatch": sbatch?.join(" ") }
      : { "--jobs": jobs, "--memory": memory };
  for (const [flag, value] of Object.entries(foreign))
    if (value !== undefined)
      throw new FabricError({
        code: "E_CLI_OPTION_CONFLICT",
        message: `${flag} means nothing to the executor ${executor}.`,
        where: { path: flag },
        got: `${flag} ${value}`,
        expected: `--executor ${executor === "local" ? "slurm" : "local"}, or no ${flag}`,
      });
}

async function poolFlags(flags: SweepCommandFlags): Promise<PoolFlags> {
  refuseOthersFlags(flags);
  if (flags.sbatch !== undefined) {
    const { checkSbatch } =
      await import("@fabriclab/experiment-executor-slurm");
    checkSbatch(flags.sbatch, "--sbatch");
  }
  return {
    executor: flags.executor,
    jobs: wholeNumber("--jobs", flags.jobs, 1, 1024) ?? availableParallelism(),
    memory: memoryOf(flags.memory),
    tasks: wholeNumber("--tasks", flags.tasks, 1, 100_000) ?? 64,
    sbatch: flags.sbatch ?? [],
  };
}
