import type { Point, Series } from "./chart.ts";

/** Markers that stand side by side in a frame without touching each other much. */
const MOST_MARKERS = 80;

/**
 * Of the points of a curve those that get a marker: all, or where more than `MOST_MARKERS` would cover the line every n-th, the first and the last, and those
 * that stand alone, whom no line shows.
 *
 * @param points in the order of x; one without a value breaks the line
 */
export function thinned(points: readonly Point[]): Point[] {
  if (points.length <= MOST_MARKERS) return [...points];
  const step = Math.ceil(points.length / MOST_MARKERS);
  const has = (point: Point | undefined): boolean =>
    point !== undefined && !Number.isNaN(point.y);
  return points.filter(
    (point, at) =>
      at % step === 0 ||
      at === points.length - 1 ||
      (has(point) && !has(points[at - 1]) && !has(points[at + 1])),
  );
}

/** What the drawing says of curves some of whose markers are left out. */
export const thinnedNote = (curves: readonly Series[]): string[] =>
  curves.some(({ points }) => points.length > MOST_MARKERS)
    ? [
        `A curve of more than ${MOST_MARKERS} points has markers at some of them only, evenly among them; its line goes through all.`,
      ]
    : [];
