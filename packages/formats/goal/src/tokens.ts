import {
  Notes,
  Scanner,
  sourceLines,
  type SourceText,
} from "@fabriclab/reading";

/** The parts of a file's lines between its comments, each of which one scanner reads. */
export interface CodeLines {
  readonly lines: Iterable<Scanner>;
  /** Line on which a comment begins that the file does not end; undefined for none. */
  readonly open: () => number | undefined;
}

/**
 * Lines without comments (`// …` and `/* … *\/`, which may be longer than a line), blanks in their place, so that columns stay. Empty ones are left out.
 *
 * Complexity: O(characters).
 */
export function codeLines(
  text: SourceText,
  file: string | undefined,
  notes: Notes,
): CodeLines {
  let opened: number | undefined;
  function* lines(): Generator<Scanner> {
    for (const { text: line, number } of sourceLines(text, file, notes)) {
      let code = "";
      let at = 0;
      while (at < line.length) {
        if (opened !== undefined) {
          const end = line.indexOf("*/", at);
          const next = end < 0 ? line.length : end + 2;
          code += " ".repeat(next - at);
          at = next;
          if (end >= 0) opened = undefined;
          continue;
        }
        const comment = /\/[/*]/.exec(line.slice(at));
        if (comment === null) {
          code += line.slice(at);
          break;
        }
        code += line.slice(at, at + comment.index);
        at += comment.index;
        if (comment[0] === "//") break;
        opened = number;
        code += "  ";
        at += 2;
      }
      if (code.trim() !== "") yield new Scanner({ text: code, number }, file);
    }
  }
  return { lines: lines(), open: () => opened };
}
