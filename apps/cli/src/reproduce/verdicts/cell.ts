import { average, estimate, type Estimate } from "../estimate.ts";

/** A ratio of times in one case, per message size and over all sizes. */
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

/** How many cells lie, over all sizes, on a side of 1. */
export const countOf = (cells: readonly Cell[], side: Side): number =>
  cells.filter((cell) => sideOf(cell.overall) === side).length;
