import { withInterval, type Verdict } from "@fabriclab/experiment-report";
import { meanInterval } from "@fabriclab/sim";
import type { Estimate } from "../estimate.ts";
import { many } from "../../naming/words.ts";
import type { Finding } from "./rules.ts";

/*
 * Statements of several conditions, each on a quantity that is measured seed by seed. Intervals are Student's t at 95 % over the seeds.
 */

/** A quantity seed by seed; undefined where that run has none. */
export type BySeed = readonly (number | undefined)[];

/** A quantity over the seeds, with what could not be measured. */
export interface Cell {
  readonly name: string;
  /** Undefined with fewer than two values. */
  readonly estimate: Estimate | undefined;
  readonly values: BySeed;
  /** Seeds without a value. */
  readonly missing: number;
}

export function cellOf(name: string, values: BySeed): Cell {
  const found = values.filter((value) => value !== undefined);
  return {
    name,
    values,
    missing: values.length - found.length,
    estimate: found.length < 2 ? undefined : arithmetic(found),
  };
}

/** Arithmetic mean with its 95 % Student-t interval. */
export function arithmetic(values: readonly number[]): Estimate {
  const { mean, halfWidth } = meanInterval(values, 0.95);
  return { value: mean, low: mean - halfWidth, high: mean + halfWidth };
}

export const isAbove = ({ estimate }: Cell, limit = 0): boolean =>
  estimate !== undefined && estimate.low > limit;
export const isBelow = ({ estimate }: Cell, limit = 0): boolean =>
  estimate !== undefined && estimate.high < limit;
/** What there is to say of a cell: `DMP at 60 %: 0.54 (0.5 … 0.58)`. */
export function cellText({ name, estimate, missing, values }: Cell): string {
  const left =
    missing === 0
      ? ""
      : `, ${missing} ${missing === 1 ? "pair" : "pairs"} left out`;
  return estimate === undefined
    ? `${name}: too few values (with ${values.filter((value) => value !== undefined).length} of ${many(values.length, "seed")})`
    : `${name}: ${withInterval(estimate.value, [estimate.low, estimate.high])}${left}`;
}

/** What was asked of a condition that does not hold, or why one holds. */
const moreOf = ({ holds, asked, because }: Condition): string =>
  holds ? (because ?? "") : `asked: ${asked}`;

/** `Undecided: DMP: 0.2 (0.1 … 0.3) [asked: interval below 0.1].`; what is the same of all stands once, behind the title. */
function listed(title: string, some: readonly Condition[]): string[] {
  if (some.length === 0) return [];
  const common = some.every((one) => moreOf(one) === moreOf(some[0]!));
  const bracket = (text: string): string => (text === "" ? "" : ` [${text}]`);
  const texts = some.map((one) =>
    common ? cellText(one.cell) : cellText(one.cell) + bracket(moreOf(one)),
  );
  return [
    `${title}${common ? bracket(moreOf(some[0]!)) : ""}: ${texts.join("; ")}.`,
  ];
}

const NOTHING: Estimate = {
  value: Number.NaN,
  low: Number.NaN,
  high: Number.NaN,
};

/** One condition of a statement. */
export interface Condition {
  readonly cell: Cell;
  readonly holds: boolean;
  /** The interval excludes the statement. */
  readonly contrary: boolean;
  /** What is asked of it: `interval below 0.1`; told where it does not hold. */
  readonly asked: string;
  /** Why it holds, where the cell's own number does not say it. */
  readonly because?: string;
}

export const CONDITIONS_RULE =
  "contradicted where one condition is; otherwise not reproduced";

/**
 * A statement of several conditions: reproduced where all hold, contradicted where the contrary of one was measured.
 *
 * @param measured the number that stands in the table
 */
export function judge(
  measured: Cell | undefined,
  conditions: readonly Condition[],
  more = "",
): Finding {
  const holding = conditions.filter(({ holds }) => holds);
  const contrary = conditions.filter((condition) => condition.contrary);
  const undecided = conditions.filter(
    (condition) => !condition.holds && !condition.contrary,
  );
  const verdict: Verdict =
    contrary.length > 0
      ? "contradicted"
      : holding.length === conditions.length && conditions.length > 0
        ? "reproduced"
        : "not reproduced";
  return {
    measured: measured?.estimate ?? NOTHING,
    verdict,
    why: [
      `${holding.length} of ${conditions.length} conditions hold.`,
      ...listed("The contrary", contrary),
      ...listed("Undecided", undecided),
      ...listed("Hold", holding),
      ...(more === "" ? [] : [more]),
    ].join(" "),
  };
}
