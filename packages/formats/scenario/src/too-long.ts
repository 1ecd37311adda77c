import { FabricError } from "@fabriclab/spec";
import { Lexer } from "yaml";

/** Most words, marks and line ends of a scenario: the names of 200,000 hosts, each on a line of its own, are half of it, and it is read in some ten seconds. */
const MAX_LEXEMES = 2_000_000;

/** A character is a lexeme at most, or one and the sign that the lexer puts before it. */
const PER_CHARACTER = 2;

/**
 * Refuses what would keep the reader of YAML busy for minutes and might fill the memory, after the time that it takes to see that it is too much: a second or two.
 *
 * Why not by its bytes: a long text in quotes costs nothing, and sixty million line ends an hour.
 *
 * @throws FabricError `E_SCENARIO_TOO_LONG`
 */
export function refuseTooLong(text: string, file: string): void {
  if (text.length * PER_CHARACTER <= MAX_LEXEMES) return;
  let count = 0;
  for (const _ of new Lexer().lex(text))
    if (++count > MAX_LEXEMES)
      throw new FabricError({
        code: "E_SCENARIO_TOO_LONG",
        message: "The scenario holds too many words and marks.",
        where: { file },
        got: `more than ${MAX_LEXEMES} words, marks and line ends in ${text.length} characters`,
        expected: `at most ${MAX_LEXEMES}`,
        hint: "a range such as 1..1000 or 0.1..0.9:0.1 stands for its values, and topology: { kind: file, path: net.topo } for a fabric",
      });
}
