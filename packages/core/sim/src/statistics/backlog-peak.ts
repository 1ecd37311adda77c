import type { LoadWindow } from "./saturation.ts";

/** How many windows there are up to the one behind which the backlog is the largest. */
export function backlogPeak(
  windows: readonly LoadWindow[],
  born: Float64Array,
): number {
  let backlog = 0;
  let most = 0;
  let count = 0;
  for (const [at, { injectedBytes }] of windows.entries()) {
    backlog += born[at]! - injectedBytes;
    if (backlog <= most) continue;
    most = backlog;
    count = at + 1;
  }
  return count;
}
