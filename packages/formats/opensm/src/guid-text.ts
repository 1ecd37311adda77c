import { FabricError } from "@fabriclab/spec";
import type { Guid } from "@fabriclab/units";

/** `0x0000000000200013`. */
export function guidText(guid: Guid): string {
  return `0x${guid.toString(16).padStart(16, "0")}`;
}

/** `0x0001`. */
export function lidText(lid: number): string {
  return `0x${lid.toString(16).padStart(4, "0")}`;
}

/** One line of a file, for errors that point at it. */
export interface Line {
  readonly file: string;
  /** 1-based. */
  readonly number: number;
  readonly text: string;
}

/** The lines of a text, CRLF or LF. */
export function* linesOf(text: string, file: string): Generator<Line> {
  let number = 0;
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    number++;
    const line = text.slice(start, end);
    yield {
      file,
      number,
      text: line.endsWith("\r") ? line.slice(0, -1) : line,
    };
    start = end + 1;
  }
}

/** A refusal that points at a place in a line. */
export function syntaxError(
  line: Line,
  column: number,
  got: string,
  expected: string,
  hint?: string,
): FabricError {
  return new FabricError({
    code: "E_OPENSM_SYNTAX",
    message: "this line is in no dialect of the file that is known",
    where: { file: line.file, line: line.number, column },
    got: got === "" ? "an empty line" : got,
    expected,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** A refusal of a value that is well written but wrong for this fabric. */
export function mismatch(
  code: `E_OPENSM_${string}`,
  line: Line,
  column: number,
  message: string,
  got: string,
  expected: string,
): FabricError {
  return new FabricError({
    code,
    message,
    where: { file: line.file, line: line.number, column },
    got,
    expected,
    hint: "is this dump of the same fabric?",
  });
}
