/** Control characters but tab and line feed, those that turn the direction of what stands beside them, and the two line ends of Unicode. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A text as a terminal may show it: control characters but tab and line feed as `\x1b`.
 *
 * Why: names in somebody else's scenario, fabric or results would else move the cursor, rename the window, or turn a line's end to its front.
 */
export const visible = (text: string): string =>
  text.replaceAll(HIDDEN, escaped);

/** The same on one line, a line feed as `\n`: a name that forges no line of a report. */
export const oneLine = (text: string): string =>
  visible(text.replaceAll("\n", "\\n"));

/**
 * The beginning of somebody else's text as a message may quote it: `visible`, on one line (a line feed as `\n`, so that no name forges a line of the
 * message), and at most `longest` characters as they are shown, so that a file of zeros makes no page of `\x00`. What is left out is marked with `…`.
 */
export const excerpt = (text: string, longest = 60): string =>
  cut(text, longest, oneLine);

/** The same between quotation marks, on one line: `"a\tb"`. */
export const quoted = (text: string, longest = 60): string =>
  `"${cut(text, longest, (letter) => visible(escapes[letter] ?? letter))}"`;

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
};

/** Why letter by letter: an escape, or a pair of surrogates, is shown whole or not at all, and of a megabyte only the beginning is read. */
function cut(
  text: string,
  longest: number,
  shown: (letter: string) => string,
): string {
  let beginning = "";
  for (const letter of text) {
    const piece = shown(letter);
    if (beginning.length + piece.length > longest) return `${beginning}…`;
    beginning += piece;
  }
  return beginning;
}

const escaped = (letter: string): string => {
  const code = letter.charCodeAt(0).toString(16);
  return code.length > 2
    ? `\\u${code.padStart(4, "0")}`
    : `\\x${code.padStart(2, "0")}`;
};
