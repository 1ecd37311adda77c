import type { SwitchGraph } from "./graph.ts";

/** Where the switches of a mesh or torus stand, as their names say. */
export interface Coordinates {
  /** Dimension -> switch -> place along it, from 0. */
  readonly at: readonly Int32Array[];
  /** Dimension -> places along it. */
  readonly sizes: readonly number[];
}

/**
 * The last numbers of the switches' names as coordinates, one for each dimension: where no two switches have the same, most places are taken, and every cable leads a step along
 * one dimension or round it.
 *
 * Complexity: O(switches + pairs).
 */
export function coordinatesByNames(
  { count, pairs }: SwitchGraph,
  names: readonly string[],
  dimensions: number,
): Coordinates | undefined {
  if (count < 2 ** dimensions) return undefined;
  const at = Array.from({ length: dimensions }, () => new Int32Array(count));
  const cells = new Set<string>();
  for (let sw = 0; sw < count; sw++) {
    const numbers = (names[sw] ?? "").match(/\d{1,4}/g) ?? [];
    if (numbers.length < dimensions) return undefined;
    const own = numbers.slice(-dimensions).map(Number);
    own.forEach((value, dimension) => (at[dimension]![sw] = value));
    cells.add(own.join(" "));
  }
  if (cells.size < count) return undefined;
  const least = at.map((places) => Math.min(...places));
  const sizes = at.map((places, d) => Math.max(...places) - least[d]! + 1);
  const all = sizes.reduce((product, size) => product * size, 1);
  if (sizes.some((size) => size < 2) || all > 2 * count) return undefined;
  for (const { a, b } of pairs) {
    const moved = sizes.flatMap((size, d) => {
      const by = Math.abs(at[d]![a]! - at[d]![b]!);
      return by === 0 ? [] : [by === 1 || (size > 2 && by === size - 1)];
    });
    if (moved.length !== 1 || moved[0] !== true) return undefined;
  }
  return {
    at: at.map((places, d) => places.map((value) => value - least[d]!)),
    sizes,
  };
}
