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
  text.length * LETTER * fontSize;

/** A text in lines of so many letters at most, broken between words, after hyphens, and within a word only where it fills a line alone. */
export function broken(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const piece of text
    .split(/(?<=-)|(?<= )/)
    .flatMap((word) => inPieces(word, letters))) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + piece.trimEnd().length <= letters)
      lines[lines.length - 1] = last + piece;
    else lines.push(piece);
  }
  return lines.map((line) => line.trimEnd());
}

function inPieces(word: string, letters: number): string[] {
  if (word.trimEnd().length <= letters) return [word];
  const pieces: string[] = [];
  for (let at = 0; at < word.length; at += letters)
    pieces.push(word.slice(at, at + letters));
  return pieces;
}
