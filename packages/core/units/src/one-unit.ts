import { PACKETS } from "./counted.ts";
import {
  LENGTH,
  NUMBER,
  RATE,
  SIZE,
  split,
  TIME,
  unitOf,
} from "./dimension.ts";

const KINDS = [TIME, SIZE, LENGTH, RATE];

/** A list of quantities as numbers of one unit. */
export interface OneUnit {
  readonly unit: string;
  readonly numbers: readonly number[];
}

/**
 * Sizes, times, cable lengths or rates as numbers of the smallest unit among them: `64B`, `1KB` -> 64 and 1000 `B`; of KB and KiB
 * in B. Each number is the nearest to the exact one.
 *
 * @returns undefined for texts that are not all quantities of one kind with a unit
 */
export function inOneUnit(texts: readonly string[]): OneUnit | undefined {
  const kind = KINDS.find(({ units }) =>
    texts.every((text) => NUMBER.test(text.trim()) && unitIn(text) in units),
  );
  if (kind === undefined || texts.length === 0) return undefined;
  const size = (unit: string): bigint => kind.units[unit] ?? 1n;
  const units = texts.map(unitIn);
  const least = units.reduce((a, b) => (size(b) < size(a) ? b : a));
  // KB and KiB: neither is a multiple of the other.
  const unit = units.every((one) => size(one) % size(least) === 0n)
    ? least
    : (Object.keys(kind.units)[0] ?? least);
  return {
    unit,
    numbers: texts.map((text) => {
      const { mantissa, exponent, unit: own } = split(text, kind);
      // Why by way of a text: one rounding, not one for the power of ten and one for the unit.
      return Number(
        `${String((mantissa * size(unitOf(own))) / size(unit))}e${exponent}`,
      );
    }),
  };
}

/** How many of the least that its kind of quantities counts a unit is: 1024 (bytes) of `KiB`, 1000 (picoseconds) of `ns`, 1 of `packets`; undefined for no unit. */
export function leastIn(unit: string): number | undefined {
  if (unit === PACKETS) return 1;
  const name = unitOf(unit);
  const kind = KINDS.find(({ units }) => Object.hasOwn(units, name));
  return kind === undefined ? undefined : Number(kind.units[name]);
}

const unitIn = (text: string): string =>
  unitOf(text.trim().replace(NUMBER, "").trim());
