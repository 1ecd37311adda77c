import {
  cellOf as meanAndInterval,
  isAbove,
  isBelow,
  type BySeed,
  type Cell,
  type Condition,
} from "../../verdicts/conditions.ts";

export {
  arithmetic,
  CONDITIONS_RULE,
  isAbove,
  isBelow,
  judge,
  type Cell,
  type Condition,
} from "../../verdicts/conditions.ts";

/*
 * Rules by which verdicts are reached, written before the study was first run; they name no number that came out of it. Everything is compared as
 * a reduction, seed by seed: fabric and traffic of a seed are the same in all schemes. Intervals are Student's t at 95 % over the seeds.
 */

/** What the paper may mean by "noticeably", "slightly" and "much", as reductions. */
export const NOTICEABLE = 0.1;
export const SLIGHT_UP_TO = 0.2;
export const MUCH = 0.5;
/** What may count as "almost the same". */
export const SAME_WITHIN = 0.05;
/** A share of missed frames that nobody sees in a figure. */
export const VISIBLE_DMP = 0.01;
/** How far a mean may lie outside the percentages that the paper read from its curves. */
export const TOLERANCE = 0.1;

export const REDUCTION_NOTE = `A reduction from a to b is 1 - b/a, and where b is greater -(1 - a/b): from -1 to 1, and the two ways round differ by their sign only. A pair of runs of which one deadlocked has none; nor has the DMT of a pair of which one missed no frame. Such pairs are left out and counted; a statement with fewer than two pairs left somewhere is never reproduced. Intervals of reductions are cut at -1 and 1, which no reduction passes.`;

/**
 * Mean and interval of reductions. Why cut: the t interval of a few seeds knows no bounds, and a reduction has them.
 *
 * @param most largest size of a value; a difference of two reductions may be 2
 */
export function cellOf(name: string, values: BySeed, most = 1): Cell {
  const cell = meanAndInterval(name, values);
  const { estimate } = cell;
  return estimate === undefined
    ? cell
    : {
        ...cell,
        estimate: {
          value: estimate.value,
          low: Math.max(-most, estimate.low),
          high: Math.min(most, estimate.high),
        },
      };
}

/** How much smaller `b` is than `a`, from -1 to 1; both are not negative. */
export const reduction = (a: number, b: number): number =>
  a === b ? 0 : b < a ? 1 - b / a : a / b - 1;

/** Reduction from `a` to `b`, seed by seed. */
export const compare = (name: string, a: BySeed, b: BySeed): Cell =>
  cellOf(
    name,
    a.map((value, seed) => {
      const other = b[seed];
      return value === undefined || other === undefined
        ? undefined
        : reduction(value, other);
    }),
  );

/** Seed by seed mean of the cells that have a value there. */
export function meanOf(name: string, cells: readonly Cell[]): Cell {
  const seeds = cells[0]?.values.length ?? 0;
  const mean = cellOf(
    name,
    Array.from({ length: seeds }, (_, seed) => {
      const found = cells
        .map(({ values }) => values[seed])
        .filter((value) => value !== undefined);
      return found.length === 0
        ? undefined
        : found.reduce((sum, value) => sum + value, 0) / found.length;
    }),
  );
  return {
    ...mean,
    missing: cells.reduce((sum, { missing }) => sum + missing, 0),
  };
}

/** The mean lies in the paper's range, widened, and the interval above 0. */
export const inBand = (cell: Cell, [from, to]: Band): boolean =>
  cell.estimate !== undefined &&
  cell.estimate.low > 0 &&
  cell.estimate.value >= from - TOLERANCE &&
  cell.estimate.value <= to + TOLERANCE;

/** A range of reductions as the paper states it. */
export type Band = readonly [from: number, to: number];

export const bandText = ([from, to]: Band): string =>
  from === to ? String(from) : `${from} to ${to}`;

/** The cell with the largest mean; undefined where none has one. */
export const largest = (cells: readonly Cell[]): Cell | undefined =>
  cells
    .filter(({ estimate }) => estimate !== undefined)
    .reduce<Cell | undefined>(
      (best, cell) =>
        best === undefined || cell.estimate!.value > best.estimate!.value
          ? cell
          : best,
      undefined,
    );

/** The interval lies above 0; contrary: below. */
export const reduces = (cell: Cell): Condition => ({
  cell,
  holds: isAbove(cell),
  contrary: isBelow(cell),
  asked: "interval above 0",
});

/** By as much as the paper says; contrary: it does not reduce at all. */
export const reducesBy = (cell: Cell, band: Band): Condition => ({
  cell,
  holds: inBand(cell, band),
  contrary: isBelow(cell),
  asked: `mean within ${TOLERANCE} of ${bandText(band)}, interval above 0`,
});

/** By at least `least`; contrary: it does not reduce at all. */
export const reducesAtLeast = (cell: Cell, least: number): Condition => ({
  cell,
  holds: isAbove(cell) && cell.estimate!.value >= least,
  contrary: isBelow(cell),
  asked: `mean at least ${least}, interval above 0`,
});
