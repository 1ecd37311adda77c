import type { Dimension } from "./conf.ts";

/** The places of a torus or mesh, numbered x first; each has a neighbour up and down each dimension, or none. */
export interface Grid {
  readonly dimensions: readonly Dimension[];
  readonly size: number;
  /** Position of a place in a dimension. */
  position(place: number, dimension: number): number;
  /** The place at these positions; they may lie beyond the edges where a dimension wraps, or to shift an origin. */
  place(positions: readonly number[]): number;
  /** The place one step away, -1 beyond the edge of a mesh. */
  next(place: number, dimension: number, step: number): number;
  /** Place -> its neighbours. */
  readonly around: readonly (readonly number[])[];
}

/** O(places). */
export function gridOf(dimensions: readonly Dimension[]): Grid {
  const stride: number[] = [];
  let size = 1;
  for (const { radix } of dimensions) {
    stride.push(size);
    size *= radix;
  }
  const radixOf = (d: number): number => dimensions[d]?.radix ?? 1;
  const position = (place: number, d: number): number =>
    Math.floor(place / (stride[d] ?? size)) % radixOf(d);
  const next = (place: number, d: number, step: number): number => {
    const radix = radixOf(d);
    const from = position(place, d);
    const to = from + step;
    if (to >= 0 && to < radix) return place + step * (stride[d] ?? 0);
    if (dimensions[d]?.wraps !== true) return -1;
    return place + (((to + radix) % radix) - from) * (stride[d] ?? 0);
  };
  const around = Array.from({ length: size }, (_, place) => [
    ...new Set(
      dimensions.flatMap((_, d) =>
        [1, -1].map((step) => next(place, d, step)).filter((to) => to >= 0),
      ),
    ),
  ]);
  return {
    dimensions,
    size,
    position,
    place: (positions) =>
      dimensions.reduce(
        (sum, { radix }, d) =>
          sum +
          ((((positions[d] ?? 0) % radix) + radix) % radix) * (stride[d] ?? 0),
        0,
      ),
    next,
    around,
  };
}
