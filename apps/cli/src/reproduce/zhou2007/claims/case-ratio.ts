import { relationLabel } from "../labels.ts";
import type { Case, Mode, Scheme } from "../cases.ts";
import { average, estimate, type Estimate, type Points } from "../points.ts";

/** A ratio of makespans in one (sources, group), per message size and over all sizes. */
export interface Cell {
  readonly name: string;
  /** One per message size. */
  readonly bySize: readonly Estimate[];
  /** Geometric mean over the sizes, seed by seed. */
  readonly overall: Estimate;
  /** Its logarithms, seed by seed. */
  readonly logs: readonly number[];
}

/** On which side of 1 a ratio lies with 95 % confidence. */
export type Side = "above" | "below" | "undecided";

export const sideOf = ({ low, high }: Estimate): Side =>
  low > 1 ? "above" : high < 1 ? "below" : "undecided";

/** Makespan of `slower` over makespan of `faster` in one (sources, group). */
export function ratioCell(
  points: Points,
  sizes: readonly number[],
  at: { readonly mode: Mode; readonly sources: number; readonly group: number },
  slower: Scheme,
  faster: Scheme,
): Cell {
  const logs = sizes.map((size) => {
    const point = (scheme: Scheme): Case => ({ ...at, scheme, size });
    return points.logRatios(point(slower), point(faster));
  });
  return cellOf(relationLabel(at.sources, at.group), logs);
}

/** A cell from the logarithms of its ratios: a list over the seeds per size. */
export function cellOf(
  name: string,
  logs: readonly (readonly number[])[],
): Cell {
  const overall = average(logs);
  return {
    name,
    bySize: logs.map((list) => estimate(list)),
    overall: estimate(overall),
    logs: overall,
  };
}

/** The cell with the smallest ratio. */
export const least = (cells: readonly Cell[]): Cell =>
  cells.reduce((a, b) => (b.overall.value < a.overall.value ? b : a));
