import { FabricError, visible } from "@fabriclab/spec";
import { compareRuns, earlierRows } from "./compare.ts";
import {
  appendRun,
  describeRun,
  readRuns,
  writeRun,
  writeWhole,
  type BenchRun,
} from "./history.ts";
import { endQuietly, endTogether } from "./living.ts";
import { readOptions, type Asked } from "./options.ts";
import { pageOf, type Compared } from "./page.ts";
import { ratioTable, tablesOf } from "./print.ts";
import { refusalText } from "./refusal.ts";
import { meets, type Row } from "./suite.ts";
import { show } from "./tables.ts";
import { suites, usual } from "./suites/index.ts";

const args = process.argv.slice(2).filter((argument) => argument !== "--");
// Why `visible`: names in files of figures may come from anywhere.
const print = (text: string): void => void process.stdout.write(visible(text));
const log = (line: string): void =>
  void process.stderr.write(`${visible(line)}\n`);
endQuietly();

try {
  const asked = readOptions(args, print);
  if (asked?.list === true) list();
  else if (asked !== undefined) await bench(asked);
} catch (error) {
  if (!FabricError.is(error)) throw error;
  process.stderr.write(visible(refusalText(error)));
  process.exitCode = 2;
}

function list(): void {
  for (const suite of suites)
    print(
      `${suite.name.padEnd(14)} ${usual.includes(suite) ? "*" : " "} ${suite.summary}\n`,
    );
  print("* runs where none is named\n");
}

async function bench(asked: Asked): Promise<void> {
  // Read before measuring: a mistyped file must not cost the run.
  const before =
    asked.compare === undefined ? undefined : readRuns(asked.compare);
  const earlier = asked.from?.flatMap((file) => readRuns(file));
  report(asked, earlier ?? [await measure(asked)], before);
}

async function measure(asked: Asked): Promise<BenchRun> {
  const rows: Row[] = [];
  endTogether(
    () => `${String(rows.length)} cases were measured, no file was written`,
  );
  for (const suite of asked.suites) {
    log(`${suite.name}: ${suite.summary}`);
    try {
      for await (const row of suite.run({
        quick: asked.quick,
        rounds: asked.rounds,
        log,
        programs: asked,
      })) {
        rows.push(row);
        const figures = Object.entries(row.figures).map(
          ([figure, value]) => `${show(value)} ${figure}`,
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
  return describeRun(rows, asked.quick, args);
}

function report(
  asked: Asked,
  runs: readonly BenchRun[],
  before: readonly BenchRun[] | undefined,
): void {
  const rows = runs.flatMap((run) => run.rows);
  const [run] = runs;
  // Why before the tables: nobody may read those to their end, and a closed pipe ends the command.
  if (rows.length > 0 && asked.from === undefined && run !== undefined) {
    writeRun(asked.json, run);
    appendRun(asked.history, run);
    log(`figures written to ${asked.json}, added to ${asked.history}`);
  }
  const compared =
    before === undefined || rows.length === 0
      ? undefined
      : comparedWith(before, runs, asked.compare ?? "");
  if (asked.html !== undefined && rows.length > 0) {
    writeWhole(asked.html, pageOf(runs, compared));
    log(`page written to ${asked.html}`);
  }
  print(`${tablesOf(rows)}\n`);
  if (rows.length === 0) {
    log(
      asked.from === undefined
        ? "nothing was measured"
        : "these runs hold no figures",
    );
    process.exitCode = 1;
    return;
  }
  if (compared !== undefined) {
    const { file, from, ratios, unpaired } = compared;
    print(
      ratios.length === 0
        ? `\n${file} has no case of these suites, measured ${runs.every((one) => one.quick) ? "with" : "without"} --quick\n`
        : `\nagainst ${file}, ${from.join(", ")}\n${ratioTable(ratios)}\n`,
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

function comparedWith(
  before: readonly BenchRun[],
  runs: readonly BenchRun[],
  file: string,
): Compared {
  const rows = runs.flatMap((run) => run.rows);
  const old = earlierRows(before, {
    quick: runs.every((one) => one.quick),
    suites: new Set(rows.map(({ suite }) => suite)),
  });
  return { file, from: old.from, ...compareRuns(old.rows, rows) };
}
