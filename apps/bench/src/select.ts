import { nearest } from "@fabriclab/spec";
import { refused } from "./refusal.ts";
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
 * @throws FabricError `E_BENCH_OPTION` for a name that no suite has
 */
export function selected(choice: Choice): Suite[] {
  for (const name of choice.names)
    if (!suites.some((suite) => suite.name === name))
      throw refused("OPTION", "suite", `no suite is named ${name}`, {
        got: name,
        expected: suites.map((suite) => suite.name).join(", "),
        ...hintOf(name),
      });
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

function hintOf(name: string): { readonly hint?: string } {
  const close = nearest(
    name,
    suites.map((suite) => suite.name),
  );
  return close === undefined ? {} : { hint: `did you mean ${close}?` };
}
