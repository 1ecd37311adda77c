import { spawn } from "node:child_process";

/** One thing to check: a command, with the steps whose success it needs. */
export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly after?: readonly string[];
  /** How many cores it keeps busy. */
  readonly cores: number;
}

export interface Outcome {
  readonly step: Step;
  readonly result: "passed" | "failed" | "skipped";
  readonly seconds: number;
  readonly output: string;
}

export interface ScheduleOptions {
  readonly cores: number;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  started?(step: Step): void;
  finished?(outcome: Outcome): void;
}

function run(step: Step, options: ScheduleOptions): Promise<Outcome> {
  const start = process.hrtime.bigint();
  const [program, ...args] = step.command;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const done = (code: number | null, note = ""): void =>
      resolve({
        step,
        result: code === 0 ? "passed" : "failed",
        seconds: Number(process.hrtime.bigint() - start) / 1e9,
        output: Buffer.concat(chunks).toString("utf8") + note,
      });
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", (error) => done(1, `${error.message}\n`));
    child.on("close", (code, signal) =>
      done(code, signal === null ? "" : `ended by ${signal}\n`),
    );
  });
}

/**
 * Runs the steps in the order given, side by side while cores are free. A step waits for those it names in `after` and is skipped
 * when one of them did not pass.
 */
export async function schedule(
  steps: readonly Step[],
  options: ScheduleOptions,
): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  const waiting = [...steps];
  const running = new Map<string, Promise<void>>();
  let free = options.cores;

  const settle = (outcome: Outcome): void => {
    outcomes.set(outcome.step.name, outcome);
    options.finished?.(outcome);
  };

  while (waiting.length > 0 || running.size > 0) {
    for (const step of [...waiting]) {
      const needs = step.after ?? [];
      const failed = needs.some((name) => {
        const before = outcomes.get(name);
        return before !== undefined && before.result !== "passed";
      });
      const ready = needs.every((name) => outcomes.has(name));
      const cores = Math.min(step.cores, options.cores);
      if (failed) {
        waiting.splice(waiting.indexOf(step), 1);
        settle({ step, result: "skipped", seconds: 0, output: "" });
      } else if (ready && cores <= free) {
        waiting.splice(waiting.indexOf(step), 1);
        free -= cores;
        options.started?.(step);
        running.set(
          step.name,
          run(step, options).then((outcome) => {
            free += cores;
            running.delete(step.name);
            settle(outcome);
          }),
        );
      } else if (ready) {
        // keeps its turn: a step of two cores must not starve
        break;
      }
    }
    if (running.size > 0) await Promise.race(running.values());
    else if (
      waiting.some((s) =>
        (s.after ?? []).some((n) => !steps.some((t) => t.name === n)),
      )
    )
      throw new Error("a step waits for one that does not exist");
  }
  return steps.flatMap((step) => outcomes.get(step.name) ?? []);
}
