import { refuseParam } from "@fabriclab/spec";
import { z } from "zod";

/** Picoseconds of a lifetime of 0: 4.096 us. */
export const LIFETIME_UNIT_PS = 4_096_000;
/** Largest lifetime that is a time; IBA reads larger values of the field as infinite. */
export const LONGEST_LIFETIME = 19;

/** A limit's exponent, or `infinite`. */
export type Lifetime = number | "infinite";

/** 4.096 us x 2^lifetime in picoseconds, exactly; Infinity where there is no limit. */
export const lifetimePs = (lifetime: Lifetime): number =>
  lifetime === "infinite" ? Infinity : LIFETIME_UNIT_PS * 2 ** lifetime;

/**
 * The parameter: a whole number 0 … 19, or `infinite`. What IBA's field means above 19 must be written as the word, so that a slip of the pen does
 * not switch the policy off: E_DROPPING_LIFETIME.
 */
export const lifetimeParam = (key: string, byDefault: Lifetime) =>
  z
    .union([z.number(), z.literal("infinite")], {
      error: `${key} is a whole number from 0 to ${LONGEST_LIFETIME}, or the word infinite`,
    })
    .superRefine((value, context) => {
      if (value === "infinite") return;
      if (Number.isInteger(value) && value >= 0 && value <= LONGEST_LIFETIME)
        return;
      refuseParam(context, value, {
        code: "E_DROPPING_LIFETIME",
        message: `the lifetime limit ${key} is out of range`,
        got: String(value),
        expected: `a whole number from 0 to ${LONGEST_LIFETIME}, for 4.096 us x 2^${key}, or the word infinite`,
        hint:
          value > LONGEST_LIFETIME
            ? `in InfiniBand, values above ${LONGEST_LIFETIME} mean infinite: write infinite, or leave the drop policy out`
            : "0 means 4.096 us, 10 means 4.2 ms, 19 means 2.1 s",
      });
    })
    .default(byDefault)
    .meta({ unit: "4.096us x 2^n" });
