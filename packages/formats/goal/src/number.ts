import { refusal, type Scanner } from "@fabriclab/reading";

const WHOLE = /(\d+)(?!\w)/y;

/** So that a place is that of the word, not of the blank before it. */
export const skipBlanks = (scanner: Scanner): unknown => scanner.try(/(?=.)/y);

/**
 * A whole number, the first group of `pattern`.
 *
 * @throws FabricError E_READING_SYNTAX for none; E_GOAL_NUMBER above 2^53 - 1, where a double no longer holds every whole number and would take another in silence
 */
export function wholeIn(
  scanner: Scanner,
  expected: string,
  pattern: RegExp = WHOLE,
): number {
  skipBlanks(scanner);
  const { place } = scanner;
  const [, digits = ""] = scanner.need(pattern, expected);
  const whole = Number(digits);
  if (Number.isSafeInteger(whole)) return whole;
  throw refusal(scanner.file, place, {
    code: "E_GOAL_NUMBER",
    message: "this number is too large to be kept exactly",
    got: digits,
    expected: `${expected}, 0 to ${Number.MAX_SAFE_INTEGER}`,
  });
}
