import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname } from "node:path";
import { FabricError } from "@fabriclab/spec";
import { refused, systemsWord } from "./refusal.ts";
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

/** Adds a run to a history: a file of one run per line. The file is there whole at any moment. */
export function appendRun(file: string, run: BenchRun): void {
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const end = before === "" || before.endsWith("\n") ? "" : "\n";
  writeWhole(file, `${before}${end}${JSON.stringify(run)}\n`);
}

/**
 * Reads a run, or a history of several.
 *
 * @returns oldest first, at least one
 * @throws FabricError `E_BENCH_FILE` for a file that cannot be read or is something else
 */
export function readRuns(file: string): BenchRun[] {
  let text: string;
  try {
    // A device such as /dev/zero never ends.
    if (statSync(file).isCharacterDevice())
      throw refused("FILE", file, "this is a device, no file", {
        expected: EXPECTED,
      });
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof FabricError) throw error;
    throw refused("FILE", file, "the file cannot be read", {
      got: systemsWord(error),
      expected: EXPECTED,
      cause: error,
    });
  }
  let found: readonly [unknown, string][];
  try {
    found = [[JSON.parse(text), file]];
  } catch {
    found = text
      .split("\n")
      .map((line, at) => [line, `${file}:${String(at + 1)}`] as const)
      .filter(([line]) => line.trim() !== "")
      .map(([line, place]) => [parsed(line, place), place]);
  }
  if (found.length === 0)
    throw refused("FILE", file, "the file holds no run", {
      expected: EXPECTED,
    });
  return found.map(([one, place]) => {
    if (isRun(one)) return { ...one, rows: one.rows.map(withNumbers) };
    throw refused("FILE", place, "this is no run of the benchmarks", {
      got: JSON.stringify(one)?.slice(0, 80) ?? "nothing",
      expected: EXPECTED,
    });
  });
}

const EXPECTED =
  "what `pnpm bench` wrote: a run (--json) or a history (--history)";

function parsed(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw refused("FILE", place, "this is no JSON", {
      got: line.slice(0, 80),
      expected: EXPECTED,
      cause: error,
    });
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isRun = (value: unknown): value is BenchRun =>
  isObject(value) &&
  value["schema"] === 1 &&
  ["when", "node", "cpu"].every((key) => typeof value[key] === "string") &&
  typeof value["quick"] === "boolean" &&
  Array.isArray(value["rows"]) &&
  value["rows"].every(isRow);

/** A figure that is no number, a ratio to nothing, is null in JSON. */
const withNumbers = (row: Row): Row => ({
  ...row,
  figures: Object.fromEntries(
    Object.entries(row.figures).map(([name, figure]) => [name, figure ?? NaN]),
  ),
});

const isRow = (value: unknown): value is Row =>
  isObject(value) &&
  typeof value["suite"] === "string" &&
  typeof value["name"] === "string" &&
  isObject(value["figures"]) &&
  Object.values(value["figures"]).every(
    (figure) => figure === null || typeof figure === "number",
  ) &&
  (value["targets"] === undefined ||
    (Array.isArray(value["targets"]) &&
      value["targets"].every(
        (target) => isObject(target) && typeof target["figure"] === "string",
      )));

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
