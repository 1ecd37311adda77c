import { FabricError } from "@fabriclab/units";
import { z } from "zod";

/** Counts as a user writes them: `24,12,4`, a list, or one number. */
export type Counts = string | number | number[];

/** A parameter that is a count for each level or dimension of a topology. Output: as written; {@link readCounts} reads it. */
export const countsParam = (byDefault: string, unit: string) =>
  z
    .union([z.string(), z.int(), z.array(z.int())], {
      error: "numbers such as 24,12,4 or [24, 12, 4]",
    })
    .default(byDefault)
    .meta({ unit });

/**
 * Reads the counts, in their order; none of no text.
 *
 * @param refusal code, the parameter that is to blame, and what who writes a 0 may want instead
 * @throws FabricError of that code for what is no list of whole numbers from 1
 */
export function readCounts(
  counts: Counts,
  refusal: {
    readonly code: `E_${string}`;
    readonly path: string;
    readonly insteadOfZero?: string;
  },
): number[] {
  const { code, path, insteadOfZero } = refusal;
  const refuse = (message: string, got: string, hint?: string): never => {
    throw new FabricError({
      code,
      message,
      where: { path },
      got,
      expected: "whole numbers from 1, such as 24,12,4 or [24, 12, 4]",
      ...(hint === undefined ? {} : { hint }),
    });
  };
  const parts = typeof counts === "string" ? split(counts) : [counts].flat();
  return parts.map((part) => {
    const count = Number(part);
    const isWhole =
      /^\s*\d+\s*$/.test(String(part)) && Number.isSafeInteger(count);
    if (isWhole && count >= 1) return count;
    if (isWhole)
      return refuse(
        `${path} has a 0, and each is 1 at least`,
        "0",
        insteadOfZero,
      );
    const got = part === "" ? "nothing between commas" : String(part);
    return refuse(`${path} cannot be read`, got);
  });
}

const split = (text: string): string[] =>
  text.trim() === "" ? [] : text.split(",");
