import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname } from "node:path";
import type { Row } from "./suite.ts";

/** One benchmark run as written to disk. */
export interface BenchRun {
  readonly schema: 1;
  readonly when: string;
  readonly node: string;
  readonly cpu: string;
  /** Logical processors. */
  readonly cores?: number;
  /** Load of the machine when the run ended, its own included. */
  readonly load?: number;
  readonly quick: boolean;
  /** Arguments of `pnpm bench`. */
  readonly command?: string;
  readonly rows: readonly Row[];
}

export const describeRun = (
  rows: readonly Row[],
  quick: boolean,
  args: readonly string[] = [],
): BenchRun => ({
  schema: 1,
  when: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model.trim() ?? "unknown",
  cores: cpus().length,
  load: Math.round(10 * (loadavg()[0] ?? 0)) / 10,
  quick,
  command: ["pnpm bench", ...args].join(" "),
  rows,
});

/** Writes a file so that it is there whole or not at all. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${String(process.pid)}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}

export const writeRun = (file: string, run: BenchRun): void => {
  writeWhole(file, `${JSON.stringify(run, null, 2)}\n`);
};

/** Adds a run to a history: a file of one run per line. */
export function appendRun(file: string, run: BenchRun): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(run)}\n`);
}

/**
 * Reads a run, or a history of several.
 *
 * @returns oldest first, at least one
 * @throws Error for a file that cannot be read or is something else
 */
export function readRuns(file: string): BenchRun[] {
  const text = readFileSync(file, "utf8");
  let found: unknown[];
  try {
    found = [JSON.parse(text)];
  } catch {
    found = text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line, at) => parsed(line, file, at + 1));
  }
  const runs = found as BenchRun[];
  for (const run of runs)
    if (run?.schema !== 1 || !Array.isArray(run.rows))
      throw new Error(
        `${file} is not a benchmark run of this suite (schema 1 expected)`,
      );
  if (runs.length === 0) throw new Error(`${file} holds no run`);
  return runs;
}

function parsed(line: string, file: string, at: number): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`${file}:${String(at)} is no JSON`, { cause: error });
  }
}

/** The last figures of every case in several runs, the newest first where a case was measured more than once. */
export function newestRows(
  runs: readonly BenchRun[],
): { readonly row: Row; readonly run: BenchRun }[] {
  const rows = new Map<string, { row: Row; run: BenchRun }>();
  for (const run of [...runs].sort((a, b) => a.when.localeCompare(b.when)))
    for (const row of run.rows) {
      // Why deleted: a case keeps the place of its newest suite run.
      rows.delete(`${row.suite} / ${row.name}`);
      rows.set(`${row.suite} / ${row.name}`, { row, run });
    }
  return [...rows.values()];
}
