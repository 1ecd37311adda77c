import { askedAmount } from "./asked.ts";
import type { Composition } from "./composition.ts";
import { entryLabel } from "./entry-names.ts";

/**
 * Entries of traffic with service levels of their own over tables that have one for each pair, a line each. On several lanes that is how a routing keeps free of
 * credit loops, and packets on other levels wait for each other as it did not lay them out.
 *
 * Complexity: O(pairs) at most, where traffic has levels of its own.
 */
export function ownLevels({
  experiment,
  hosts,
  tables,
}: Pick<Composition, "experiment" | "hosts" | "tables">): string[] {
  const { traffic: uses } = experiment;
  const asking = [...uses.entries()].flatMap(([at, use]) => {
    const { chosen, unasked } = askedAmount(use, "levels") ?? {};
    return chosen === undefined ? [] : [{ at, chosen, unasked }];
  });
  if (asking.length === 0 || !hasLevels(hosts, tables)) return [];
  return asking.map(
    ({ at, chosen, unasked }) =>
      `${entryLabel(uses, at)}: service levels of its own (${[chosen].flat().join(", ")}) stand in place of those that the tables of ${tables.engine} have for each pair, by which routings on several lanes keep free of credit loops: its packets may deadlock; ${unasked === undefined ? "leave them out, or" : "it has no others, so"} take a routing that is free of them on one lane`,
  );
}

/** Whether tables have another service level than 0 for some pair. Where none differs by its source, two sources tell of all destinations. */
function hasLevels(
  hosts: Composition["hosts"],
  tables: Composition["tables"],
): boolean {
  const sources = tables.sameForAllSources === true ? hosts.slice(0, 2) : hosts;
  return sources.some((source) =>
    hosts.some((other) => other !== source && tables.pathSl(source, other) > 0),
  );
}
