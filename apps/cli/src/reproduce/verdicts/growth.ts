import { withInterval, type Verdict } from "@fabriclab/experiment-report";
import { average, estimate, type Estimate } from "../estimate.ts";
import { countOf, sideOf, type Cell } from "./cell.ts";

/** How much a quantity changes along one factor, in every case of the other factors. */
export interface Growth {
  readonly cells: readonly Cell[];
  /** Geometric mean over the cases, seed by seed. */
  readonly overall: Estimate;
  readonly rising: number;
  readonly falling: number;
}

/** @param cells quantity at the factor's highest level over that at its lowest, a cell per case */
export const growthOf = (cells: readonly Cell[]): Growth => ({
  cells,
  overall: estimate(average(cells.map((cell) => cell.logs))),
  rising: countOf(cells, "above"),
  falling: countOf(cells, "below"),
});

/** Reproduced where every factor makes every case rise; contradicted where some factor makes the whole fall. */
export const growthVerdict = (growths: readonly Growth[]): Verdict =>
  growths.some(({ overall }) => sideOf(overall) === "below")
    ? "contradicted"
    : growths.every(({ cells, rising }) => rising === cells.length)
      ? "reproduced"
      : "not reproduced";

/** `by a factor of 1.2 (1.1 … 1.3), rising in 3 and falling in 1 of 4 cases` */
export const growthText = ({
  cells,
  overall,
  rising,
  falling,
}: Growth): string =>
  `by a factor of ${withInterval(overall.value, [overall.low, overall.high])}, rising in ${rising} and falling in ${falling} of ${cells.length} cases`;
