import type { Suite } from "./suite.ts";
import { own, peers, studies, suites, usual } from "./suites/index.ts";

export interface Choice {
  readonly names: readonly string[];
  readonly all: boolean;
  readonly peers: boolean;
  readonly papers: boolean;
}

/**
 * The suites that are asked for, in the order in which they run: those named; with `--peers` and `--papers` those; with `--all` every one of ours; with none of
 * these the usual ones.
 *
 * @throws Error for a name that no suite has
 */
export function selected(choice: Choice): Suite[] {
  for (const name of choice.names)
    if (!suites.some((suite) => suite.name === name))
      throw new Error(
        `no suite is named ${name}; there are ${suites.map((suite) => suite.name).join(", ")}`,
      );
  const wanted = new Set<Suite>([
    ...suites.filter(({ name }) => choice.names.includes(name)),
    ...(choice.all ? own : []),
    ...(choice.peers ? peers : []),
    ...(choice.papers ? studies : []),
  ]);
  return wanted.size === 0
    ? [...usual]
    : suites.filter((suite) => wanted.has(suite));
}
