import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** What a failure takes apart, whatever the routing. */
export interface Cut {
  /** Endpoints of each part that cables still hold together, the largest first. */
  readonly parts: readonly number[];
  /** Parts that there were before. */
  readonly partsBefore: number;
  /** Endpoints that have no cable left. */
  readonly uncabled: number;
  /** Ordered pairs of endpoints that cables joined and do not join any more. */
  readonly pairs: number;
  /** Ordered pairs that cables joined. */
  readonly of: number;
}

/**
 * Finds what the loss of cables takes apart; undefined where they leave all pairs of endpoints joined that were.
 *
 * Complexity: O(links + endpoints) for each loss.
 */
export function cutFinder(
  fabric: Fabric,
  endports: readonly EndportIx[],
): (links: readonly number[]) => Cut | undefined {
  const before = partsOf(fabric, endports, []);
  const of = pairsOf(before.parts);
  return (links) => {
    const { parts, uncabled } = partsOf(fabric, endports, links);
    const pairs = of - pairsOf(parts);
    if (pairs === 0) return undefined;
    return {
      parts,
      partsBefore: before.parts.length,
      uncabled: uncabled - before.uncabled,
      pairs,
      of,
    };
  };
}

const pairsOf = (parts: readonly number[]): number =>
  parts.reduce((sum, count) => sum + count * (count - 1), 0);

/** Endpoints of each part of the fabric without some links. */
function partsOf(
  fabric: Fabric,
  endports: readonly EndportIx[],
  links: readonly number[],
): { readonly parts: number[]; readonly uncabled: number } {
  const { linkCount, linkPorts, portNode, portLink, endportPort, switchCount } =
    fabric;
  const without = new Set(links);
  // Switches as a forest: each leads to the root of its part, by ways that are halved as they are walked.
  const parent = Int32Array.from({ length: switchCount }, (_, sw) => sw);
  const root = (sw: number): number => {
    let at = sw;
    for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) {
      parent[at] = parent[up] ?? up;
      at = up;
    }
    return at;
  };
  for (let link = 0; link < linkCount; link++) {
    if (without.has(link)) continue;
    const a = portNode[linkPorts[2 * link] ?? 0] ?? switchCount;
    const b = portNode[linkPorts[2 * link + 1] ?? 0] ?? switchCount;
    // A host forwards nothing between its ports.
    if (a < switchCount && b < switchCount) parent[root(a)] = root(b);
  }
  const counts = new Map<number, number>();
  let uncabled = 0;
  for (const one of endports) {
    const at = fabric.attachment(one);
    if (at === undefined || without.has(portLink[endportPort[one] ?? -1] ?? -1))
      uncabled += 1;
    else {
      const part = root(at.sw);
      counts.set(part, (counts.get(part) ?? 0) + 1);
    }
  }
  return { parts: [...counts.values()].sort((a, b) => b - a), uncabled };
}
