import type { JournalSums } from "./load-window.ts";
import { mser5 } from "./statistics/mser5.ts";
import { growthOf } from "./statistics/saturation.ts";
import { MIN_DELIVERED } from "./statistics/stopping-rule.ts";
import { paired } from "./statistics/collapsing-series.ts";

/** Share of windows that may be without a delivery; with more, windows are merged first. */
const MAX_EMPTY = 0.1;
/** Windows below which nothing is decided. */
const MIN_WINDOWS = 50;

/**
 * Whether the latencies of the first half of these windows, and so all later ones, are free of the initial transient: MSER-5 on the windows'
 * mean latencies finds its minimum inside the first half.
 *
 * @param windows equal stretches, in order, from the tick on at which all traffic has begun
 * @param before how many of them lie before what is measured
 */
export function warmedUp(
  windows: readonly JournalSums[],
  before = windows.length / 2,
): boolean {
  if (tooFew(windows)) return false;
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
  return endsWithin(means, before / windows.length);
}

/**
 * The same of the number of packets in the network, for a network that is offered more than it accepts: latencies have no steady state there, as source
 * queues grow for ever, but the network itself has. Until it is full, hosts fill its buffers at the rate of their links, and less is delivered than it can
 * carry.
 */
export function filledUp(
  windows: readonly JournalSums[],
  before = windows.length / 2,
): boolean {
  if (tooFew(windows)) return false;
  const packets = windows
    .filter(({ looks }) => looks > 0)
    .map(({ inFlight, looks }) => inFlight / looks);
  return endsWithin(packets, before / windows.length);
}

/** Whether the transient of a series ends within its first half, and within `share` of it. */
function endsWithin(series: readonly number[], share: number): boolean {
  if (series.length < MIN_WINDOWS) return false;
  const { settled, truncation } = mser5(series);
  return settled && truncation <= share * series.length;
}

/**
 * Whether a network fills and fills, so large are its buffers, though no source queue grows: the number of packets in it grows at a constant rate, and much of what
 * enters it stays. No latency has a steady state then.
 */
export function fillsOn(windows: readonly JournalSums[]): boolean {
  if (tooFew(windows)) return false;
  const packets = Float64Array.from(
    windows.filter(({ looks }) => looks > 0),
    ({ inFlight, looks }) => inFlight / looks,
  );
  const delivered = windows.reduce((sum, one) => sum + one.delivered, 0);
  const more = (packets.at(-1) ?? 0) - (packets[0] ?? 0);
  return (
    packets.length >= MIN_WINDOWS &&
    staysInside(more, delivered) &&
    growthOf(packets).linear
  );
}

/** Of the copies of a stretch of time, those that may stay in a network that carries its load. */
const MOST_STAYING = 0.05;

/** Whether of what entered more stays in the network than chance leaves there. @param more copies in it than before */
export const staysInside = (more: number, delivered: number): boolean =>
  more > MOST_STAYING * (delivered + more);

const tooFew = (windows: readonly JournalSums[]): boolean =>
  windows.reduce((sum, { delivered }) => sum + delivered, 0) < MIN_DELIVERED;
