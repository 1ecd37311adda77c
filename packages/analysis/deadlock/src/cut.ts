import { edgesOf } from "./contributors.ts";
import type { Pair, PairCounts } from "./pair-counts.ts";

/** What has to go so that an edge goes. */
export interface Cover<Key> {
  /** Names of what goes: endports, roles, … */
  readonly keys: readonly Key[];
  /** The smaller, the better. */
  readonly cost: number;
}

/** Cuts after which a search is given up. */
export const MOST_CUTS = 5_000;

/**
 * Breaks all cycles, one after the other: of the edges of a shortest cycle the one that costs least goes, with all pairs that whatever covers it takes
 * along. (Domke, Hoefler and Nagel, IPDPS 2011, do so with the edge of fewest paths.)
 *
 * @param cover what to take away so that none of the given pairs is left
 * @param taken the pairs that go with it
 * @returns what went; undefined where it was given up after `MOST_CUTS`
 */
export function cut<Key>(
  counts: PairCounts,
  cover: (pairs: readonly Pair[]) => Cover<Key>,
  taken: (keys: readonly Key[]) => Iterable<Pair>,
): Key[] | undefined {
  const gone: Key[] = [];
  for (let cuts = 0; cuts < MOST_CUTS; cuts++) {
    const [component] = counts.cyclic();
    if (component === undefined) return gone;
    const edges = edgesOf(component.cycle);
    let best: Cover<Key> | undefined;
    for (const pairs of counts.pairsOver(edges)) {
      const found = cover(pairs);
      if (best === undefined || found.cost < best.cost) best = found;
    }
    counts.remove(taken(best?.keys ?? []));
    gone.push(...(best?.keys ?? []));
  }
  return undefined;
}
