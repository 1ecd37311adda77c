import type { UnreachedPairs } from "@fabriclab/analysis-reachability";
import { shellWord } from "./shell-word.ts";

/**
 * What is to be said of tables that were just made, and by which some hosts do not reach others though cables join them.
 *
 * @param file of the fabric
 * @param folder of the tables
 * @returns undefined where all pairs arrive
 */
export function unreachedNote(
  { pairs, unreached }: UnreachedPairs,
  file: string,
  folder: string,
): string | undefined {
  if (unreached === 0) return undefined;
  const what =
    unreached === pairs
      ? `none of the ${pairs} ordered pairs of hosts arrives`
      : `${unreached} of ${pairs} ordered pairs of hosts ${unreached === 1 ? "does" : "do"} not arrive`;
  return `warning: by these tables ${what}; fabriclab audit --fabric ${shellWord(file)} --tables ${shellWord(folder)} says why`;
}
