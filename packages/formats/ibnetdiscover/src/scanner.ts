import { refusal, Scanner, type SourceLine } from "@fabriclab/reading";
import type { FabricError } from "@fabriclab/spec";

/** Reads a line of this format from left to right; what cannot be read is `E_IBNETDISCOVER_SYNTAX`. */
export const scannerOf = (
  line: SourceLine,
  file: string | undefined,
): Scanner => new Scanner(line, file, "E_IBNETDISCOVER_SYNTAX");

/** Of a line that can be read, but says what cannot be: as a whole where it was read to its end, else from where the reading stands. */
export function wrongLine(
  scanner: Scanner,
  code: `E_${string}`,
  message: string,
  expected: string,
  hint?: string,
): FabricError {
  const { text, line, file } = scanner;
  const rest = scanner.rest();
  const isWhole = rest === "";
  const begin = text.length - text.trimStart().length + 1;
  return refusal(file, isWhole ? { line, column: begin } : scanner.place, {
    code,
    message,
    got: isWhole ? text.trim() : rest,
    expected,
    hint,
  });
}
