import { canonicalJson } from "@fabriclab/spec";
import type { Point } from "./point.ts";

/** The points of an extended sweep, numbered in the order of its batches. */
export interface Extension {
  readonly points: readonly Point[];
  readonly batches: readonly number[];
}

/**
 * Orders the points of a design that was asked for with more and more values: those of the first time keep their numbers, those that each
 * further time adds come after them.
 *
 * @param designs the points of each time, every design holding all points of the one before
 * @returns undefined where a design lacks a point of the one before. O(points).
 */
export function extensionOf(
  designs: readonly (readonly Point[])[],
): Extension | undefined {
  const points: Point[] = [];
  const batches: number[] = [];
  const known = new Set<string>();
  for (const design of designs) {
    const keys = new Set(design.map(keyOf));
    for (const key of known) if (!keys.has(key)) return undefined;
    const before = points.length;
    for (const point of design) {
      const key = keyOf(point);
      if (known.has(key)) continue;
      known.add(key);
      points.push({ ...point, index: points.length });
    }
    batches.push(points.length - before);
  }
  return { points, batches };
}

const keyOf = ({ levels, sets }: Point): string =>
  canonicalJson([
    levels,
    sets.map(({ path, value }) => [path, value]),
  ] as never);
