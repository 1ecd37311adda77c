import type { VlArbEntry } from "@fabriclab/spec";
import { FabricError, MANAGEMENT_VL } from "@fabriclab/units";
import { z } from "zod";

/** Most entries of a table. */
export const MOST_ENTRIES = 64;
/** Largest weight, in units of 64 bytes. */
export const LARGEST_WEIGHT = 255;

/**
 * Refuses entries that no VL arbitration table can hold.
 *
 * @param name the table, for the message
 * @throws FabricError E_VL_ARBITRATION_ENTRIES, E_VL_ARBITRATION_LANE, E_VL_ARBITRATION_MANAGEMENT, E_VL_ARBITRATION_WEIGHT
 */
export function checkEntries(
  entries: readonly VlArbEntry[],
  name: string,
): void {
  if (entries.length > MOST_ENTRIES)
    throw new FabricError({
      code: "E_VL_ARBITRATION_ENTRIES",
      message: `${name} has too many entries`,
      got: `${entries.length} entries`,
      expected: `at most ${MOST_ENTRIES}`,
    });
  for (const { vl, weight } of entries) {
    if (vl === MANAGEMENT_VL)
      throw new FabricError({
        code: "E_VL_ARBITRATION_MANAGEMENT",
        message: `${name} has an entry for VL15`,
        got: `${vl}:${weight}`,
        expected: "data VLs, 0 to 14",
        hint: "VL15 goes before all data and is in no table: leave the entry out",
      });
    if (!Number.isInteger(vl) || vl < 0 || vl > MANAGEMENT_VL)
      throw new FabricError({
        code: "E_VL_ARBITRATION_LANE",
        message: `${name} names a VL that does not exist`,
        got: `${vl}:${weight}`,
        expected: "data VLs, 0 to 14",
      });
    if (!Number.isInteger(weight) || weight < 0 || weight > LARGEST_WEIGHT)
      throw new FabricError({
        code: "E_VL_ARBITRATION_WEIGHT",
        message: `a weight of ${name} is out of range`,
        got: `${vl}:${weight}`,
        expected: `a whole number from 0 to ${LARGEST_WEIGHT}, in units of 64 bytes`,
      });
  }
}

/**
 * Reads a table as OpenSM's options write it: `0:4,1:0,2:8`, VL:weight; an empty text is a table without entries.
 *
 * @throws FabricError E_VL_ARBITRATION_SYNTAX, and those of `checkEntries`
 */
export function parseEntries(text: string, name: string): VlArbEntry[] {
  if (text.trim() === "") return [];
  const entries = text.split(",").map((part): VlArbEntry => {
    const found = /^\s*(\d+)\s*:\s*(\d+)\s*$/.exec(part);
    if (found === null)
      throw new FabricError({
        code: "E_VL_ARBITRATION_SYNTAX",
        message: `${name} cannot be read`,
        got: part === "" ? "nothing between commas" : part,
        expected:
          "entries VL:weight with commas between them, such as 0:4,1:64",
      });
    return { vl: Number(found[1]), weight: Number(found[2]) };
  });
  checkEntries(entries, name);
  return entries;
}

/** A table as a parameter, absent by default. Output: entries. */
export const entriesParam = (name: string) =>
  z
    .string()
    .transform((text, context): VlArbEntry[] => {
      try {
        return parseEntries(text, name);
      } catch (error) {
        if (!FabricError.is(error)) throw error;
        context.addIssue({
          code: "custom",
          message: error.message,
          input: text,
          params: { refusal: error },
        });
        return z.NEVER;
      }
    })
    .optional();
