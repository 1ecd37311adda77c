import { FabricError, type ErrorPlace } from "@fabriclab/spec";
import { countedIn, inOneUnit, withUnit } from "@fabriclab/units";

/** A number with what follows it, as `4us`. */
const NUMBER = String.raw`([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([A-Za-z/%]*)`;
const RANGE = new RegExp(`^${NUMBER}\\.\\.${NUMBER}(?::${NUMBER})?$`, "i");

/** More values than any sweep could run: a step that lacks a digit. */
const MAX_VALUES = 100_000;

/** Numbers to draw between, both ends included. */
export interface OpenRange {
  readonly between: readonly [number, number];
  /** Of the numbers; absent = they have none. */
  readonly unit?: string;
  /** Of so many parts of one a drawn number is a whole number: 1 of whole numbers, 100 of such with two decimals. Absent = it may be any. */
  readonly parts?: number;
}

/** What a range stands for: its values, or without a step the numbers to draw between. */
export type ValueRange =
  | { readonly values: readonly (number | string)[] }
  | OpenRange;

/**
 * Reads `from..to:step` (both ends included; whole steps meet the end) or `from..to`; numbers may have units, of one kind: `128B..1KiB:128B`
 * goes in the smallest of them. What is drawn between numbers with units is as fine as they are written: of `64B..4KiB` whole bytes, of `1.0us..4.0us`
 * tenths of a microsecond. Why: there are no parts of a byte, and a time of many digits makes the tick of a run as small as its last.
 *
 * Values are rounded to the decimals that are written: `0.1..0.9:0.1` has 0.3, not 0.30000000000000004.
 *
 * @returns undefined for a text that is no range
 * @throws FabricError `E_SCENARIO_SWEEP`
 */
export function readRange(
  text: string,
  at: ErrorPlace,
): ValueRange | undefined {
  const match = RANGE.exec(text.trim());
  if (match === null) return undefined;
  const [
    ,
    from_ = "",
    unitFrom = "",
    to_ = "",
    unitTo = "",
    step_,
    unitStep = "",
  ] = match;
  const refuse = (message: string, hint?: string): FabricError =>
    new FabricError({
      code: "E_SCENARIO_SWEEP",
      message,
      where: at,
      got: text,
      expected: "from..to:step, such as 0.1..0.9:0.1 or 256B..1024B:256B",
      ...(hint === undefined ? {} : { hint }),
    });
  const written = [
    [from_, countedIn(unitFrom)],
    [to_, countedIn(unitTo)],
    ...(step_ === undefined ? [] : [[step_, countedIn(unitStep)]]),
  ] as const;
  const alike = new Set(written.map(([, unit]) => unit)).size === 1;
  const one = alike
    ? undefined
    : inOneUnit(written.map(([number, unit]) => `${number}${unit}`));
  if (!alike && one === undefined)
    throw refuse("The numbers of a range have units of one kind, or none.");
  // As written where the units are: decimals are those that were typed.
  const [a = "", b = "", c] =
    one?.numbers.map(String) ?? written.map(([number]) => number);
  const unitA = one?.unit ?? countedIn(unitFrom);
  const [from, to] = [Number(a), Number(b)];
  if (!(from <= to)) throw refuse("A range goes from its smaller number up.");
  if (c === undefined) {
    const between = [from, to] as const;
    if (unitA === "") return { between };
    const decimals = Math.max(
      ...[a, b].map(decimalsOf),
      ...written.map(([n, unit]) => (unit === unitA ? decimalsOf(n) : 0)),
    );
    return { between, unit: unitA, parts: 10 ** decimals };
  }
  const step = Number(c);
  if (!(step > 0)) throw refuse("The step of a range is above 0.");
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (count > MAX_VALUES)
    throw refuse(`A range has at most ${MAX_VALUES} values.`);
  const decimals = Math.max(decimalsOf(a), decimalsOf(c));
  const after = (steps: number): number =>
    Number((from + steps * step).toFixed(decimals));
  const steps = (to - from) / step;
  // Why as a count of steps: what rounding leaves of a whole number of them is no rest.
  if (Math.abs(steps - Math.round(steps)) > 1e-9 * Math.max(1, steps))
    throw refuse(
      `The steps of a range meet its end, which is one of its values; these go from ${after(count - 1)}${unitA} to ${after(count)}${unitA}.`,
      `did you mean ${[count - 1, count].map((n) => `${a}${unitA}..${after(n)}${unitA}:${c}${unitA}`).join(" or ")}?`,
    );
  return {
    values: Array.from({ length: count }, (_, i) => {
      const value = after(i);
      return unitA === "" ? value : withUnit(value, unitA);
    }),
  };
}

/** Digits after the point, exponent included: 2 of `0.05` and of `5e-2`. */
function decimalsOf(number: string): number {
  const [digits = "", exponent = "0"] = number.toLowerCase().split("e");
  const written = digits.includes(".")
    ? digits.length - digits.indexOf(".") - 1
    : 0;
  return Math.min(100, Math.max(0, written - Number(exponent)));
}
