import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import type { Row } from "./suite.ts";

/** One benchmark run as written to disk. */
export interface BenchRun {
  readonly schema: 1;
  readonly when: string;
  readonly node: string;
  readonly cpu: string;
  readonly quick: boolean;
  readonly rows: readonly Row[];
}

export const describeRun = (
  rows: readonly Row[],
  quick: boolean,
): BenchRun => ({
  schema: 1,
  when: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model ?? "unknown",
  quick,
  rows,
});

export function writeRun(file: string, run: BenchRun): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${String(process.pid)}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(run, null, 2)}\n`);
  renameSync(temporary, file);
}

export function readRun(file: string): BenchRun {
  const run = JSON.parse(readFileSync(file, "utf8")) as BenchRun;
  if (run.schema !== 1 || !Array.isArray(run.rows))
    throw new Error(
      `${file} is not a benchmark run of this suite (schema 1 expected)`,
    );
  return run;
}
