import { withInterval, type Verdict } from "@fabriclab/experiment-report";
import type { Estimate } from "../estimate.ts";
import { least, sideOf, type Cell } from "./cell.ts";

/*
 * Rules by which verdicts are reached. Those of a study are written before it is first run, and name no number that came out of it. Ratios are
 * of makespans, seed by seed over the same sources and groups; intervals are Student's t at 95 % over the seeds, on logarithms.
 */

/** A finding in one reading of the paper. */
export interface Finding {
  readonly measured: Estimate;
  readonly verdict: Verdict;
  readonly why: string;
}

/** What the paper may mean by "the same". */
export const SAME_WITHIN = 0.01;
/** What the paper may mean by "a little better", and by "close to 1". */
export const LITTLE_UP_TO = 1.2;

export const ALWAYS_RULE =
  "reproduced: the interval of the ratio lies above 1 for every size in every case; contradicted: in at least one case the interval of the geometric mean over the sizes lies below 1; otherwise not reproduced";

/** "A beats B in all cases", as ratios B/A. */
export function always(cells: readonly Cell[]): Finding {
  const sizes = cells.flatMap((cell) => cell.bySize);
  const above = sizes.filter((ratio) => sideOf(ratio) === "above").length;
  const below = sizes.filter((ratio) => sideOf(ratio) === "below").length;
  const contrary = cells.filter((cell) => sideOf(cell.overall) === "below");
  const worst = least(cells);
  const counts = `${above} of ${sizes.length} points lie above 1 with 95 % confidence, ${below} below; least favourable case ${worst.name}`;
  if (above === sizes.length) {
    return {
      measured: worst.overall,
      verdict: "reproduced",
      why: `${counts}.`,
    };
  }
  if (contrary.length > 0) {
    return {
      measured: worst.overall,
      verdict: "contradicted",
      why: `${counts}; over all sizes the contrary holds in ${names(contrary)}.`,
    };
  }
  return {
    measured: worst.overall,
    verdict: "not reproduced",
    why: `${counts}; no case as a whole shows the contrary.`,
  };
}

export const SAME_RULE = `reproduced: the interval of the ratio lies within ${SAME_WITHIN * 100} % of 1 for every size in every case; contradicted: in at least one case the interval of the geometric mean over the sizes lies wholly outside; otherwise not reproduced`;

/** "A takes the same time as B". */
export function same(cells: readonly Cell[]): Finding {
  const inside = ({ low, high }: Estimate) =>
    low >= 1 - SAME_WITHIN && high <= 1 + SAME_WITHIN;
  const outside = ({ low, high }: Estimate) =>
    high < 1 - SAME_WITHIN || low > 1 + SAME_WITHIN;
  const sizes = cells.flatMap((cell) => cell.bySize);
  const within = sizes.filter(inside).length;
  const contrary = cells.filter((cell) => outside(cell.overall));
  const farthest = cells.reduce((a, b) =>
    Math.abs(Math.log(b.overall.value)) > Math.abs(Math.log(a.overall.value))
      ? b
      : a,
  );
  const counts = `${within} of ${sizes.length} points lie within ${SAME_WITHIN * 100} % of 1; farthest case ${farthest.name}`;
  return {
    measured: farthest.overall,
    verdict:
      within === sizes.length
        ? "reproduced"
        : contrary.length > 0
          ? "contradicted"
          : "not reproduced",
    why:
      contrary.length > 0
        ? `${counts}; outside: ${names(contrary)}.`
        : `${counts}.`,
  };
}

export const LITTLE_RULE = `reproduced: the interval of the ratio lies above 1 for every size, and that of the geometric mean over the sizes at most at ${LITTLE_UP_TO}; contradicted: the latter lies below 1; otherwise not reproduced`;

/** "A is a little better than B", as the ratio B/A of one case. */
export function aLittle(cell: Cell): Finding {
  const above = cell.bySize.filter((ratio) => sideOf(ratio) === "above").length;
  const { overall } = cell;
  const counts = `${above} of ${cell.bySize.length} sizes lie above 1 with 95 % confidence; over all sizes ${withInterval(overall.value, [overall.low, overall.high])}`;
  return {
    measured: overall,
    verdict:
      above === cell.bySize.length && overall.high <= LITTLE_UP_TO
        ? "reproduced"
        : sideOf(overall) === "below"
          ? "contradicted"
          : "not reproduced",
    why:
      overall.high > LITTLE_UP_TO && sideOf(overall) === "above"
        ? `${counts}, which is more than a little.`
        : `${counts}.`,
  };
}

export const names = (cells: readonly Cell[]): string =>
  cells
    .map(
      ({ name, overall }) =>
        `${name} ${withInterval(overall.value, [overall.low, overall.high])}`,
    )
    .join(", ");
