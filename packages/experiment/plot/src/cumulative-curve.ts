import type { Point } from "./chart.ts";
import type { PlotStep } from "./data.ts";

/** A distribution as points of a curve that is drawn in steps. */
export interface CumulativeCurve {
  readonly points: readonly Point[];
  /** Where the curve passes 50, 90, 99 and 99.9 %. */
  readonly marked: readonly Point[];
}

/** Less than this of the axis cannot be seen: a share, or on a logarithmic axis a part of a decade. */
const VISIBLE = 1 / 400;
const MARKED = [0.5, 0.9, 0.99, 0.999];

/**
 * The share of values at or below, or above, with its band: the interval over runs, cut off at 0 and 1, which no share passes.
 *
 * Steps that nobody could see are left out: the curve stays within 1/400 of the axis of what it would be.
 *
 * @param tail share above, for a logarithmic axis: it ends before it is 0, and the band at the smallest share that is drawn
 */
export function cumulativeCurve(
  steps: readonly PlotStep[],
  tail: boolean,
): CumulativeCurve {
  const [first] = steps;
  if (first === undefined) return { points: [], marked: [] };
  const least = tail
    ? Math.min(...steps.map(({ share }) => 1 - share).filter((y) => y > 1e-12))
    : 0;
  const pointOf = ({ upTo, share, ci95 }: PlotStep): Point => {
    const y = tail ? 1 - share : share;
    if (ci95 === undefined || !Number.isFinite(ci95)) return { x: upTo, y };
    return {
      x: upTo,
      y,
      low: Math.max(least, y - ci95),
      high: Math.min(1, y + ci95),
    };
  };
  const drawn = steps.map(pointOf).filter(({ y }) => !tail || y >= least);
  const height = (y: number): number => (tail ? Math.log10(y) : y);
  const points: Point[] = [];
  // From where nothing is at or below the smallest value, the curve rises.
  if (!tail) points.push({ x: first.upTo, y: 0 });
  for (const [at, point] of drawn.entries()) {
    const before = points.at(-1);
    if (
      before === undefined ||
      at === drawn.length - 1 ||
      differs(before, point, height)
    )
      points.push(point);
  }
  const marked = MARKED.flatMap((share) => {
    const found = steps.find((step) => step.share >= share);
    if (found === undefined) return [];
    const { x, y } = pointOf(found);
    return tail && y < least ? [] : [{ x, y }];
  });
  return { points, marked };
}

const differs = (a: Point, b: Point, height: (y: number) => number): boolean =>
  [
    [a.y, b.y],
    [a.low ?? a.y, b.low ?? b.y],
    [a.high ?? a.y, b.high ?? b.y],
  ].some(([from, to]) => !(Math.abs(height(to!) - height(from!)) < VISIBLE));
