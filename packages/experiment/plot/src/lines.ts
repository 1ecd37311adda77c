/** How wide a letter of DejaVu Sans is on average, in font sizes. */
const LETTER = 0.617;
/** And of its bold face. */
export const BOLD_LETTER = 0.7;
/** Shorter lines would not be read as words. */
const SHORTEST = 4;

/** How many letters fit into a width; width and font size in CSS pixels. */
export const lettersIn = (
  width: number,
  fontSize: number,
  letter = LETTER,
): number => Math.max(SHORTEST, Math.floor(width / (letter * fontSize)));

/** How wide a text is, about. */
export const widthOf = (text: string, fontSize: number): number =>
  lettersOf(text) * LETTER * fontSize;

/** Whose characters are one code unit and one letter wide each. */
const PLAIN = /^[\u0020-\u02ff\u2010-\u2027]*$/;
/** Emoji, and the scripts whose letters are squares. */
const SQUARE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;

/** What a reader sees as one character: an emoji of several code points is one. */
const charactersOf = (text: string): string[] =>
  PLAIN.test(text)
    ? text.split("")
    : Array.from(
        new Intl.Segmenter("en").segment(text),
        ({ segment }) => segment,
      );

/** How many letters of usual width a text takes. */
export const lettersOf = (text: string): number =>
  PLAIN.test(text)
    ? text.length
    : charactersOf(text).reduce((sum, one) => sum + letterOf(one), 0);

const letterOf = (character: string): number =>
  SQUARE.test(character) ? 2 : 1;

/** A text in lines of so many letters at most, broken between words, after hyphens, and within a word only where it fills a line alone. */
export function broken(text: string, letters: number): string[] {
  const lines: string[] = [];
  let last = 0;
  for (const piece of text
    .split(/(?<=-)|(?<= )/)
    .flatMap((word) => inPieces(word, letters))) {
    const line = lines.at(-1);
    if (line !== undefined && last + lettersOf(piece.trimEnd()) <= letters) {
      lines[lines.length - 1] = line + piece;
      last += lettersOf(piece);
    } else {
      lines.push(piece);
      last = lettersOf(piece);
    }
  }
  return lines.map((line) => line.trimEnd());
}

function inPieces(word: string, letters: number): string[] {
  if (lettersOf(word.trimEnd()) <= letters) return [word];
  const pieces: string[] = [];
  let piece = "";
  let long = 0;
  for (const character of charactersOf(word)) {
    const more = letterOf(character);
    if (piece !== "" && long + more > letters) {
      pieces.push(piece);
      piece = "";
      long = 0;
    }
    piece += character;
    long += more;
  }
  return piece === "" ? pieces : [...pieces, piece];
}
