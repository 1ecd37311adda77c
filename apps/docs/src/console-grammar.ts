/** A line that is typed: a dollar, and the command. */
export const TYPED = String.raw`^(\$)( .*)$`;

/**
 * Blocks of `console` for the highlighter: what is typed stands after `$ `; all else is what a program printed, in the page's own colour of text.
 *
 * Why not its own grammar of that name: it takes any line that begins with `>`, `#` or `%` for typed, such as the row of a table that is marked with `>`, and colours
 * what was printed instead of what was typed.
 */
export const consoleGrammar = {
  name: "console",
  scopeName: "text.console",
  repository: {},
  patterns: [
    {
      match: TYPED,
      captures: {
        1: { name: "punctuation.definition.comment" },
        2: { name: "string.quoted" },
      },
    },
  ],
};
