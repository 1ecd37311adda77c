import {
  isAbove,
  isBelow,
  type Cell,
  type Condition,
} from "../../verdicts/conditions.ts";

/*
 * Rules by which verdicts are reached, written before the study was first run; they name no number that came out of it. Intervals are Student's t
 * at 95 % over the seeds.
 */

/**
 * The mean lies within `tolerance` of what the paper says; contrary: the whole interval lies farther away than `far`.
 */
export const near = (
  cell: Cell,
  paper: number,
  tolerance: number,
  far: number,
): Condition => ({
  cell,
  holds:
    cell.estimate !== undefined &&
    Math.abs(cell.estimate.value - paper) <= tolerance,
  contrary: isBelow(cell, paper - far) || isAbove(cell, paper + far),
  asked: `mean within ${tolerance} of ${paper}`,
});

/** The mean lies from `low` to `high`; contrary: the whole interval lies outside of `least` … `most`. */
export const within = (
  cell: Cell,
  [low, high]: readonly [number, number],
  [least, most]: readonly [number, number],
): Condition => ({
  cell,
  holds:
    cell.estimate !== undefined &&
    cell.estimate.value >= low &&
    cell.estimate.value <= high,
  contrary: isBelow(cell, least) || isAbove(cell, most),
  asked:
    high === Infinity ? `mean at least ${low}` : `mean from ${low} to ${high}`,
});

/** The interval lies above `limit`; contrary: below it. */
export const above = (cell: Cell, limit = 0): Condition => ({
  cell,
  holds: isAbove(cell, limit),
  contrary: isBelow(cell, limit),
  asked: `interval above ${limit}`,
});

/** The mean is at most `limit`; contrary: the interval lies above `far`. */
export const atMost = (cell: Cell, limit: number, far = limit): Condition => ({
  cell,
  holds: cell.estimate !== undefined && cell.estimate.value <= limit,
  contrary: isAbove(cell, far),
  asked: `mean at most ${limit}`,
});
