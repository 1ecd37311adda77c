import type { VlArbEntry } from "@fabriclab/spec";
import { MANAGEMENT_VL } from "@fabriclab/units";
import { mismatch, syntaxError, type Line } from "./guid-text.ts";

/** Entries of a VL arbitration table, high or low. */
const MOST_ENTRIES = 64;
/** Of a weight in units of 64 bytes, and of a limit in units of 4096 bytes. */
const LARGEST = 255;

/** As strtoul reads numbers with base 0: decimal, 0x and hexadecimal, 0 and octal. */
export const C_NUMBER = "0x[0-9a-f]{1,9}|0[0-7]{0,12}|[1-9]\\d{0,9}";
/** Blanks before a number are skipped by strtoul; behind one they make OpenSM read something else. */
const ENTRY = new RegExp(`^\\s*(${C_NUMBER}):\\s*(${C_NUMBER})$`, "i");
const LIMIT = new RegExp(`^(?:${C_NUMBER})$`, "i");

/**
 * A list `VL:weight,…` of OpenSM's options. An empty text is a table without entries; a comma may stand behind the last entry.
 *
 * @param column where the text stands in the line, 1-based
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_BAD_ARBITRATION where OpenSM would warn, and take the VL modulo 15, the weight modulo 256, or no entry
 * beyond the 64th
 */
export function readVlArbList(
  line: Line,
  text: string,
  column: number,
): VlArbEntry[] {
  if (text === "") return [];
  const entries: VlArbEntry[] = [];
  const parts = text.split(",");
  if (parts.at(-1)?.trim() === "" && parts.length > 1) parts.pop();
  let at = column;
  for (const part of parts) {
    const found = ENTRY.exec(part);
    if (found === null)
      throw syntaxError(
        line,
        at,
        part.trim() === "" ? "nothing between commas" : part.trim(),
        "entries VL:weight with commas between them, such as 0:4,1:64",
        /[\d:]\s+(?::|$)/.test(part)
          ? "take the blank behind the number away: OpenSM would read other entries"
          : undefined,
      );
    const vl = cNumber(found[1] ?? "");
    const weight = cNumber(found[2] ?? "");
    if (vl >= MANAGEMENT_VL)
      throw outside(
        line,
        at,
        "a VL arbitration table has no such VL",
        part,
        "data VLs, 0 to 14",
        vl === MANAGEMENT_VL
          ? "VL15 goes before all data and is in no table: leave the entry out"
          : undefined,
      );
    if (weight > LARGEST)
      throw outside(
        line,
        at,
        "a weight is larger than a VL arbitration table can hold",
        part,
        `0 to ${LARGEST}, in units of 64 bytes`,
      );
    entries.push({ vl, weight });
    at += part.length + 1;
  }
  if (entries.length > MOST_ENTRIES)
    throw outside(
      line,
      column,
      "a VL arbitration table has too many entries",
      `${entries.length} entries`,
      `at most ${MOST_ENTRIES}`,
    );
  return entries;
}

/**
 * A limit of high priority, n x 4096 bytes; undefined where it is below 0, by which OpenSM writes that none is set.
 *
 * @param column where the text stands in the line, 1-based
 * @throws FabricError E_OPENSM_SYNTAX, E_OPENSM_BAD_ARBITRATION
 */
export function readHighLimit(
  line: Line,
  text: string,
  column: number,
): number | undefined {
  if (/^-\d{1,9}$/.test(text)) return undefined;
  if (!LIMIT.test(text))
    throw syntaxError(
      line,
      column,
      text === "" ? "no value" : text,
      `a whole number, 0 to ${LARGEST}, or -1 for none`,
    );
  const limit = cNumber(text);
  if (limit > LARGEST)
    throw outside(
      line,
      column,
      "there is no such limit of high priority",
      text,
      `0 to ${LARGEST}, in units of 4096 bytes`,
      `${LARGEST} stands for no limit`,
    );
  return limit;
}

/** The number of such a text. */
export const cNumber = (text: string): number =>
  /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number(text);

const outside = (
  line: Line,
  column: number,
  message: string,
  got: string,
  expected: string,
  hint = "OpenSM would warn, and set something else",
): Error =>
  mismatch(
    "E_OPENSM_BAD_ARBITRATION",
    line,
    column,
    message,
    got.trim(),
    expected,
    hint,
  );
