import { FabricError } from "@fabriclab/spec";
import { z } from "zod";

/** Numbers as a user writes them: `0-7`, `0,2,4-6`, a list, or one number. */
export type NumberList = string | number | readonly number[];

/** A list of service levels or virtual lanes. Output: as written; `parseNumbers` reads it. */
export const numberListParam = (byDefault: string, unit: string) =>
  z
    .union([z.string(), z.int(), z.array(z.int())], {
      error: "numbers such as 0-7, 7 or [0, 1, 2]",
    })
    .default(byDefault)
    .meta({ unit });

/**
 * Reads a list of numbers, in its order.
 *
 * @param path the parameter, for the message
 * @throws FabricError E_CLASS_LANES_LIST for what is no list, a number above 15, or a number that comes twice
 */
export function parseNumbers(list: NumberList, path: string): number[] {
  const refuse = (got: string, message: string): never => {
    throw new FabricError({
      code: "E_CLASS_LANES_LIST",
      message,
      where: { path },
      got,
      expected: "numbers from 0 to 15 such as 0-7, 0,2,4-6 or [0, 1, 2]",
    });
  };
  const numbers =
    typeof list !== "string"
      ? [list].flat()
      : list.trim() === ""
        ? []
        : list.split(",").flatMap((part) => {
            const found = /^\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?$/.exec(part);
            if (found === null)
              return refuse(
                part === "" ? "nothing between commas" : part,
                `${path} cannot be read`,
              );
            const [from, to] = [found[1], found[2] ?? found[1]].map(Number);
            if (from === undefined || to === undefined || to < from)
              return refuse(part, `${path} has a range that goes backwards`);
            return Array.from({ length: to - from + 1 }, (_, i) => from + i);
          });
  const beyond = numbers.find((one) => one < 0 || one > 15);
  if (beyond !== undefined)
    refuse(String(beyond), `${path} names a number that does not exist`);
  const twice = numbers.find((one, i) => numbers.indexOf(one) !== i);
  if (twice !== undefined) refuse(String(twice), `${path} names one twice`);
  return numbers;
}
