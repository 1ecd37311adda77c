import { switchRanks, UNREACHABLE } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";
import { switchNeighbours, partsOf } from "./parts.ts";

/** Switches that may be the roots of a connected part of a fabric. */
export interface RootCandidate {
  /** Ascending. */
  readonly roots: readonly SwitchIx[];
  /** Rank (cables from the nearest root) at which most hosts hang; 0 where every switch carries hosts and no ranks can be told apart. */
  readonly leafRank: number;
  /** Hosts at that rank. */
  readonly hosts: number;
  /** Cables between switches of neighbouring ranks, each direction. */
  readonly cables: number;
  /** Greatest rank. */
  readonly depth: number;
}

/** A leaf has at least one host, or at least this part of the most on any switch: a management node on a spine does not make it a leaf. */
const LEAF_SHARES = [0, 1 / 16, 1 / 4, 1 / 2];

/** Candidates kept of each part of the fabric. */
const KEPT = 3;

/**
 * Sets of switches that may be the roots of a fabric, for each of its connected parts, best first.
 *
 * Leaves are the switches with hosts; the height of a switch is its distance from the nearest leaf. Candidates are, for every height, all switches of at
 * least that height, and the switches that no neighbour is higher than. That one is best with which most hosts hang at one rank, as in a tree, and then
 * most cables join neighbouring ranks, and then that with fewest ranks. Where every switch is a leaf, the candidate is the centre: least distance to all hosts.
 *
 * @param hosts switch -> hosts that count (not Aggregation Nodes, which hang on switches of all ranks)
 * @returns part of the fabric -> its candidates, at least one; parts without hosts are left out
 * Complexity: O(height · ports) for a part, O(switches · ports) for one without heights.
 */
export function rootCandidates(
  fabric: Fabric,
  hosts: ArrayLike<number>,
): readonly (readonly RootCandidate[])[] {
  const neighbours = switchNeighbours(fabric);
  return partsOf(neighbours).flatMap((part) => {
    const most = Math.max(0, ...part.map((sw) => hosts[sw] ?? 0));
    if (most === 0) return [];
    const found = new Map<string, RootCandidate>();
    for (const share of LEAF_SHARES) {
      const leaves = part.filter(
        (sw) => (hosts[sw] ?? 0) > 0 && (hosts[sw] ?? 0) >= share * most,
      );
      const heights = switchRanks(fabric, leaves as SwitchIx[]);
      for (const roots of tops(part, heights, neighbours)) {
        const key = roots.join();
        if (!found.has(key))
          found.set(key, judged(fabric, part, roots, hosts, neighbours));
      }
    }
    const usable = [...found.values()].filter(({ leafRank }) => leafRank > 0);
    const best = usable
      .sort(
        (a, b) => b.hosts - a.hosts || b.cables - a.cables || a.depth - b.depth,
      )
      .slice(0, KEPT);
    return [
      best.length > 0
        ? best
        : [
            {
              roots: [centre(fabric, part, hosts)],
              leafRank: 0,
              hosts: 0,
              cables: 0,
              depth: 0,
            },
          ],
    ];
  });
}

/** The sets of switches that may be on top, by their heights. */
function tops(
  part: readonly number[],
  heights: Uint16Array,
  neighbours: readonly (readonly number[])[],
): SwitchIx[][] {
  const at = (sw: number): number => heights[sw] ?? 0;
  const top = part.reduce((most, sw) => Math.max(most, at(sw)), 0);
  const sets: SwitchIx[][] = [];
  for (let height = top; height > 0; height--)
    sets.push(part.filter((sw) => at(sw) >= height) as SwitchIx[]);
  const peaks = part.filter(
    (sw) =>
      at(sw) > 0 &&
      (neighbours[sw] ?? []).every((other) => at(other) <= at(sw)),
  );
  if (peaks.length > 0) sets.push(peaks as SwitchIx[]);
  return sets;
}

function judged(
  fabric: Fabric,
  part: readonly number[],
  roots: readonly SwitchIx[],
  hosts: ArrayLike<number>,
  neighbours: readonly (readonly number[])[],
): RootCandidate {
  const ranks = switchRanks(fabric, roots);
  const atRank: number[] = [];
  let cables = 0;
  for (const sw of part) {
    const rank = ranks[sw] ?? UNREACHABLE;
    atRank[rank] = (atRank[rank] ?? 0) + (hosts[sw] ?? 0);
    for (const other of neighbours[sw] ?? [])
      if (Math.abs((ranks[other] ?? 0) - rank) === 1) cables += 1;
  }
  let leafRank = 0;
  for (const [rank, count] of atRank.entries())
    if (
      rank > 0 &&
      (count ?? 0) > (leafRank === 0 ? 0 : (atRank[leafRank] ?? 0))
    )
      leafRank = rank;
  const depth = atRank.length - 1;
  return { roots, leafRank, hosts: atRank[leafRank] ?? 0, cables, depth };
}

/** The switch with the least sum of distances to hosts, the first of several. */
function centre(
  fabric: Fabric,
  part: readonly number[],
  hosts: ArrayLike<number>,
): SwitchIx {
  let best = part[0] ?? 0;
  let least = Number.POSITIVE_INFINITY;
  for (const sw of part) {
    const far = switchRanks(fabric, [sw as SwitchIx]);
    let sum = 0;
    for (const other of part) sum += (far[other] ?? 0) * (hosts[other] ?? 0);
    if (sum < least) [best, least] = [sw, sum];
  }
  return best as SwitchIx;
}
