import type { Registry } from "@fabriclab/formats-scenario";
import { dirname } from "node:path";
import { filesIn, markdownUnder, textOf } from "../repository.ts";
import { outsideFences } from "../links.ts";
import { blocksOf, isExcerpt, placeOf, type Block } from "./blocks.ts";
import type { CommandCheck } from "./commands.ts";
import { scenarioProblem } from "./scenarios.ts";
import { typeProblems } from "./types.ts";

/** Every block of every document but the pages of errors, whose blocks are to be refused: `apps/cli/test/error-*.test.ts` executes each of them. */
export const allBlocks = (): Block[] =>
  markdownUnder("")
    .filter((file) => !file.startsWith("apps/docs/errors/"))
    .flatMap((file) => blocksOf(textOf(file), file));

/** Commands that sentences name, with the document that does. */
export const namedCommands = (): {
  readonly file: string;
  readonly code: string;
}[] =>
  markdownUnder("").flatMap((file) => {
    const found: { file: string; code: string }[] = [];
    outsideFences(textOf(file), (part) => {
      for (const [, code = ""] of part.matchAll(/`([^`\n]+)`/g))
        found.push({ file, code });
      return part;
    });
    return found;
  });

/** Documents whose `console` blocks a test executes: the argument of a call of `transcript`. */
export function transcripts(): ReadonlySet<string> {
  const tests = ["apps/cli/test", "apps/docs/test"].flatMap((folder) =>
    filesIn(folder, /\.test\.ts$/),
  );
  const root = new URL("file:///apps/docs/");
  return new Set(
    tests.flatMap((file) =>
      [...textOf(file).matchAll(/\btranscript\(\s*"([^"]+\.md)"/g)].map(
        ([, path = ""]) => new URL(path, root).pathname.slice(1),
      ),
    ),
  );
}

/** Texts of the examples beside a document, with what they print. */
function beside(file: string, kind: RegExp): string[] {
  return filesIn(`${dirname(file)}/examples`, kind).map(textOf);
}

/** What documents are checked with. */
export interface Checks {
  readonly registry: Registry;
  readonly commands: CommandCheck;
}

/**
 * Every block that is neither executed nor checked, and everything that a check says. A block is
 *
 * - `ts`: lines of an executed example beside it, or accepted by the compiler;
 * - `text`: lines that such an example prints;
 * - `console`: executed as a transcript by a test;
 * - `yaml`: a scenario that can be composed, or a part of one;
 * - `sh`: command lines that the program and the repository know;
 * - anything else, or marked `<!-- not run: why -->`.
 */
export async function blockProblems(
  blocks: readonly Block[],
  { registry, commands }: Checks,
): Promise<string[]> {
  const problems: string[] = [];
  const fragments: Block[] = [];
  const executed = transcripts();
  for (const block of blocks) {
    if (block.notRun !== undefined) continue;
    const { file, language, text } = block;
    const place = placeOf(block);
    switch (language) {
      case "ts":
        if (!beside(file, /\.ts$/).some((example) => isExcerpt(text, example)))
          fragments.push(block);
        break;
      case "text":
        if (!beside(file, /\.out$/).some((printed) => isExcerpt(text, printed)))
          problems.push(`${place}: no example beside it prints this`);
        break;
      case "console":
        if (!executed.has(file))
          problems.push(`${place}: no test has transcript("…${file}")`);
        break;
      case "yaml": {
        const found = scenarioProblem(block, registry);
        if (found !== undefined) problems.push(found);
        break;
      }
      case "sh":
        for (const line of text.replaceAll(/\\\n\s*/g, " ").split("\n")) {
          const found = commands.problem(line);
          if (found !== undefined) problems.push(`${place}: ${found}`);
        }
        break;
      case "json":
        JSON.parse(text);
        break;
      default:
        problems.push(
          `${place}: a block in "${language}" is not checked; say why in <!-- not run: … --> above it`,
        );
    }
  }
  return [...problems, ...(await typeProblems(fragments))];
}
