import { Command, Option } from "commander";
import { compareRuns, earlierRows } from "./compare.ts";
import {
  appendRun,
  describeRun,
  readRuns,
  writeRun,
  writeWhole,
  type BenchRun,
} from "./history.ts";
import { pageOf } from "./page.ts";
import { ratioTable, tablesOf } from "./print.ts";
import { selected } from "./select.ts";
import { meets, type Programs, type Row, type Suite } from "./suite.ts";
import { suites, usual } from "./suites/index.ts";

const args = process.argv.slice(2).filter((argument) => argument !== "--");
const collect = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  value,
];

const program = new Command("bench")
  .description(
    "Measures fabriclab. Each point runs in a process of its own, interleaved with what it is compared with; medians and ratios are printed.",
  )
  .argument(
    "[suite...]",
    `which suites to run: ${suites.map((suite) => suite.name).join(", ")} (default: ${usual.map((suite) => suite.name).join(", ")})`,
  )
  .option(
    "--all",
    "every suite that needs no other program: much more than ten minutes",
    false,
  )
  .option(
    "--peers",
    "BookSim2 and OpenSM beside ours, the same configurations in one run (half an hour and more)",
    false,
  )
  .option("--booksim <path>", "BookSim2's binary, for --peers")
  .option("--opensm <path>", "OpenSM's binary, for --peers")
  .option("--ibsim <path>", "ibsim, under which OpenSM runs (default: ibsim)")
  .option(
    "--umad2sim <path>",
    "libumad2sim.so, which leads OpenSM to ibsim (default: where Debian puts it)",
  )
  .addOption(
    new Option(
      "--only <text>",
      "of BookSim2's configurations, those whose name contains this (repeatable)",
    ).argParser(collect),
  )
  .option(
    "--short",
    "BookSim2's samples of a fifth of their cycles, but for the 64x64 mesh; all else as published",
    false,
  )
  .option(
    "--node <path>",
    "another Node.js, for suite node (default: /usr/bin/node)",
  )
  .option(
    "--papers",
    "the reproductions of the four papers and their claims (hours; with --quick some ten minutes of two idle cores)",
    false,
  )
  .option(
    "--quick",
    "fewer points and shorter runs: a look, not a measurement",
    false,
  )
  .option("--rounds <n>", "interleaved rounds per point", "3")
  .option(
    "--json <file>",
    "where the figures go",
    "apps/bench/results/latest.json",
  )
  .option(
    "--history <file>",
    "the run is added to this file, a line of JSON for each run",
    "apps/bench/results/history.jsonl",
  )
  .option(
    "--compare <file>",
    "an earlier run's JSON, or a history: print ratios against the newest figures there of each case, of runs that were as --quick or not",
  )
  .option("--html <file>", "write a page of the figures")
  .addOption(
    new Option(
      "--from <file>",
      "measure nothing: take the figures of this run or history (repeatable), newest first",
    ).argParser(collect),
  )
  .option("--list", "name the suites and stop", false)
  .addHelpText(
    "after",
    `
Examples:
  $ pnpm bench
  $ pnpm bench network --quick --compare apps/bench/results/history.jsonl
  $ pnpm bench --peers --booksim ../booksim2/src/booksim --opensm /usr/sbin/opensm
  $ pnpm bench --papers --quick
  $ pnpm bench --from apps/bench/results/history.jsonl --html bench.html

Exit codes: 0 fine, 1 a target was missed or a suite broke off, 2 bad usage.`,
  )
  .parse(args, { from: "user" });

const options = program.opts<
  Programs & {
    all: boolean;
    peers: boolean;
    papers: boolean;
    quick: boolean;
    rounds: string;
    json: string;
    history: string;
    compare?: string;
    html?: string;
    from?: string[];
    list: boolean;
  }
