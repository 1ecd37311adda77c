import { hopsTo, UNREACHABLE } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";

/** What the cheapest tree that joins some switches can cost, in cables between switches. */
export interface SteinerBounds {
  /** No tree has fewer. */
  readonly lower: number;
  /** A tree with so many is known. */
  readonly known: number;
}

/**
 * Bounds of Steiner trees in the graph of switches, each cable at cost 1.
 *
 * From below, the larger of two: every distance from the root up to that of the farthest terminal needs a switch of the tree, and every terminal is one; and
 * a minimum spanning tree of the terminals' distances is less than twice as long as the best tree, 2(1 - 1/t) for t terminals (Kou, Markowsky, Berman: A Fast
 * Algorithm for Steiner Trees. Acta Informatica 15, 1981). That spanning tree is the one known, computed by one search from all terminals at once (Mehlhorn:
 * A faster approximation algorithm for the Steiner problem in graphs. Information Processing Letters 27(3), 1988).
 *
 * Complexity: O(ports of switches) a set of terminals; results are kept, one for each set and root.
 */
export class Steiner {
  readonly #fabric: Fabric;
  readonly #rows = new Map<SwitchIx, Uint16Array>();
  readonly #spanning = new Map<string, number>();

  constructor(fabric: Fabric) {
    this.#fabric = fabric;
  }

  /** @param terminals switches to be joined, the root among them or not; those that cannot be reached are left out */
  bounds(root: SwitchIx, terminals: ReadonlySet<SwitchIx>): SteinerBounds {
    const row = this.#row(root);
    const joined = [...new Set([root, ...terminals])]
      .filter((sw) => (row[sw] ?? UNREACHABLE) !== UNREACHABLE)
      .sort((a, b) => a - b);
    const atDistance: number[] = [];
    for (const sw of joined) {
      const distance = row[sw] ?? 0;
      atDistance[distance] = (atDistance[distance] ?? 0) + 1;
    }
    let layers = 0;
    for (let d = 1; d < atDistance.length; d++)
      layers += Math.max(1, atDistance[d] ?? 0);
    const count = joined.length;
    if (count < 2) return { lower: 0, known: 0 };
    const key = joined.join(" ");
    let known = this.#spanning.get(key);
    if (known === undefined) {
      known = spanningTree(this.#fabric, joined);
      this.#spanning.set(key, known);
    }
    const half = Math.ceil(known / (2 * (1 - 1 / count)) - 1e-9);
    return { lower: Math.max(layers, half), known };
  }

  #row(root: SwitchIx): Uint16Array {
    const row = this.#rows.get(root) ?? hopsTo(this.#fabric, root);
    this.#rows.set(root, row);
    return row;
  }
}

/** Length of a minimum spanning tree of the terminals' distances. All terminals can reach each other. */
function spanningTree(fabric: Fabric, terminals: readonly SwitchIx[]): number {
  const { switchCount, portStart, portPeer, portNode } = fabric;
  const nearest = new Int32Array(switchCount).fill(-1);
  const distance = new Int32Array(switchCount);
  const queue: number[] = [...terminals];
  for (const [i, sw] of terminals.entries()) nearest[sw] = i;
  /** Length of a way between two terminals -> pairs of terminals that have it. */
  const ways: (readonly [number, number])[][] = [];
  const next = (port: number): number => {
    const peer = portPeer[port] ?? -1;
    const node = peer < 0 ? switchCount : (portNode[peer] ?? switchCount);
    return node < switchCount ? node : -1;
  };
  for (const at of queue) {
    const end = portStart[at + 1] ?? 0;
    for (let port = portStart[at] ?? 0; port < end; port++) {
      const to = next(port);
      if (to < 0 || nearest[to] !== -1) continue;
      nearest[to] = nearest[at] ?? -1;
      distance[to] = (distance[at] ?? 0) + 1;
      queue.push(to);
    }
  }
  for (const at of queue) {
    const end = portStart[at + 1] ?? 0;
    for (let port = portStart[at] ?? 0; port < end; port++) {
      const to = next(port);
      if (to <= at || nearest[to] === nearest[at]) continue;
      const length = (distance[at] ?? 0) + (distance[to] ?? 0) + 1;
      (ways[length] ??= []).push([nearest[at] ?? 0, nearest[to] ?? 0]);
    }
  }
  const parent = terminals.map((_, i) => i);
  const find = (i: number): number => {
    let at = i;
    for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) {
      parent[at] = parent[up] ?? up;
      at = parent[at] ?? at;
    }
    return at;
  };
  let total = 0;
  ways.forEach((pairs, length) => {
    for (const [a, b] of pairs) {
      const [left, right] = [find(a), find(b)];
      if (left === right) continue;
      parent[left] = right;
      total += length;
    }
  });
  return total;
}
