import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  rmdirSync,
  statSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { Command, CommanderError, Option } from "commander";
import type { FabricError } from "@fabriclab/spec";
import { refused, systemsWord } from "./refusal.ts";
import { selected } from "./select.ts";
import type { Programs, Suite } from "./suite.ts";
import { chosenConfigurations } from "./suites/peer-booksim2.ts";
import { suites, usual } from "./suites/index.ts";

/** What a command line asks for. */
export interface Asked extends Programs {
  readonly suites: readonly Suite[];
  readonly quick: boolean;
  readonly rounds: number;
  readonly json: string;
  readonly history: string;
  readonly compare?: string;
  readonly html?: string;
  readonly from?: readonly string[];
  readonly list: boolean;
}

interface Flags extends Omit<Asked, "suites" | "rounds"> {
  readonly all: boolean;
  readonly peers: boolean;
  readonly papers: boolean;
  readonly rounds: string;
}

const collect = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  value,
];

const command = (print: (text: string) => void): Command =>
  new Command("bench")
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
      "the reproductions of the four papers and their claims (hours; with --quick some five minutes of two idle cores)",
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
      "an earlier run's JSON, or a history: print ratios of what is measured now (without suites the default ones, with --from what that holds) to the newest figures there of each case, of runs that were as --quick or not",
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
  $ pnpm bench --from new.json --compare old.json
  $ pnpm bench --peers --booksim ../booksim2/src/booksim --opensm /usr/sbin/opensm
  $ pnpm bench --papers --quick
  $ pnpm bench --from apps/bench/results/history.jsonl --html bench.html

Exit codes: 0 fine, 1 a target was missed or a suite broke off, 2 bad usage, 130 interrupted: no file is written then.`,
    )
    .configureOutput({ writeOut: print, writeErr: () => undefined })
    .exitOverride();

/**
 * Reads the command line, and looks whether all that it names can be used: a mistake must not cost the run.
 *
 * @param print takes the help where that is asked for
 * @returns undefined where it was
 * @throws FabricError `E_BENCH_OPTION`, `E_BENCH_PROGRAM`, `E_BENCH_OUTPUT`
 */
export function readOptions(
  args: readonly string[],
  print: (text: string) => void,
): Asked | undefined {
  const program = command(print);
  try {
    program.parse([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw refused("OPTION", "pnpm bench", sentence(error.message), {
      hint: "pnpm bench --help",
    });
  }
  const flags = program.opts<Flags>();
  const names = program.args;
  refuseOptions(flags, names);
  const chosen = selected({ names, ...flags });
  const runs = (name: string): boolean =>
    chosen.some((suite) => suite.name === name);
  if (flags.from === undefined && !flags.list) {
    if (flags.booksim !== undefined && runs("peer-booksim2")) {
      refuseProgram("--booksim", flags.booksim);
      chosenConfigurations(flags);
    }
    if (flags.opensm !== undefined && runs("peer-opensm"))
      refuseProgram("--opensm", flags.opensm);
    for (const [flag, used] of [
      ["node", runs("node")],
      ["ibsim", runs("peer-opensm")],
    ] as const)
      if (used && flags[flag] !== undefined)
        refuseProgram(`--${flag}`, flags[flag]);
    refuseOutput("--json", flags.json);
    refuseOutput("--history", flags.history);
  }
  if (flags.html !== undefined) refuseOutput("--html", flags.html);
  return { ...flags, suites: chosen, rounds: Number(flags.rounds) };
}

function refuseOptions(flags: Flags, names: readonly string[]): void {
  const { rounds, peers, booksim, opensm, only, short, from, all, papers } =
    flags;
  if (!/^[1-9]\d*$/.test(rounds))
    throw refused("OPTION", "--rounds", "that is no number of rounds", {
      got: rounds,
      expected: "a whole number from 1",
    });
  for (const name of ["booksim", "opensm", "ibsim", "umad2sim"] as const)
    if (flags[name] !== undefined && !peers && names.length === 0)
      throw refused("OPTION", `--${name}`, "it says nothing without --peers");
  if (peers && booksim === undefined && opensm === undefined)
    throw refused(
      "OPTION",
      "--peers",
      "it runs programs that have to be named",
      {
        expected: "--booksim PATH, --opensm PATH, or both",
      },
    );
  if (booksim === undefined && (only ?? short))
    throw refused(
      "OPTION",
      only === undefined ? "--short" : "--only",
      "it says nothing without --booksim",
    );
  if (from !== undefined && (names.length > 0 || all || peers || papers))
    throw refused("OPTION", "--from", "it measures nothing", {
      got: [
        ...names,
        ...(all ? ["--all"] : []),
        ...(peers ? ["--peers"] : []),
        ...(papers ? ["--papers"] : []),
      ].join(" "),
      expected: "no suites beside it",
    });
}

function refuseProgram(flag: string, program: string): void {
  const places = program.includes("/")
    ? [program]
    : (process.env["PATH"] ?? "")
        .split(delimiter)
        .map((folder) => join(folder, program));
  if (!places.some(isExecutable))
    throw refused("PROGRAM", flag, "there is no program to run there", {
      got: program,
      expected: "the path of an executable file",
    });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Looks whether a file can be written, by one beside it that is gone at once; permissions alone do not tell. */
function refuseOutput(flag: string, file: string): void {
  let folder = dirname(file);
  while (!existsSync(folder)) folder = dirname(folder);
  const no = (got: string, cause?: unknown): FabricError =>
    refused("OUTPUT", flag, "nothing can be written there", {
      got,
      expected: "a file in a folder that can be written to",
      cause,
    });
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw no(`${file}, a folder`);
  try {
    const probe = mkdtempSync(join(folder, ".bench-"));
    rmdirSync(probe);
  } catch (error) {
    throw no(`${file}: ${systemsWord(error)}`, error);
  }
}

const sentence = (message: string): string => message.replace(/^error: /, "");
