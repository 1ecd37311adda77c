import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import {
  blame,
  parseOverride,
  type Scenario,
} from "@fabriclab/formats-scenario";
import type { Experiment, Replicated } from "@fabriclab/sim";
import { visible } from "@fabriclab/spec";
import { Command, Option } from "commander";
import { collect } from "../collect.ts";
import { type Context, note } from "../context.ts";
import { ExitCode, exitCodesHelp } from "../exit.ts";
import { checkWritableFile, writeText } from "../output-file.ts";
import { MAX_SCENARIO, readText } from "../read-text.ts";
import { wholeNumber } from "../flags.ts";
import { progress } from "../progress.ts";
import { interruptible, nothingWritten, tellNotes } from "../interruptible.ts";
import {
  experimentFor,
  nameOf,
  scenarioOf,
  type Recipe,
  withFabric,
} from "../recipe.ts";
import { resultJson } from "../result-json.ts";
import { resultNotes } from "../result-notes.ts";
import { replicatedText, resultText } from "../result-text.ts";
import type { SeedsOptions } from "../run-seeds.ts";
import { visibleReport } from "../visible.ts";

interface Flags {
  readonly set?: readonly string[];
  readonly fabric?: string;
  readonly seed?: string;
  readonly seeds?: string;
  readonly jobs?: string;
  readonly threads?: string;
  readonly checked?: true;
  readonly explain?: true;
  readonly output?: string;
}

/** `run SCENARIO` */
export function runCommand(
  context: Context,
  finish: (code: ExitCode) => void,
): Command {
  return new Command("run")
    .summary("simulate a scenario")
    .description(
      "Simulates the packets of a scenario file and prints what was measured. Equal scenarios and seeds give equal results, to the byte.",
    )
    .argument("<scenario>", "a YAML file; - reads standard input")
    .addOption(
      new Option(
        "--set <key=value>",
        "change a key: a full path (traffic[0].load=0.4), or a key that occurs once (load=0.4); null leaves out what the file says; repeatable",
      ).argParser(collect),
    )
    .option(
      "--fabric <file>",
      "run on this fabric instead of the scenario's topology",
    )
    .option("--seed <n>", "seed of every random stream")
    .option(
      "--seeds <n>",
      "independent replications, with seeds seed, seed+1, …, taken together",
    )
    .option(
      "--jobs <n>",
      "with --seeds, runs at a time (default: one per core); the result is the same for any number",
    )
    .option(
      "--threads <n>",
      "threads of one run; the result is the same for any number; refused for what needs one thread, such as receive buffers, control, drop, changes and traffic that reacts to what arrives",
    )
    .option("--checked", "check the engine's invariants while running (slower)")
    .option(
      "--explain",
      "print the composed experiment, every default filled in, and do not run it",
    )
    .option("-o, --output <file>", "write the result as JSON to a file, too")
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab run scenario.yaml
  $ fabriclab run scenario.yaml --set load=0.4 --set virtualLanes=2 --json
  $ fabriclab run scenario.yaml --fabric real.topo --seeds 5 --jobs 2
  $ fabriclab run scenario.yaml --explain

status in the result: finished (all was delivered), converged (as precise as asked), limit (a cap of \`measure\` came first), saturated (more
is offered than accepted: no mean latency exists), deadlocked (exit code 1; the wait-for cycle is printed).
A run in which packets are dropped and none arrives, as where its tables have no path, ends with exit code 1, too.

Ctrl-C stops a run: it has no result then, and no file is written or touched.
${exitCodesHelp}`,
    )
    .action(async (file: string, flags: Flags) => {
      const jobs = wholeNumber("--jobs", flags.jobs, 1, 1024);
      const recipe = recipeOf(file, flags);
      context.sources.set(nameOf(recipe), recipe.text);
      const tell = (text: string): void => note(context, text);
      const scenario = scenarioOf(recipe, context.registry, tell);
      tellNotes(context, scenario.notes);
      if (jobs !== undefined && scenario.seeds === 1)
        tell(
          "note: --jobs has no effect: there is one run (`--seeds` makes more)",
        );
      const output = flags.output ?? scenario.output;
      if (output !== undefined)
        checkWritableFile(output, "--output", [recipe.file, recipe.fabric]);
      try {
        const experiment = experimentFor(recipe, scenario, tell);
        if (flags.explain === true) await explain(context, experiment);
        else {
          finish(
            await run(context, { recipe, scenario, experiment, output, jobs }),
          );
        }
      } catch (error) {
        throw blame(scenario, error);
      }
    });
}

