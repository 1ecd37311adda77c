import { performance } from "node:perf_hooks";
import type { Scenario } from "@fabriclab/formats-scenario";
import type { RunOptions, RunProgress } from "@fabriclab/sim";
import { type Context, note } from "./context.ts";
import { type Progress, simulatedTime } from "./progress.ts";
import type { Recipe } from "./recipe.ts";
import { engineOf } from "./run-engine.ts";
import { threadsNote } from "./threads-note.ts";

/** A run that the user watches and may stop. */
export interface Watched {
  readonly recipe: Recipe;
  readonly scenario: Scenario;
  readonly line: Progress;
  /** Where the result is to be written, too. */
  readonly output: string | undefined;
}

/**
 * Runs with a progress line until it is done or Ctrl-C comes; then it says how far the run was.
 *
 * Before the first packets are simulated the signals are the system's, which ends the process at once: fabric and tables of thousands of hosts are made in steps of
 * many seconds, in which the process hears nothing, and there is nothing to be kept.
 *
 * @param run is handed what a run's caller may add; it rejects with the reason of the signal
 * @returns undefined when Ctrl-C stopped it
 */
export async function interruptible<Result>(
  context: Context,
  { recipe, scenario, line, output }: Watched,
  run: (options: RunOptions) => Promise<Result>,
): Promise<Result | undefined> {
  const { abortOnInterrupt } =
    await import("@fabriclab/experiment-executor-local");
  let last: RunProgress | undefined;
  const stop = new AbortController();
  const { signal } = stop;
  const onInterrupt = (): void => {
    line.end();
    const far =
      last === undefined
        ? ""
        : ` after ${simulatedTime(last.simulatedPs)} of simulated time and ${last.delivered} deliveries`;
    note(context, `interrupted${far}: ${nothingWritten(output)}`);
    stop.abort();
  };
  let interrupt: ReturnType<typeof abortOnInterrupt> | undefined;
  const clock = (): number => performance.now() / 1000;
  const began = clock();
  let startUp: number | undefined;
  let starting = 0;
  /** When the threads were ready for the first time. */
  let processor = 0;
  try {
    const { engine, ...rest } = await engineOf(
      context.modules,
      recipe,
      scenario,
    );
    const result = await run({
      clock,
      signal,
      onNotes: (notes) => tellNotes(context, notes),
      onProgress: (state) => {
        last = state;
        interrupt ??= abortOnInterrupt(process, onInterrupt);
        // The first word of a run comes after its first slice, some packets long.
        startUp ??= clock() - began;
        show(line, state, startUp);
      },
      ...rest,
      ...(engine === undefined
        ? {}
        : {
            engine: async (composition) => {
              const from = clock();
              const made = await engine(composition);
              starting += clock() - from;
              processor ||= processorSeconds();
              return made;
            },
          }),
    });
    const slow =
      starting === 0
        ? undefined
        : threadsNote(scenario.threads, {
            took: clock() - began,
            starting,
            processor: processorSeconds() - processor,
          });
    if (slow !== undefined) note(context, slow);
    return result;
  } catch (error) {
    if (signal.aborted && error === signal.reason) return undefined;
    throw error;
  } finally {
    interrupt?.release();
  }
}

/** Of all threads of this process. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Says what of an experiment can do nothing. */
export function tellNotes(context: Context, notes: readonly string[]): void {
  for (const one of notes) note(context, `note: ${one}`);
}

/** What became of the result of a run that was stopped. */
export const nothingWritten = (output: string | undefined): string =>
  output === undefined
    ? "there is no result"
    : `there is no result, and ${output} is not written`;

/** Prints how far a run is: of one that nobody knows the end of, such as connections, how much it delivered. */
export function show(
  line: Progress,
  state: RunProgress,
  startUp: number,
): void {
  const { phase, fraction, delivered, simulatedPs, packetHops, precision } =
    state;
  if (phase === "warm-up") {
    line.update({ stage: "warming up", startUp, simulatedPs, packetHops });
    return;
  }
  line.update({
    ...(fraction > 0 ? { fraction } : { stage: `${delivered} delivered` }),
    startUp,
    simulatedPs,
    packetHops,
    ...(Number.isFinite(precision)
      ? { note: `mean latency ±${(precision * 100).toFixed(1)} %` }
      : {}),
  });
}
