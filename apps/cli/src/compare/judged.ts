import type { TableFigures } from "../measure-tables.ts";
import { plusMinus } from "../plus-minus.ts";
import {
  gapText,
  isDifference,
  meanOf,
  pairedDifference,
  type Series,
} from "./differences.ts";
import type { Row } from "./row.ts";

/** A row, and its bandwidth bisection by bisection. */
export interface Judged {
  readonly row: Row;
  readonly series: Series | undefined;
}

/** A row that was accepted, with its place among all. */
export interface Accepted {
  readonly index: number;
  readonly row: Row;
  readonly figures: TableFigures;
  readonly series: Series;
}

export const acceptedOf = (judged: readonly Judged[]): Accepted[] =>
  judged.flatMap(({ row, series }, index) =>
    row.figures === null || series === undefined
      ? []
      : [{ index, row, figures: row.figures, series }],
  );

export const isMadeByOpensm = ({ row }: Accepted): boolean =>
  row.opensm !== null;

/** Whether it serves: no pair of the chosen endpoints unreachable, no credit loop among them. */
export const isSound = ({
  figures: { unreachable, loopChannels },
}: Accepted): boolean => unreachable.chosen === 0 && loopChannels.chosen === 0;

/** Whether it serves all other adapters, too. */
export const isSafe = ({
  figures: { unreachable, loopChannels },
}: Accepted): boolean => unreachable.all === 0 && loopChannels.all === 0;

/** What OpenSM does unless it is told otherwise. */
export const isUsual = ({ row }: Accepted): boolean =>
  row.opensm?.usual === true && row.lists === null;

export const bandwidth = ({ figures }: Accepted): number =>
  figures.bisection.value;
const ci = ({ figures }: Accepted): number => figures.bisection.ci95;

/** `74.7 % ± 0.9` */
export const percent = ({ series }: Accepted): string => {
  const { value, ci: half } = meanOf(series);
  return plusMinus(value, half, " %");
};

/** Whether the one has no more bandwidth than lies within the confidence intervals: so little more buys no reservation, and no VL. */
export const isAsGood = (one: Accepted, than: Accepted): boolean =>
  bandwidth(one) >= bandwidth(than) - Math.max(ci(one), ci(than));

/** Whether the samples, pair by pair, show that it has more, however little. */
export function hasMore(one: Accepted, than: Accepted): boolean {
  const difference = pairedDifference(one.series, than.series);
  return difference.value > 0 && isDifference(difference);
}

/** Whether it has more than lies within the intervals, and the samples show that it has. */
export const isWider = (one: Accepted, than: Accepted | undefined): boolean =>
  than === undefined || (!isAsGood(than, one) && hasMore(one, than));

/** What `one` has more or less than the other, in the same bisections: `2.9 ± 0.6 points less`. */
export function gap(one: Accepted, than: Accepted): string {
  const difference = pairedDifference(one.series, than.series);
  const isShown = isDifference(difference);
  const isSame = one.series.means.every(
    (mean, i) => mean === than.series.means[i],
  );
  return `${gapText(difference, isShown, isSame)}${isShown ? " in the same bisections" : ""}`;
}
