import { FabricError, quoted } from "@fabriclab/spec";
import type { Notes } from "./notes.ts";
import { rawLines, type RawLine } from "./raw-lines.ts";

/** A file's text: whole, as a string or as its bytes, or its bytes piece by piece, which may end anywhere. */
export type SourceText = string | Uint8Array | Iterable<Uint8Array>;

/** One line, without what ends it. */
export interface SourceLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

/** Why: a file without line breaks is in none of the formats, and must not be gathered whole to find that out. */
export const LONGEST_LINE = 2 ** 20;

/** Why: all bytes of a file at once may be more than a string holds. */
const BYTES_PIECE = 2 ** 20;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** What a line of text does not hold, but for the tab; CR is looked at apart. */
// oxlint-disable-next-line no-control-regex
const UNUSUAL = /[\u0000-\u0008\u000b-\u001f\u007f\uFFFD]/;
// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[0-9;?]*[A-Za-z]/g;
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** A byte order mark with characters of an empty byte each behind it, or four such characters. Why not the mark alone: any bytes that are no UTF-8 look like it. */
const TWO_BYTES =
  // oxlint-disable-next-line no-control-regex
  /^(?:\uFFFD\uFFFD(?:(?:[^\u0000]\u0000){2}|(?:\u0000[^\u0000]){2})|(?:[^\u0000]\u0000){4}|(?:\u0000[^\u0000]){4})/;

/**
 * The lines of a text, LF, CR LF or CR, without a byte order mark and without the colour codes of a terminal. Only the line that runs from one piece into the next is
 * kept, so that files of any length are read in little memory. Of blank lines that follow one another the last is given, as an empty one.
 *
 * Complexity: O(characters).
 * @param notes takes line ends other than LF, bytes that are no UTF-8, control characters, and a last line without an end
 * @throws FabricError E_READING_LINE for a line of more than a megabyte, E_READING_ENCODING for UTF-16
 */
export function* sourceLines(
  text: SourceText,
  file: string | undefined,
  notes: Notes,
): Generator<SourceLine> {
  let number = 0;
  /** The last of the blank lines that stand right before; 0 for none. */
  let blank = 0;
  for (const { line: raw, ended, count } of typeof text === "string"
    ? rawLines(text, LONGEST_LINE)
    : linesOfPieces(text instanceof Uint8Array ? piecesOf(text) : text, file)) {
    number += 1;
    if (raw.length > LONGEST_LINE) throw tooLong(raw, file, number);
    let line = raw;
    if (number === 1) {
      refuseUtf16(line, file);
      if (line.startsWith("\uFEFF")) line = line.slice(1);
    }
    if (!UNUSUAL.test(line)) {
      if (!ended) noteCut(line, number, notes);
      number += count - 1;
      if (line === "") {
        blank = number;
        continue;
      }
      if (blank > 0) yield { text: "", number: blank };
      blank = 0;
      yield { text: line, number };
      continue;
    }
    let end = line.length;
    while (end > 0 && line.charCodeAt(end - 1) === CARRIAGE_RETURN) end -= 1;
    if (end < line.length && ended)
      notes.add("lines end in CR LF", number, count);
    number += count - 1;
    const parts = line.slice(0, end).split("\r");
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        notes.add("lines end in CR", number);
        number += 1;
      }
      const isLast = index === parts.length - 1;
      const plain = part.replace(COLOURS, "");
      if (plain.length < part.length)
        notes.add("colour codes of a terminal were taken out", number);
      if (plain.includes("\uFFFD"))
        notes.add("bytes that are no UTF-8 were read as \uFFFD", number);
      if (CONTROLS.test(plain))
        notes.add("control characters stand in lines", number);
      if (!ended && isLast && end === line.length)
        noteCut(plain, number, notes);
      if (plain === "") {
        blank = number;
        continue;
      }
      if (blank > 0) yield { text: "", number: blank };
      blank = 0;
      yield { text: plain, number };
    }
  }
  if (blank > 0) yield { text: "", number: blank };
}

const noteCut = (line: string, number: number, notes: Notes): void => {
  if (line.trim() !== "")
    notes.add(
      "the file ends without a line break; its last line may have been cut",
      number,
    );
};

/**
 * Refuses text of two bytes a character, as the shell of Windows writes it.
 *
 * @param head the start of a file, decoded as UTF-8
 * @throws FabricError E_READING_ENCODING
 */
export function refuseUtf16(head: string, file: string | undefined): void {
  if (!head.includes("\u0000") || !TWO_BYTES.test(head)) return;
  throw new FabricError({
    code: "E_READING_ENCODING",
    message: "the file has two bytes for each character",
    where: { ...(file === undefined ? {} : { file }), line: 1, column: 1 },
    got: "UTF-16",
    expected: "UTF-8, or ASCII",
    hint: "convert it: iconv -f UTF-16 -t UTF-8",
  });
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += BYTES_PIECE)
    yield bytes.subarray(from, from + BYTES_PIECE);
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
    const lines =
      rest + decoder.decode(piece.subarray(0, last + 1), { stream: true });
    for (const { line, ended, count } of rawLines(lines, LONGEST_LINE)) {
      yield { line: detached(line), ended, count };
      number += count;
    }
    rest = decoder.decode(piece.subarray(last + 1), { stream: true });
  }
  rest += decoder.decode();
  if (rest !== "") yield { line: rest, ended: false, count: 1 };
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
    got: `a line of more than ${LONGEST_LINE} characters, starting ${quoted(line, 40)}`,
    expected: "lines of at most a megabyte",
    hint: "is it a text file?",
  });
