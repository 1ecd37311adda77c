import { type BatchMeans, batchMeansOfValues } from "./batch-means.ts";
import { columnOf } from "./column.ts";
import { linearTrend, rises } from "./linear-trend.ts";

/** One of a series of equal stretches of simulated time, as the rule wants it. */
export interface LoadWindow {
  /** Bytes that sources put on their links. */
  readonly injectedBytes: number;
  readonly injectedPackets: number;
  /** Sum over those packets of birth to first bit sent, i.e. of the time in the source queue. */
  readonly sourceWait: number;
}

export interface Saturation {
  readonly saturated: boolean;
  /** Bytes injected per window, with its interval; undefined with too few windows. */
  readonly accepted: BatchMeans | undefined;
  /** Bytes born per window, as the traffic declares; undefined where it does not. */
  readonly offered: number | undefined;
  /** Growth of the mean time in the source queue per window, in the unit of `sourceWait`. */
  readonly growth: number;
}

/** Level of the tests. A run looks some twenty times, but they must err together. */
const LEVEL = 0.99;
/** Windows below which nothing is claimed. */
export const MIN_WINDOWS = 20;

/**
 * Whether a network is offered more than it takes.
 *
 * A source queue with more births than departures grows by a constant rate; a stable one, however loaded, stops growing. The rule says *saturated* when
 * both marks of that are there:
 *
 * 1. *accepted < offered*: the upper confidence bound (99 %, batch means) of the bytes injected per window lies below the bytes born per window; and
 * 2. *the backlog grows linearly*: the time that injected packets spent in their source queue rises with time (99 %), and it rises in the second half
 *    of the windows at least half as fast as in the first. (A queue that fills towards a steady state flattens: growth like √t, the slowest that a
 *    critically loaded queue shows, has a ratio of 0.41.)
 *
 * The first alone would be deceived by hosts that a pattern leaves silent, the second alone by a slow transient. Where the traffic does not declare
 * what it offers, the second must hold by itself. A load within the noise of capacity is not called saturated until the run is long enough to tell.
 *
 * Both together err where little is born for long, at loads a few hundredths below capacity: of 400 runs of an M/D/1 queue at load 0.98 three to six.
 * {@link staysBehind} is for who knows what was born.
 *
 * @param windows equal stretches after warm-up of the network (its source queues have no need to be steady)
 * @param offered bytes born per window
 */
export function detectSaturation(
  windows: readonly LoadWindow[],
  offered: number | undefined,
): Saturation {
  const accepted = batchMeansOfValues(
    columnOf(windows, (window) => window.injectedBytes),
    LEVEL,
  );
  const { growth, linear } = backlogOf(windows);
  if (accepted === undefined)
    return { saturated: false, accepted, offered, growth };
  const refused =
    offered === undefined || accepted.mean + accepted.halfWidth < offered;
  return { saturated: linear && refused, accepted, offered, growth };
}

/**
 * The second mark of {@link detectSaturation} alone, without which nothing is saturated: runs that look often ask for it first.
 *
 * @returns `linear`: the backlog of the sources grows as that of a saturated network does; never said of fewer than 20 windows
 */
export function backlogOf(windows: readonly LoadWindow[]): {
  readonly growth: number;
  readonly linear: boolean;
} {
  const waits = columnOf(
    windows,
    (window) => window.sourceWait / window.injectedPackets,
  );
  return growthOf(waits);
}

/**
 * Whether a series grows as what piles up at a constant rate does: it rises (99 %), and in its second half at least half as fast as in its first.
 *
 * @returns `growth` per value; `linear` is never said of fewer than 20 values
 */
export function growthOf(values: Float64Array): {
  readonly growth: number;
  readonly linear: boolean;
} {
  const whole = linearTrend(values);
  const growth = whole.slope;
  if (values.length < MIN_WINDOWS || !rises(whole, LEVEL))
    return { growth, linear: false };
  const half = Math.floor(values.length / 2);
  const first = linearTrend(values, 0, half).slope;
  const second = linearTrend(values, values.length - half).slope;
  return { growth, linear: second > 0 && second >= 0.5 * first };
}

/**
 * A third mark, for who knows what was born in each window: the backlog, which grows by the difference, grows by more than a queue without drift would (99 %).
 *
 * @param born bytes, by window
 * @returns true where there are too few windows to tell
 */
export function staysBehind(
  windows: readonly LoadWindow[],
  born: Float64Array,
): boolean {
  const growth = batchMeansOfValues(
    Float64Array.from(
      windows,
      ({ injectedBytes }, k) => born[k]! - injectedBytes,
    ),
    LEVEL,
  );
  return growth === undefined || growth.mean - growth.halfWidth > 0;
}
