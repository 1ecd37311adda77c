import { relationLabel } from "../../labels.ts";
import { cellOf, type Cell } from "../../verdicts/cell.ts";
import type { Case, Mode, Scheme } from "../cases.ts";
import type { Points } from "../points.ts";

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
