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
    const isWhole = /^\s*\d+\s*$/.test(String(part));
    if (isWhole && number >= 1) return number;
    if (isWhole) throw zero(path);
    throw new FabricError({
      code: "E_XGFT_NUMBERS",
      message: `${path} cannot be read`,
      where: { path },
      got: part === "" ? "nothing between commas" : String(part),
      expected: "whole numbers from 1, such as 24,12,4 or [24, 12, 4]",
    });
  });
}

/** What a 0 may be meant to say, by the parameter. */
const INSTEAD: Readonly<Record<string, string>> = {
  children:
    "leave out a level that has nothing in it; for fewer hosts than the tree has room for, give `hosts`",
  parents:
    "the roots have no number of parents: leave the last one out; of one level there is none: [], on the command line --parents '[]'",
  parallel: "1 is one cable between a switch and each above it",
};

const zero = (path: string): FabricError =>
  new FabricError({
    code: "E_XGFT_NUMBERS",
    message: `${path} has a 0, and there is no level without any`,
    where: { path },
    got: "0",
    expected: "whole numbers from 1, such as 24,12,4 or [24, 12, 4]",
    ...(INSTEAD[path] === undefined ? {} : { hint: INSTEAD[path] }),
  });

const split = (text: string): string[] =>
  text.trim() === "" ? [] : text.split(",");
