import { parseFlight, parseRate, parseSize, parseTime } from "@fabriclab/units";
import { z } from "zod";
import { quantityField } from "./quantity-field.ts";

const time = () => quantityField(parseTime, "time");
const size = () => quantityField(parseSize, "size");
const rate = () => quantityField(parseRate, "rate");
const flight = () => quantityField(parseFlight, "time or length");

type TimeField = ReturnType<typeof time>;
type SizeField = ReturnType<typeof size>;
type RateField = ReturnType<typeof rate>;
type FlightField = ReturnType<typeof flight>;

// Each default is prefaulted, that is given as a user would write it and parsed: documentation and behaviour cannot drift apart.

/** A time with a unit, `20ns`; a plain number is refused, except 0. Output: Ps. Without a default the field must be written. */
export function timeParam(): TimeField;
/** A time with a unit, and its default as a user would write it: `timeParam("20ns")`. */
export function timeParam(byDefault: string): z.ZodPrefault<TimeField>;
export function timeParam(byDefault?: string) {
  return byDefault === undefined
    ? time()
    : time().prefault(byDefault).meta({ unit: "time" });
}

/** A size with a unit, `256B` or `4KiB`. Output: Bytes. Without a default the field must be written. */
export function sizeParam(): SizeField;
/** A size with a unit, and its default as a user would write it: `sizeParam("256B")`. */
export function sizeParam(byDefault: string): z.ZodPrefault<SizeField>;
export function sizeParam(byDefault?: string) {
  return byDefault === undefined
    ? size()
    : size().prefault(byDefault).meta({ unit: "size" });
}

/** A data rate, `2Gb/s`. Output: exact picoseconds per byte. Without a default the field must be written. */
export function rateParam(): RateField;
/** A data rate, and its default as a user would write it: `rateParam("2Gb/s")`. */
export function rateParam(byDefault: string): z.ZodPrefault<RateField>;
export function rateParam(byDefault?: string) {
  return byDefault === undefined
    ? rate()
    : rate().prefault(byDefault).meta({ unit: "rate" });
}

/** A cable's time of flight: a time (`20ns`) or a length (`4m`, at 5 ns per metre). Output: Ps. Without a default the field must be written. */
export function flightParam(): FlightField;
/** A time of flight, and its default as a user would write it: `flightParam("4m")`. */
export function flightParam(byDefault: string): z.ZodPrefault<FlightField>;
export function flightParam(byDefault?: string) {
  return byDefault === undefined
    ? flight()
    : flight().prefault(byDefault).meta({ unit: "time or length" });
}

/** Bounds of a number; both inclusive. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
  readonly default: number;
}

/** An integer from `min` to `max`. */
export function intParam(bounds: Bounds): z.ZodDefault<z.ZodInt> {
  let field = z.int();
  if (bounds.min !== undefined) field = field.min(bounds.min);
  if (bounds.max !== undefined) field = field.max(bounds.max);
  return field.default(bounds.default).meta({ unit: "1" });
}

/** A number from `min` to `max`, not necessarily whole. */
export function numberParam(bounds: Bounds): z.ZodDefault<z.ZodNumber> {
  let field = z.number();
  if (bounds.min !== undefined) field = field.min(bounds.min);
  if (bounds.max !== undefined) field = field.max(bounds.max);
  return field.default(bounds.default).meta({ unit: "1" });
}

/** A share, 0 … 1. */
export function fractionParam(byDefault: number): z.ZodDefault<z.ZodNumber> {
  return numberParam({ min: 0, max: 1, default: byDefault });
}

/** One word of a list. */
export function choiceParam<const T extends readonly [string, ...string[]]>(
  choices: T,
  byDefault: T[number],
): z.ZodDefault<z.ZodEnum<{ [K in T[number]]: K }>> {
  const field = z.enum(choices) as unknown as z.ZodEnum<{
    [K in T[number]]: K;
  }>;
  return field.default(byDefault as never).meta({ unit: "choice" });
}

/** On or off. */
export function flagParam(byDefault: boolean): z.ZodDefault<z.ZodBoolean> {
  return z.boolean().default(byDefault).meta({ unit: "flag" });
}

/** A name, such as another plugin's. Without a default the field must be written. */
export function nameParam(): z.ZodString;
/** A name, and the one that is taken where none is written. */
export function nameParam(byDefault: string): z.ZodDefault<z.ZodString>;
export function nameParam(byDefault?: string) {
  const field = z.string().min(1).meta({ unit: "name" });
  return byDefault === undefined
    ? field
    : field.default(byDefault).meta({ unit: "name" });
}
