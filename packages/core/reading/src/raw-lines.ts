const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const TAB = 9;
const SPACE = 32;

/** A line as it stands in a file, or a run of blank ones. */
export interface RawLine {
  /** Without its LF. Of blank lines, which may have held blanks, `""` or, where they end in CR LF, `"\r"`. */
  readonly line: string;
  /** Whether an LF ends it. */
  readonly ended: boolean;
  /** How many lines alike these are; more than 1 of blank ones only. */
  readonly count: number;
}

/**
 * The lines of a text; blank ones that follow one another and end alike come together.
 *
 * Why together: a packed file of some megabytes may hold hundreds of millions of them, and each would be handed through all stages of a reader.
 *
 * Complexity: O(characters).
 * @param longest of a longer line, blank or not, all is given
 */
export function* rawLines(text: string, longest: number): Generator<RawLine> {
  for (let from = 0; from < text.length;) {
    const { end, count, line } = blankLines(text, from, longest);
    if (count > 0) {
      yield { line, ended: true, count };
      from = end;
      continue;
    }
    const to = text.indexOf("\n", from);
    yield to < 0
      ? { line: text.slice(from), ended: false, count: 1 }
      : { line: text.slice(from, to), ended: true, count: 1 };
    from = to < 0 ? text.length : to + 1;
  }
}

/** The blank lines from `from` on that end alike, and where the next line begins. */
function blankLines(
  text: string,
  from: number,
  longest: number,
): { readonly end: number; readonly count: number; readonly line: string } {
  let end = from;
  let count = 0;
  let line = "";
  for (let at = from; at < text.length && at - end <= longest; at++) {
    const letter = text.charCodeAt(at);
    if (letter === LINE_FEED) {
      const here =
        at > end && text.charCodeAt(at - 1) === CARRIAGE_RETURN ? "\r" : "";
      if (count > 0 && here !== line) break;
      line = here;
      count += 1;
      end = at + 1;
      continue;
    }
    const blank =
      letter === SPACE ||
      letter === TAB ||
      (letter === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED);
    if (!blank) break;
  }
  return { end, count, line };
}
