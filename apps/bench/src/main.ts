import { Command } from "commander";
import { compareRuns } from "./compare.ts";
import { describeRun, readRun, writeRun } from "./history.ts";
import { ratioTable, tablesOf } from "./print.ts";
import { meets, type Row } from "./suite.ts";
import { suites } from "./suites/index.ts";

const program = new Command("bench")
  .description(
    "Measures fabriclab. Each point runs in a process of its own, interleaved with its yardstick; medians and ratios are printed.",
  )
  .argument(
    "[suite...]",
    `which suites to run: ${suites.map((suite) => suite.name).join(", ")} (default: all)`,
  )
  .option(
    "--quick",
    "fewer points and shorter runs: a look, not a measurement",
    false,
  )
  .option(
    "--rounds <n>",
    "interleaved rounds per point",
    (text) => Number.parseInt(text, 10),
    3,
  )
  .option(
    "--json <file>",
    "where the figures go",
    "apps/bench/results/latest.json",
  )
  .option("--compare <file>", "an earlier run's JSON: print ratios against it")
  .option("--list", "name the suites and stop", false)
  .parse(
    process.argv.slice(2).filter((argument) => argument !== "--"),
    { from: "user" },
  );

const options = program.opts<{
  quick: boolean;
  rounds: number;
  json: string;
  compare?: string;
  list: boolean;
}>();

const fail = (message: string): never => {
  process.stderr.write(`bench: ${message}\n`);
  process.exit(2);
};

if (options.list) {
  for (const suite of suites)
    process.stdout.write(`${suite.name.padEnd(12)} ${suite.summary}\n`);
  process.exit(0);
}
if (!Number.isInteger(options.rounds) || options.rounds < 1)
  fail("--rounds takes a whole number from 1");
for (const name of program.args) {
  if (!suites.some((suite) => suite.name === name))
    fail(
      `no suite is named ${name}; there are ${suites.map((suite) => suite.name).join(", ")}`,
    );
}
// Read before measuring: a mistyped file must not cost the run.
const before =
  options.compare === undefined ? undefined : readRun(options.compare);

const rows: Row[] = [];
const log = (line: string): void => void process.stderr.write(`${line}\n`);
for (const suite of suites) {
  if (program.args.length > 0 && !program.args.includes(suite.name)) continue;
  log(`${suite.name}: ${suite.summary}`);
  for await (const row of suite.run({
    quick: options.quick,
    rounds: options.rounds,
    log,
  })) {
    rows.push(row);
    log(
      `  ${row.name}: ${Object.entries(row.figures)
        .map(
          ([figure, value]) =>
            `${String(Math.round(value * 1000) / 1000)} ${figure}`,
        )
        .join(", ")}`,
    );
  }
}

process.stdout.write(`${tablesOf(rows)}\n`);
writeRun(options.json, describeRun(rows, options.quick));
log(`figures written to ${options.json}`);
if (before !== undefined) {
  const { ratios, unpaired } = compareRuns(before, rows);
  process.stdout.write(
    `\nagainst ${options.compare ?? ""}\n${ratioTable(ratios)}\n`,
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
