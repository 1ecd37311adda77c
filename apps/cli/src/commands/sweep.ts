import { Command, Option } from "commander";
import { collect } from "../collect.ts";
import type { Context } from "../context.ts";
import { exitCodesHelp, type ExitCode } from "../exit.ts";
import type { SweepCommandFlags } from "../sweep/flags.ts";

/** `sweep SCENARIO` */
export function sweepCommand(
  context: Context,
  finish: (code: ExitCode) => void,
): Command {
  return new Command("sweep")
    .summary("run a scenario for many values, into a folder of results")
    .description(
      "Runs a scenario for every combination of the values that its section `sweep` (or a flag) lists, on all cores or on a Slurm cluster. Stop it wherever you like, kill it: the same command goes on, and the folder ends with the same bytes.",
    )
    .argument("<scenario>", "a YAML file; - reads standard input")
    .addOption(
      new Option(
        "--vary <key=values>",
        "vary a key: a range (load=0.1..0.9:0.1), a list (routing=cyclic,updn or routing=[cyclic, updn]); repeatable",
      ).argParser(collect),
    )
    .addOption(
      new Option(
        "--set <key=value>",
        "change a key, as in `run`; a range from..to:step varies it; repeatable",
      ).argParser(collect),
    )
    .option(
      "--fabric <file>",
      "run on this fabric instead of the scenario's topology",
    )
    .option("--seed <n>", "first seed of every point")
    .option(
      "--seeds <n>",
      "runs of a point, with seeds seed, seed+1, …; more than a folder has extend it",
    )
    .option(
      "--design <name>",
      "grid (all combinations), one-at-a-time, or random (--points of them)",
    )
    .option("--points <n>", "combinations that design random draws")
    .option(
      "--precision <share>",
      "add seeds to a point until the confidence interval of its mean is this narrow: 0.05 is ±5 % (at 95 %, or measure.confidence)",
    )
    .option("--max-seeds <n>", "most seeds of a point with --precision (30)")
    .option("--metric <name>", "whose mean --precision is about (latency)")
    .option(
      "--saturation <key>",
      "look for the largest value of this factor without saturation, by bisection; for the smallest, where the smallest of all saturates and the largest does not",
    )
    .option(
      "--resolution <share>",
      "how close --saturation comes to it (0.01 is 1 %)",
    )
    .option(
      "--require <what>",
      "what the runs have to keep, too, for --saturation to take a value for not saturated: 'latency_p99 <= 20us' (a column of the results, <= or >=, an amount); each run's own number is compared, without its interval",
    )
    .option(
      "-o, --output <folder>",
      "folder of the results (default: results/<name of the scenario>)",
    )
    .addOption(
      new Option("--executor <name>", "where the runs are done")
        .choices(["local", "slurm"])
        .default("local"),
    )
    .option("--jobs <n>", "local: runs at a time (default: one per core)")
    .option(
      "--memory <size>",
      "local: memory in use above which fewer runs are done at a time (default: 80 % of this machine's)",
    )
    .option("--tasks <n>", "slurm: most array tasks at a time (default: 64)")
    .addOption(
      new Option(
        "--sbatch <option>",
        "slurm: hand an option to sbatch, as --sbatch=--partition=short; repeatable",
      ).argParser(collect),
    )
    .option(
      "--shard-size <n>",
      "runs in one file (default: as many as make 256 files, at most 256)",
    )
    .option("--retry-failed", "forget the runs that failed and try them again")
    .option("--resume", "go on where the folder stopped: always so")
    .option("--explain", "say what would be run, and do not run it")
    .addHelpText(
      "after",
      `
In the scenario:
  sweep:
    vary:
      load: 0.1..0.9:0.1            # a range, both ends included
      routing: [cyclic, single-lid] # a list
      scheme:                       # named cases, which set several keys each
        multipath: { routing: multipath, addressing: path-bits }
        updn: { routing: updn, addressing: sequential }
    precision: 0.05
    saturation: load

Examples:
  $ fabriclab sweep scenario.yaml --vary load=0.1..0.9:0.1 -o results/
  $ fabriclab sweep scenario.yaml --vary routing=cyclic,single-lid --seeds 5 -o schemes/
  $ fabriclab sweep scenario.yaml --vary load=0.1,0.9 --saturation load -o saturation/
  $ fabriclab sweep scenario.yaml --vary load=0.1,0.9 --saturation load --require 'latency_p99 <= 20us'
  $ fabriclab sweep scenario.yaml --executor slurm --tasks 100 --sbatch=--time=1:00:00
  $ fabriclab query "SELECT load, routing, latency FROM points" results/

Every point has the same seeds, so that schemes are compared under the same random
numbers. Ctrl-C (or SIGTERM) keeps what is finished. More values for a factor extend a
folder (designs grid and one-at-a-time, without --saturation): points that are there are
kept. So do more --seeds (without --precision and --saturation): runs that are there are
kept, and the folder ends with the bytes of one that had all its seeds from the start.
--quiet leaves out the summary, which summary.json keeps.

Exit code 1: some runs failed (a routing that refuses the fabric, say; they are rows with
status failed and an error), in some no packet arrived and some were dropped, or some
deadlocked without --saturation.
${exitCodesHelp}`,
    )
    .action(async (file: string, flags: SweepCommandFlags) => {
      // Why: the Parquet writer and all that a sweep needs should keep no other command waiting.
      const { sweep } = await import("../sweep/sweep.ts");
      finish(await sweep(context, file, flags));
    });
}