function recipeOf(file: string, flags: Flags): Recipe {
  const overrides = (flags.set ?? []).map((one) => parseOverride(one));
  for (const key of ["seed", "seeds", "threads"] as const) {
    const value = flags[key];
    if (value !== undefined) {
      overrides.push(parseOverride(`${key}=${value}`, `--${key}`));
    }
  }
  if (flags.checked === true) {
    overrides.push(parseOverride("checked=true", "--checked"));
  }
  const recipe = {
    file: file === "-" ? undefined : file,
    text: readText(file, undefined, MAX_SCENARIO),
    overrides,
    ...(flags.fabric === undefined ? {} : { fabric: flags.fabric }),
  };
  return withFabric(recipe);
}

async function explain(
  context: Context,
  experiment: Experiment,
): Promise<void> {
  const { compose, describe } = await import("@fabriclab/sim");
  const described = describe(compose(experiment));
  if (context.json) {
    context.io.out(`${JSON.stringify(described, null, 2)}\n`);
    return;
  }
  const { stringify } = await import("yaml");
  context.io.out(
    visible(
      `# Times are in picoseconds, sizes in bytes.\n${stringify(described, { lineWidth: 120 })}`,
    ),
  );
}

interface Job {
  readonly recipe: Recipe;
  readonly scenario: Scenario;
  readonly experiment: Experiment;
  readonly output: string | undefined;
  readonly jobs: number | undefined;
}

async function run(
  context: Context,
  { recipe, scenario, experiment, output, jobs: wanted }: Job,
): Promise<ExitCode> {
  const { io, json, quiet } = context;
  const sim = await import("@fabriclab/sim");
  const line = progress(io, { label: experiment.name, quiet });
  const started = performance.now();
  try {
    if (scenario.seeds === 1) {
      const result = await interruptible(
        context,
        { recipe, scenario, line, output },
        (options) => sim.runExperiment(experiment, options),
      );
      line.end();
      if (result === undefined) return ExitCode.interrupted;
      const text = resultJson(result, experiment);
      if (output !== undefined) save(context, output, text);
      io.out(
        json
          ? text
          : visibleReport(io, (to) => resultText(result, experiment, to)),
      );
      tellNotes(context, resultNotes([result], experiment));
      return codeOf(result.status, sim.noneArrived(result));
    }
    const seeds = Array.from(
      { length: scenario.seeds },
      (_, i) => experiment.seed + i,
    );
    const jobs = Math.min(
      wanted ?? defaultJobs(scenario.threads),
      seeds.length,
    );
    const result =
      jobs === 1
        ? await interruptible(
            context,
            { recipe, scenario, line, output },
            (options) => sim.replicate(experiment, seeds, options),
          )
        : await inThreads(
            context,
            { recipe, experiment, seeds, jobs, line },
            output,
          );
    line.end();
    if (result === undefined) return ExitCode.interrupted;
    const wallSeconds = (performance.now() - started) / 1000;
    const text = resultJson({ ...result, wallSeconds }, experiment);
    if (output !== undefined) save(context, output, text);
    io.out(
      json
        ? text
        : visibleReport(io, (to) => replicatedText(result, experiment, to)),
    );
    tellNotes(context, resultNotes(result.runs, experiment));
    return codeOf(result.status, result.runs.some(sim.noneArrived));
  } finally {
    line.end();
  }
}

/** Several seeds at a time; undefined when Ctrl-C came. */
async function inThreads(
  context: Context,
  work: Omit<SeedsOptions, "modules" | "onInterrupt" | "onNotes">,
  output: string | undefined,
): Promise<Replicated | undefined> {
  const { runSeeds } = await import("../run-seeds.ts");
  return await runSeeds({
    ...work,
    modules: context.modules,
    onNotes: (notes) => tellNotes(context, notes),
    onInterrupt() {
      work.line.end();
      note(context, `interrupted: ${nothingWritten(output)}`);
    },
  });
}

/** Runs at a time where nobody says how many: one per core, fewer where each run has several threads. */
const defaultJobs = (threads: number): number =>
  Math.max(1, Math.floor(availableParallelism() / threads));

function save(context: Context, output: string, text: string): void {
  writeText(output, text, "--output");
  note(context, `result written to ${output}`);
}

/** Of what is examined, a deadlock is a problem, and so is a run in which nothing arrives. */
const codeOf = (status: string, noneArrived: boolean): ExitCode =>
  status === "deadlocked" || noneArrived ? ExitCode.problem : ExitCode.fine;
