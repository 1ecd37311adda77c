import { FabricError } from "@fabriclab/spec";
import type { Notes } from "./notes.ts";

/** A file's text: whole, or its bytes piece by piece, which may end anywhere. */
export type SourceText = string | Iterable<Uint8Array>;

/** One line, without what ends it. */
export interface SourceLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

/** Why: a file without line breaks is in none of the formats, and must not be gathered whole to find that out. */
export const LONGEST_LINE = 2 ** 20;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * The lines of a text, LF or CR LF, without a byte order mark. Only the line that runs from one piece into the next is kept, so that files of any length are
 * read in little memory.
 *
 * Complexity: O(characters).
 * @param notes takes CR LF, bytes that are no UTF-8, and a last line without an end
 * @throws FabricError E_READING_LINE for a line of more than a megabyte
 */
export function* sourceLines(
  text: SourceText,
  file: string | undefined,
  notes: Notes,
): Generator<SourceLine> {
  let number = 0;
  for (const raw of typeof text === "string"
    ? linesOfString(text)
    : linesOfPieces(text, file)) {
    number += 1;
    const { ended } = raw;
    let { line } = raw;
    if (line.length > LONGEST_LINE) throw tooLong(line, file, number);
    if (number === 1 && line.startsWith("\uFEFF")) line = line.slice(1);
    let end = line.length;
    while (end > 0 && line.charCodeAt(end - 1) === CARRIAGE_RETURN) end -= 1;
    if (end < line.length) notes.add("lines end in CR LF", number);
    if (line.includes("\uFFFD"))
      notes.add("bytes that are no UTF-8 were read as \uFFFD", number);
    const whole = line.slice(0, end);
    if (!ended && whole.trim() !== "")
      notes.add(
        "the file ends without a line break; its last line may have been cut",
        number,
      );
    yield { text: whole, number };
  }
}

interface RawLine {
  readonly line: string;
  readonly ended: boolean;
}

function* linesOfString(text: string): Generator<RawLine> {
  for (let from = 0; from < text.length;) {
    const to = text.indexOf("\n", from);
    yield to < 0
      ? { line: text.slice(from), ended: false }
      : { line: text.slice(from, to), ended: true };
    from = to < 0 ? text.length : to + 1;
  }
}

function* linesOfPieces(
  pieces: Iterable<Uint8Array>,
  file: string | undefined,
): Generator<RawLine> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let rest = "";
  let number = 1;
  for (const piece of pieces) {
    const last = piece.lastIndexOf(LINE_FEED);
    if (last < 0) {
      rest += decoder.decode(piece, { stream: true });
      if (rest.length > LONGEST_LINE) throw tooLong(rest, file, number);
      continue;
    }
    // With its line feed, which ends a character that broke off.
    const lines = (
      rest + decoder.decode(piece.subarray(0, last + 1), { stream: true })
    ).split("\n");
    lines.pop();
    for (const line of lines) yield { line: detached(line), ended: true };
    number += lines.length;
    rest = decoder.decode(piece.subarray(last + 1), { stream: true });
  }
  rest += decoder.decode();
  if (rest !== "") yield { line: rest, ended: false };
}

/**
 * The same text in memory of its own. Why: a part of a string keeps the whole alive, so that a few words of every megabyte, kept as names, would keep the whole
 * file.
 */
const detached = (line: string): string => ` ${line}`.slice(1);

const tooLong = (
  line: string,
  file: string | undefined,
  number: number,
): FabricError =>
  new FabricError({
    code: "E_READING_LINE",
    message: "no format of fabrics has such a line",
    where: {
      ...(file === undefined ? {} : { file }),
      line: number,
      column: 1,
    },
    got: `a line of more than ${LONGEST_LINE} characters, starting ${JSON.stringify(line.slice(0, 40))}`,
    expected: "lines of at most a megabyte",
    hint: "is it a text file?",
  });
