import {
  columnName,
  columnsOf,
  type ResultColumn,
  type RunRecord,
  type ShardAbout,
} from "@fabriclab/experiment-store";
import { FabricError, nearest } from "@fabriclab/spec";
import { inOneUnit } from "@fabriclab/units";

/** What the runs of a value have to keep, beside not being saturated: `latency_p99 <= 20us`. Plain data. */
export interface Requirement {
  /** Column of a result, as a result folder names it. */
  readonly column: string;
  readonly relation: "<=" | ">=";
  /** A number with its unit. */
  readonly amount: string;
}

/** As people read it. */
export const requirementText = ({
  column,
  relation,
  amount,
}: Requirement): string => `${column} ${relation} ${amount}`;

/**
 * Reads `latency_p99 <= 20us`; `latency.p99` is the same result.
 *
 * @throws FabricError `E_SWEEP_REQUIRE` for another text
 */
export function requirementOf(text: string): Requirement {
  const [, result, relation, amount] =
    /^\s*([a-z][^<>=]*?)\s*(<=|>=)\s*(-?[\d.].*?)\s*$/i.exec(text) ?? [];
  if (result === undefined || relation === undefined || amount === undefined)
    throw refusal(
      text,
      "What is required of the runs is no comparison of a result with an amount.",
      "a result, <= or >=, and an amount, such as latency_p99 <= 20us",
    );
  return {
    column: columnName(result),
    relation: relation === "<=" ? "<=" : ">=",
    amount: amount.replaceAll(/\s+/g, ""),
  };
}

/**
 * Whether a run keeps it.
 *
 * @param columns those of the run
 * @param cellOf what it has there
 * @returns undefined where it has no such number, as a saturated run has no mean latency
 * @throws FabricError `E_SWEEP_REQUIRE` where the amount cannot be compared with the result
 */
export function meets<C extends ResultColumn>(
  requirement: Requirement,
  columns: readonly C[],
  cellOf: (column: C) => unknown,
): boolean | undefined {
  const column = columnIn(requirement, columns);
  if (column === undefined) return undefined;
  const bound = boundOf(requirement, column.unit);
  const cell = cellOf(column);
  if (typeof cell !== "number" || Number.isNaN(cell)) return undefined;
  return requirement.relation === "<=" ? cell <= bound : cell >= bound;
}

/**
 * The same of a run's record.
 *
 * @param about what its columns are named and described by; without what metrics say of their numbers these had no units
 * @throws FabricError `E_SWEEP_REQUIRE`, also where the run has no such result and should
 */
export function recordMeets(
  requirement: Requirement,
  record: RunRecord,
  about: ShardAbout,
): boolean | undefined {
  if (record.metrics === undefined) return undefined;
  const columns = columnsOf(about.experiment, about.factors, [record], about);
  if (
    columnIn(requirement, columns) === undefined &&
    !mayLack(requirement, record)
  ) {
    const names = columns.filter(isNumber).map(({ name }) => name);
    const close = nearest(requirement.column, names);
    throw refusal(
      requirementText(requirement),
      "The scenario has no result of that name.",
      `one of ${names.join(", ")}`,
      close === undefined ? undefined : `did you mean ${close}?`,
    );
  }
  return meets(requirement, columns, ({ of }) => of(record));
}

/** Without a value, as of a saturated run, a metric has no percentiles and counts nothing either. */
const mayLack = (
  { column }: Requirement,
  { metrics = {} }: RunRecord,
): boolean =>
  Object.entries(metrics).some(
    ([name, { value }]) =>
      column.startsWith(columnName(name)) && !Number.isFinite(value),
  );

const isNumber = ({ role }: ResultColumn): boolean =>
  role === "metric" || role === "percentile" || role === "detail";

/** A result whose column would have the name of a factor's has `result_` before it. */
const columnIn = <C extends ResultColumn>(
  { column }: Requirement,
  columns: readonly C[],
): C | undefined => {
  const named = (name: string): C | undefined =>
    columns.find((one) => one.name === name && isNumber(one));
  return named(column) ?? named(`result_${column}`);
};

/** The amount in the unit of the result. */
function boundOf(requirement: Requirement, unit: string): number {
  const { amount } = requirement;
  const one = inOneUnit([`1${unit}`]) !== undefined;
  const converted = one ? inOneUnit([amount, `1${unit}`]) : undefined;
  if (converted !== undefined)
    return converted.numbers[0]! / converted.numbers[1]!;
  const own = one ? undefined : numberIn(amount, unit);
  if (own !== undefined) return own;
  throw refusal(
    requirementText(requirement),
    one
      ? `${requirement.column} is in ${unit}, and the amount that it is compared with in no unit of that kind.`
      : `${requirement.column} is a number${unit === "1" || unit === "" ? "" : ` of ${unit}`}, and what it is compared with is none.`,
    one ? `an amount with its unit, such as 20${unit}` : "a number",
  );
}

/** A number as people write it, no `0x10` and not nothing, alone or with the word for what is counted; of a share also in percent. */
function numberIn(amount: string, unit: string): number | undefined {
  // Why: a number that its metric gives no unit has the empty text for one.
  const word = unit === "1" ? "%" : unit;
  const hasWord = word !== "" && amount.endsWith(word);
  const text = hasWord ? amount.slice(0, -word.length) : amount;
  const number = Number(text);
  if (!/^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return undefined;
  if (!Number.isFinite(number)) return undefined;
  return hasWord && word === "%" ? number / 100 : number;
}

const refusal = (
  got: string,
  message: string,
  expected: string,
  hint?: string,
): FabricError =>
  new FabricError({
    code: "E_SWEEP_REQUIRE",
    message,
    where: { path: "sweep.require" },
    got,
    expected,
    ...(hint === undefined ? {} : { hint }),
  });
