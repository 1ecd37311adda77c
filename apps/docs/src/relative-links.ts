import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { outsideFences } from "./links.ts";
import { root } from "./repository.ts";

/**
 * Relative links of a document that lead to no file or folder of the repository, and examples that it names and that are not there.
 *
 * @param file where the text stands, from the repository's root
 */
export function missingTargets(text: string, file: string): string[] {
  const named: string[] = [];
  outsideFences(text, (part) => {
    for (const [, , href = ""] of part.matchAll(
      /(`+)[\s\S]*?[^`]\1(?!`)|\]\(([^()\s]+)\)/g,
    ))
      if (href !== "" && !/^(https?:|mailto:|#|\/)/.test(href))
        named.push(href.replace(/#.*$/, ""));
    for (const [, example = ""] of part.matchAll(
      /`(examples\/[\w.-]+\.(?:ts|out))`/g,
    ))
      named.push(example);
    return part;
  });
  return [...new Set(named)].filter(
    (path) => !existsSync(join(root, dirname(file), path)),
  );
}
