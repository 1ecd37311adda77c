import type { JournalSums } from "./load-window.ts";
import { mser5 } from "./statistics/mser5.ts";
import { paired } from "./statistics/collapsing-series.ts";

/** Share of windows that may be without a delivery; with more, windows are merged first. */
const MAX_EMPTY = 0.1;
/** Windows and deliveries below which nothing is decided. */
const MIN_WINDOWS = 50;
const MIN_DELIVERED = 1000;

/**
 * Whether the latencies of the first half of these windows, and so all later ones, are free of the initial transient: MSER-5 on the windows'
 * mean latencies finds its minimum inside the first half.
 *
 * @param windows equal stretches from tick 0 on, in order
 */
export function warmedUp(windows: readonly JournalSums[]): boolean {
  let delivered = 0;
  for (const window of windows) delivered += window.delivered;
  if (delivered < MIN_DELIVERED) return false;
  let merged: readonly { delivered: number; latency: number }[] = windows;
  while (
    merged.filter((window) => window.delivered === 0).length >
    MAX_EMPTY * merged.length
  ) {
    merged = paired(merged, (a, b) => ({
      delivered: a.delivered + b.delivered,
      latency: a.latency + b.latency,
    }));
  }
  const means = merged
    .filter((window) => window.delivered > 0)
    .map((window) => window.latency / window.delivered);
  return means.length >= MIN_WINDOWS && mser5(means).settled;
}
