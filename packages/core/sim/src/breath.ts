import type { RunOptions } from "./run-options.ts";

/** Seconds of the caller's clock between two chances for the caller's event loop, where there is a clock. */
export const SECONDS_PER_BREATH = 0.1;

/** Lets timers and messages in: an abort, a progress bar. @throws the reason of the signal */
export async function breathe({ signal }: RunOptions): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  signal?.throwIfAborted();
}

/**
 * The same if somebody may be waiting, and has since `since` by their clock: composing a run of many streams takes seconds, and so does its network.
 *
 * @returns the time of the last chance
 */
export async function breatheSince(
  since: number,
  options: RunOptions,
): Promise<number> {
  const { clock, signal } = options;
  if (clock === undefined || signal === undefined) return since;
  if (clock() - since <= SECONDS_PER_BREATH) return since;
  await breathe(options);
  return clock();
}
