import { many, type Fabric } from "@fabriclab/spec";
import { pairNames, type Pair } from "./pair-names.ts";

/**
 * What is to be said of connections that are armed to migrate and have no path to migrate to.
 *
 * @param alone those that have none
 * @param all how many connections there are
 * @returns undefined where each has one
 */
export function withoutAlternate(
  fabric: Fabric,
  alone: readonly Pair[],
  all: number,
): string | undefined {
  if (alone.length === 0) return undefined;
  return `${alone.length} of ${many(all, "connection")} cannot migrate, having no alternate path: ${pairNames(fabric, alone)}; path bits (\`routing: multipath\`) or several LIDs for a host (LMC) give alternates where the cables do`;
}