>();
const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** Ends with exit code 2 where what was asked cannot be done. */
function orRefuse<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    log(`bench: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(2);
  }
}

if (options.list) {
  for (const suite of suites)
    process.stdout.write(
      `${suite.name.padEnd(14)} ${usual.includes(suite) ? "*" : " "} ${suite.summary}\n`,
    );
  process.stdout.write("* runs where none is named\n");
  process.exit(0);
}
const chosen = orRefuse(() => {
  if (!/^[1-9]\d*$/.test(options.rounds))
    throw new Error("--rounds takes a whole number from 1");
  for (const name of ["booksim", "opensm", "ibsim", "umad2sim"] as const)
    if (
      options[name] !== undefined &&
      !options.peers &&
      program.args.length === 0
    )
      throw new Error(`--${name} says nothing without --peers`);
  if (
    options.peers &&
    options.booksim === undefined &&
    options.opensm === undefined
  )
    throw new Error("--peers needs --booksim PATH, --opensm PATH, or both");
  if (options.booksim === undefined && (options.only ?? options.short))
    throw new Error("--only and --short say nothing without --booksim");
  const picks =
    program.args.length > 0 || options.all || options.peers || options.papers;
  if (options.from !== undefined && picks)
    throw new Error("--from measures nothing: name no suites beside it");
  return selected({ names: program.args, ...options });
});
// Read before measuring: a mistyped file must not cost the run.
const before = orRefuse(() =>
  options.compare === undefined ? undefined : readRuns(options.compare),
);
const earlier = orRefuse(() => options.from?.flatMap((file) => readRuns(file)));

if (earlier === undefined) report([await measure(chosen)], true);
else report(earlier, false);

async function measure(suitesToRun: readonly Suite[]): Promise<BenchRun> {
  const rows: Row[] = [];
  for (const suite of suitesToRun) {
    log(`${suite.name}: ${suite.summary}`);
    try {
      for await (const row of suite.run({
        quick: options.quick,
        rounds: Number(options.rounds),
        log,
        programs: options,
      })) {
        rows.push(row);
        const figures = Object.entries(row.figures).map(
          ([figure, value]) =>
            `${String(Math.round(value * 1000) / 1000)} ${figure}`,
        );
        log(`  ${row.name}: ${figures.join(", ")}`);
      }
    } catch (error) {
      // Why not to stop here: an hour of other figures would be lost.
      log(
        `${suite.name} was broken off: ${error instanceof Error ? error.message : String(error)}`,
      );
      process.exitCode = 1;
    }
  }
  return describeRun(rows, options.quick, args);
}

function report(runs: readonly BenchRun[], measured: boolean): void {
  const rows = runs.flatMap((run) => run.rows);
  process.stdout.write(`${tablesOf(rows)}\n`);
  const [run] = runs;
  if (rows.length === 0) {
    log("nothing was measured");
    process.exitCode = 1;
    return;
  }
  if (measured && run !== undefined) {
    writeRun(options.json, run);
    appendRun(options.history, run);
    log(`figures written to ${options.json}, added to ${options.history}`);
  }
  if (options.html !== undefined) {
    writeWhole(options.html, pageOf(runs));
    log(`page written to ${options.html}`);
  }
  if (before !== undefined) {
    const old = earlierRows(before, {
      quick: runs.every((one) => one.quick),
      suites: new Set(rows.map(({ suite }) => suite)),
    });
    const { ratios, unpaired } = compareRuns(old.rows, rows);
    process.stdout.write(
      ratios.length === 0
        ? `\n${options.compare ?? ""} has no case of these suites, measured ${runs.every((one) => one.quick) ? "with" : "without"} --quick\n`
        : `\nagainst ${options.compare ?? ""}, ${old.from.join(", ")}\n${ratioTable(ratios)}\n`,
    );
    for (const name of unpaired) log(`not compared: ${name}`);
  }
  const missed = rows.flatMap((row) =>
    (row.targets ?? [])
      .filter((target) => !meets(row, target))
      .map((target) => `${row.suite} / ${row.name}: ${target.figure}`),
  );
  if (missed.length > 0) {
    log(`targets missed: ${String(missed.length)}`);
    for (const line of missed) log(`  ${line}`);
    process.exitCode = 1;
  }
}
