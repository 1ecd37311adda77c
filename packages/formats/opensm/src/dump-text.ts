import { FabricError, quoted } from "@fabriclab/spec";

/** A dump: whole, as text or as its bytes, or its bytes piece by piece, because the LFTs of a large fabric are longer than a string may be. Pieces may end anywhere. */
export type DumpText = string | Uint8Array | Iterable<Uint8Array>;

/** Whole lines, each closed by a line feed; the last one of a file that has none gets one, and `cut` is true. */
export interface LinePiece {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly cut: boolean;
}

/** Why: a file without line breaks is no dump, and must not be gathered whole to find that out. */
const LONGEST_LINE = 2 ** 20;
const STRING_PIECE = 2 ** 18;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Feeds a dump as whole lines; the caller counts them in `line`, for errors. */
export class LineFeed {
  readonly file: string;
  /** Lines that the caller has seen. */
  line = 0;
  readonly #text: DumpText;
  readonly #limit: number;

  constructor(text: DumpText, file: string, limit = LONGEST_LINE) {
    this.#text = text;
    this.file = file;
    this.#limit = limit;
  }

  /**
   * The lines, with nothing copied but those that run from one piece into the next. Of blank lines that a piece begins with only the last is given, and the
   * others are counted here: a packed file may hold hundreds of millions.
   *
   * Complexity: O(bytes), whatever the size of the pieces.
   * @throws FabricError E_OPENSM_SYNTAX for a line of more than a megabyte
   */
  *pieces(): Generator<LinePiece> {
    let rest = new Uint8Array(0);
    let length = 0;
    for (const bytes of bytesOf(this.#text)) {
      const first = bytes.indexOf(LINE_FEED);
      const head = first < 0 ? bytes.length : first + 1;
      let from = 0;
      if (length > 0 || first < 0) {
        if (length + head > this.#limit) throw this.#tooLong(rest, length);
        if (length + head > rest.length) {
          const wider = new Uint8Array(Math.max(length + head, 2 * length));
          wider.set(rest.subarray(0, length));
          rest = wider;
        }
        rest.set(bytes.subarray(0, head), length);
        length += head;
        if (first < 0) continue;
        yield { bytes: rest, from: 0, to: length, cut: false };
        length = 0;
        from = head;
      }
      const to = bytes.lastIndexOf(LINE_FEED) + 1;
      for (
        let next = blankLineEnd(bytes, from);
        next > 0 && blankLineEnd(bytes, next) > 0;
        next = blankLineEnd(bytes, next)
      ) {
        from = next;
        this.line += 1;
      }
      if (to > from) yield { bytes, from, to, cut: false };
      if (to < bytes.length) {
        rest = bytes.slice(Math.max(from, to));
        length = rest.length;
        if (length > this.#limit) throw this.#tooLong(rest, length);
      }
    }
    if (length === 0) return;
    const last = new Uint8Array(length + 1);
    last.set(rest.subarray(0, length));
    last[length] = LINE_FEED;
    yield { bytes: last, from: 0, to: length + 1, cut: true };
  }

  #tooLong(rest: Uint8Array, length: number): FabricError {
    return new FabricError({
      code: "E_OPENSM_SYNTAX",
      message: "this line is in no dialect of the file that is known",
      where: { file: this.file, line: this.line + 1, column: 1 },
      got: `a line of more than ${this.#limit} bytes, starting ${quoted(new TextDecoder().decode(rest.subarray(0, Math.min(200, length))), 40)}`,
      expected: "lines of at most a megabyte",
      hint: "is it a text file?",
    });
  }
}

/** Where the line behind a blank one begins; 0 where none begins at `at`. */
function blankLineEnd(bytes: Uint8Array, at: number): number {
  const end = bytes[at] === CARRIAGE_RETURN ? at + 1 : at;
  return bytes[end] === LINE_FEED ? end + 1 : 0;
}

function* bytesOf(text: DumpText): Iterable<Uint8Array> {
  if (typeof text !== "string") {
    yield* text instanceof Uint8Array ? [text] : text;
    return;
  }
  const encoder = new TextEncoder();
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + STRING_PIECE);
    // Why: half of a surrogate pair has no bytes of its own.
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last < 0xdc00) to -= 1;
    yield encoder.encode(text.slice(from, to));
    from = to;
  }
}
