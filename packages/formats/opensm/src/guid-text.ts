import { excerpt, FabricError } from "@fabriclab/spec";
import { LineFeed, type DumpText } from "./dump-text.ts";

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
  /** The last line of a file that does not end in a line break. */
  readonly cut: boolean;
}

const UTF8 = new TextDecoder();

/** The lines of a dump, CRLF or LF. */
export function* linesOf(text: DumpText, file: string): Generator<Line> {
  const feed = new LineFeed(text, file);
  for (const { bytes, from, to, cut } of feed.pieces()) {
    const lines = UTF8.decode(bytes.subarray(from, to - 1)).split("\n");
    for (const line of lines) {
      feed.line++;
      yield {
        file,
        number: feed.line,
        text: line.endsWith("\r") ? line.slice(0, -1) : line,
        cut,
      };
    }
  }
}

/** The line that starts at `from` in bytes that hold whole lines. */
export function lineAt(
  bytes: Uint8Array,
  from: number,
  file: string,
  number: number,
  cut: boolean,
): Line {
  let to = bytes.indexOf(10, from);
  if (to > from && bytes[to - 1] === 13) to -= 1;
  return { file, number, text: UTF8.decode(bytes.subarray(from, to)), cut };
}

/** Column of the n-th word of a line, counted from 1; blanks, commas and colons part words. */
export function wordColumn(line: Line, n: number): number {
  let word = 0;
  for (const { index } of line.text.matchAll(/[^\s,:]+/g))
    if (++word === n) return index + 1;
  return 1;
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
    got: got === "" ? "an empty line" : excerpt(got, 200),
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
  hint = "is this dump of the same fabric?",
): FabricError {
  return new FabricError({
    code,
    message,
    where: { file: line.file, line: line.number, column },
    got: excerpt(got, 200),
    expected,
    hint,
  });
}

/** A refusal of a line that says other than an earlier one. */
export function contradiction(
  line: Line,
  column: number,
  what: string,
  got: string,
  before: string,
): FabricError {
  return mismatch(
    "E_OPENSM_CONTRADICTION",
    line,
    column,
    `two lines disagree about ${what}`,
    got,
    before,
    "were two dumps put together, or was this one taken while the subnet manager changed it?",
  );
}

/** Refuses a last line that may have lost its end: half a number is a number too. */
export function refuseCut(line: Line): void {
  if (!line.cut) return;
  throw mismatch(
    "E_OPENSM_TRUNCATED",
    line,
    line.text.length + 1,
    "the file breaks off: its last line has no line break",
    line.text,
    "a line break at the end of every line",
    "take the dump again, or end the line if it is whole",
  );
}

/** A refusal of a file that is there but says nothing: taken as it is, it would mean that nothing is forwarded. */
export const nothingIn = (file: string): FabricError =>
  new FabricError({
    code: "E_OPENSM_TRUNCATED",
    message: "the file names no node of the fabric",
    where: { file },
    got: "no entries",
    expected: "an entry for every switch and host port",
    hint: "take the dump again, or leave the file out",
  });
