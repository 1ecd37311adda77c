import type { PortGroup, TreeSwitch } from "./tree.ts";

/**
 * The tree in arrays, as routes are laid on it: switches, places in their lists of port groups, groups, and cables, each by number.
 *
 * Why: a LID's routes look at every group of every switch, and what they look at has to stay in the cache; see `pnpm bench engines`.
 */
export interface PackedTree {
  /** Switch -> cables from the roots. */
  readonly rank: Int32Array;
  readonly isLeaf: Uint8Array;
  /** Switch -> 1 where all its cables downwards lead to hosts, and none to its own rank. */
  readonly carriesHostsOnly: Uint8Array;
  /** Switch -> 1 where the load of its groups changed since they were sorted. */
  readonly changed: Uint8Array;
  /** Switch -> the lower neighbour, counted from the first, at which turns begin. */
  readonly turn: Int32Array;
  /** Switch · 4 -> its first place of lower groups, of those to its own rank, of upper ones, and the end. */
  readonly lists: Int32Array;
  /** Switch -> the number of the set of its lower neighbours; switches with the same ones share it. */
  readonly below: Int32Array;
  /** Switch -> 1 where a host is among them. */
  readonly hasHosts: Uint8Array;
  /** Sets in `below`. */
  readonly sets: number;
  /** Place -> group. Groups of a list are sorted anew again and again. */
  readonly group: Int32Array;
  /** Place -> the switch at the group's other end, -1 for a host. */
  readonly remote: Int32Array;
  /** Group -> routes towards the roots over the other end, times `ROUTE`, and the place of that end among all switches by index: a key to sort by. */
  readonly up: Float64Array;
  /** The same of routes away from the roots. */
  readonly down: Float64Array;
  /** Group -> its first cable; length groups + 1. */
  readonly cables: Int32Array;
  /** Cable -> port at the other end. */
  readonly remoteNum: Uint8Array;
  /** Cable -> routes towards the roots over the other end. */
  readonly cableUp: Int32Array;
  /** Cable -> routes away from the roots over the other end. */
  readonly cableDown: Int32Array;
}

/** What one route adds to a key: more than any place among switches and hosts. */
export const ROUTE = 2 ** 31;

/** Lists of a switch in `PackedTree.lists`. */
export const LOWER = 0;
export const LEVEL = 1;
export const UPPER = 2;

/** O(ports). `switches` counts those without a rank too. */
export function packTree(
  tree: readonly TreeSwitch[],
  switches: number,
): PackedTree {
  const all: PortGroup[] = [];
  const lists = new Int32Array(4 * switches);
  const rank = new Int32Array(switches);
  const isLeaf = new Uint8Array(switches);
  const carriesHostsOnly = new Uint8Array(switches);
  const below = new Int32Array(switches);
  const hasHosts = new Uint8Array(switches);
  const sets = new Map<string, number>();
  for (const one of tree) {
    rank[one.sw] = one.rank;
    isLeaf[one.sw] = one.isLeaf ? 1 : 0;
    carriesHostsOnly[one.sw] = one.carriesHostsOnly ? 1 : 0;
    const neighbours = one.lower.map(({ remoteSw }) => remoteSw);
    const name = neighbours.sort((a, b) => a - b).join();
    const known = sets.get(name) ?? sets.size;
    sets.set(name, known);
    below[one.sw] = known;
    hasHosts[one.sw] = neighbours[0] === -1 ? 1 : 0;
    for (const [i, groups] of [one.lower, one.level, one.upper].entries()) {
      lists[4 * one.sw + i] = all.length;
      all.push(...groups);
    }
    lists[4 * one.sw + 3] = all.length;
  }
  const cables = new Int32Array(all.length + 1);
  for (const [i, { ports }] of all.entries())
    cables[i + 1] = (cables[i] ?? 0) + ports.length;
  const remoteNum = Uint8Array.from(
    all.flatMap(({ ports }) => ports.map((port) => port.remoteNum)),
  );
  const order = Float64Array.from(all, (group) => group.order);
  return {
    rank,
    isLeaf,
    carriesHostsOnly,
    changed: new Uint8Array(switches),
    turn: new Int32Array(switches),
    lists,
    below,
    hasHosts,
    sets: sets.size,
    group: Int32Array.from(all.keys()),
    remote: Int32Array.from(all, ({ remoteSw }) => remoteSw),
    up: order,
    down: order.slice(),
    cables,
    remoteNum,
    cableUp: new Int32Array(remoteNum.length),
    cableDown: new Int32Array(remoteNum.length),
  };
}
