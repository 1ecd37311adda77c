import { existsSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { schedule, type Outcome } from "./schedule.ts";
import { steps, testReport } from "./steps.ts";
import { root } from "./workspace.ts";

interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

/** `tests: N passed, N failed, N skipped`, from the report of the last run. */
export function testCounts(): string {
  const file = join(root, testReport);
  if (!existsSync(file)) return "tests: not run";
  const r = JSON.parse(readFileSync(file, "utf8")) as TestReport;
  const skipped = r.numPendingTests + r.numTodoTests;
  return `tests: ${r.numPassedTests} passed, ${r.numFailedTests} failed, ${skipped} skipped`;
}

const bar = "─".repeat(72);
const mark = { passed: "ok", failed: "FAILED", skipped: "skipped" };

/** A failing comparison of large values must not bury the rest. */
function clipped(output: string): string {
  return output
    .trimEnd()
    .split("\n")
    .map((line) => (line.length > 400 ? `${line.slice(0, 400)} …` : line))
    .join("\n");
}

function print(outcome: Outcome, verbose: boolean): void {
  const { step, result, seconds, output } = outcome;
  const time = `${seconds.toFixed(1)} s`;
  if (result === "failed" || (verbose && result === "passed")) {
    console.log(`${bar}\n${step.name}: ${mark[result]} (${time})`);
    console.log(`$ ${step.command.join(" ")}\n${bar}`);
    console.log(clipped(output));
    console.log(bar);
  } else
    console.log(`${step.name.padEnd(10)} ${mark[result].padEnd(8)} ${time}`);
}

/**
 * Runs every step and says which failed.
 *
 * @param options.only names of the steps to run; empty = all
 * @returns exit code
 */
export async function checkAll(options: {
  readonly knip: boolean;
  readonly verbose: boolean;
  readonly only: readonly string[];
}): Promise<number> {
  rmSync(join(root, testReport), { force: true });
  const all = steps(options);
  const unknown = options.only.filter(
    (name) => !all.some((s) => s.name === name),
  );
  if (unknown.length > 0) {
    console.error(
      `no step ${unknown.join(", ")}; there are ${all.map((s) => s.name).join(", ")}`,
    );
    return 2;
  }
  const chosen =
    options.only.length === 0
      ? all
      : all
          .filter((s) => options.only.includes(s.name))
          .map((s) => ({
            ...s,
            after: (s.after ?? []).filter((name) =>
              options.only.includes(name),
            ),
          }));
  const start = process.hrtime.bigint();
  const outcomes = await schedule(chosen, {
    cores: Math.max(2, Math.min(4, availableParallelism())),
    cwd: root,
    env: {
      ...process.env,
      PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env["PATH"] ?? ""}`,
      TURBO_TELEMETRY_DISABLED: "1",
      // Why: a third of what a package's build takes is to compile the builder.
      NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"),
    },
    finished: (outcome) => print(outcome, options.verbose),
  });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const bad = outcomes.filter((o) => o.result !== "passed");
  const failed = bad
    .filter((o) => o.result === "failed")
    .map((o) => o.step.name);
  console.log(
    failed.length === 0
      ? `all ${outcomes.length} steps passed in ${seconds.toFixed(0)} s`
      : `${failed.join(", ")} FAILED after ${seconds.toFixed(0)} s; again: pnpm test ${failed.join(" ")}`,
  );
  console.log(testCounts());
  return bad.length === 0 ? 0 : 1;
}
