import { FabricError } from "@fabriclab/spec";
import { z } from "zod";

/** Numbers as a user writes them: `24,12,4`, a list, or one number. */
export type Numbers = string | number | readonly number[];

/** A number for each level. Output: as written; {@link readNumbers} reads it. */
export const numbersParam = (byDefault: string, unit: string) =>
  z
    .union([z.string(), z.int(), z.array(z.int())], {
      error: "numbers such as 24,12,4 or [24, 12, 4]",
    })
    .default(byDefault)
    .meta({ unit });

/**
 * Reads the numbers of the levels; none of no text.
 *
 * @param path the parameter, for the message
 * @throws FabricError E_XGFT_NUMBERS for what is no list of whole numbers from 1
 */
export function readNumbers(numbers: Numbers, path: string): number[] {
  const parts = typeof numbers === "string" ? split(numbers) : [numbers].flat();
  return parts.map((part) => {
    const number = Number(part);
    if (/^\s*\d+\s*$/.test(String(part)) && number >= 1) return number;
    throw new FabricError({
      code: "E_XGFT_NUMBERS",
      message: `${path} cannot be read`,
      where: { path },
      got: part === "" ? "nothing between commas" : String(part),
      expected: "whole numbers from 1, such as 24,12,4 or [24, 12, 4]",
    });
  });
}

const split = (text: string): string[] =>
  text.trim() === "" ? [] : text.split(",");
