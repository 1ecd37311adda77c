import { hopsTo, UNREACHABLE } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";
import { adjacencyOf, type Adjacency } from "./adjacency.ts";
import { cheapestTrees, cheapestTreeSteps } from "./dreyfus-wagner.ts";
import { shortestPathTree } from "./shortest-path-tree.ts";
import { spanningTreeLength } from "./spanning-tree.ts";

/** What the cheapest tree that joins some switches can cost, in cables between switches. */
export interface SteinerBounds {
  /** No tree has fewer. */
  readonly lower: number;
  /** A tree with so many is known; where it equals `lower`, that is the best. */
  readonly known: number;
}

/** Steps of the exact solver (about a nanosecond or two each) for one set of terminals, and for all of them together; beyond, bounds are all there is. */
const MOST_STEPS = 12_000_000;
const MOST_STEPS_TOGETHER = 300_000_000;

/** Trees that are grown for a set of terminals, each from another of them. */
const STARTS = 4;

/** What is known of a set of terminals that can reach each other, whatever the root. */
interface Joined {
  /** Switch -> cables of the cheapest tree that joins it too; undefined where the solver would take too long. */
  readonly exact: Int32Array | undefined;
  /** Switch -> cables of the cheapest tree known that joins it too. */
  readonly known: (root: SwitchIx) => number;
}

/**
 * Bounds of Steiner trees in the graph of switches, each cable at cost 1.
 *
 * Few terminals in a fabric that is not too large are solved exactly (`cheapestTrees`). Of others a tree is known, the cheapest of a few grown by
 * shortest ways (`shortestPathTree`), and a bound from below, the larger of two: every distance from the root up to that of the farthest terminal needs a
 * switch of the tree, and every terminal is one; and a minimum spanning tree of the terminals' distances is at most 2(1 - 1/t) times as long as the best
 * tree for t terminals (Kou, Markowsky, Berman: A Fast Algorithm for Steiner Trees. Acta Informatica 15, 1981).
 *
 * Complexity: O(cables · diameter) for a set of terminals, and O(cables) for each root that is none of them; results are kept. The exact solver takes at
 * most 12 million steps for a set (8 terminals on some 700 switches of a fat tree of 36 ports) and 300 million for all sets that a `Steiner` is asked for.
 */
export class Steiner {
  readonly #fabric: Fabric;
  readonly #graph: Adjacency;
  readonly #rows = new Map<SwitchIx, Uint16Array>();
  readonly #joined = new Map<string, Joined>();
  readonly #spanning = new Map<string, number>();
  readonly #answers = new WeakMap<
    ReadonlySet<SwitchIx>,
    Map<SwitchIx, SteinerBounds>
  >();
  #stepsLeft: number;

  /** @param steps that the exact solver may take for all sets together */
  constructor(fabric: Fabric, steps = MOST_STEPS_TOGETHER) {
    this.#stepsLeft = steps;
    this.#fabric = fabric;
    this.#graph = adjacencyOf(fabric);
  }

  /** @param terminals switches to be joined, the root among them or not, not to be changed afterwards; those that cannot be reached are left out */
  bounds(root: SwitchIx, terminals: ReadonlySet<SwitchIx>): SteinerBounds {
    const answers =
      this.#answers.get(terminals) ?? new Map<SwitchIx, SteinerBounds>();
    this.#answers.set(terminals, answers);
    const answer = answers.get(root) ?? this.#bounds(root, terminals);
    answers.set(root, answer);
    return answer;
  }

  #bounds(root: SwitchIx, terminals: ReadonlySet<SwitchIx>): SteinerBounds {
    const row = this.#row(root);
    const reached = [...terminals]
      .filter((sw) => (row[sw] ?? UNREACHABLE) !== UNREACHABLE)
      .sort((a, b) => a - b);
    if (reached.length === 0) return { lower: 0, known: 0 };
    const { exact, known } = this.#join(reached);
    const best = exact?.[root];
    if (best !== undefined) return { lower: best, known: best };
    const all = terminals.has(root) ? reached : [root, ...reached];
    if (all.length < 2) return { lower: 0, known: 0 };
    const half = this.#spanningTree(all) / (2 * (1 - 1 / all.length));
    return {
      lower: Math.max(layers(row, all), Math.ceil(half - 1e-9)),
      known: known(root),
    };
  }

  #join(terminals: readonly SwitchIx[]): Joined {
    const key = terminals.join(" ");
    let joined = this.#joined.get(key);
    if (joined === undefined) {
      joined = this.#solve(terminals);
      this.#joined.set(key, joined);
    }
    return joined;
  }

  #solve(terminals: readonly SwitchIx[]): Joined {
    const graph = this.#graph;
    const steps = cheapestTreeSteps(graph, terminals.length);
    if (steps <= Math.min(MOST_STEPS, this.#stepsLeft)) {
      this.#stepsLeft -= steps;
      const exact = cheapestTrees(graph, terminals);
      return { exact, known: (root) => exact[root] ?? 0 };
    }
    const starts = Math.min(STARTS, terminals.length);
    const trees = Array.from({ length: starts }, (_, i) => {
      const at = Math.floor((i * terminals.length) / starts);
      return shortestPathTree(graph, [
        ...terminals.slice(at),
        ...terminals.slice(0, at),
      ]);
    });
    return {
      exact: undefined,
      known: (root) =>
        Math.min(
          ...trees.map(
            ({ cables, distance }) => cables + (distance[root] ?? 0),
          ),
        ),
    };
  }

  #spanningTree(terminals: readonly SwitchIx[]): number {
    const key = terminals.join(" ");
    const length =
      this.#spanning.get(key) ?? spanningTreeLength(this.#graph, terminals);
    this.#spanning.set(key, length);
    return length;
  }

  #row(root: SwitchIx): Uint16Array {
    const row = this.#rows.get(root) ?? hopsTo(this.#fabric, root);
    this.#rows.set(root, row);
    return row;
  }
}

/** Switches that a tree has at least besides its root: one at every distance up to the farthest terminal's, and all terminals. */
function layers(row: Uint16Array, terminals: readonly SwitchIx[]): number {
  const atDistance: number[] = [];
  for (const sw of terminals) {
    const distance = row[sw] ?? 0;
    atDistance[distance] = (atDistance[distance] ?? 0) + 1;
  }
  let least = 0;
  for (let d = 1; d < atDistance.length; d++)
    least += Math.max(1, atDistance[d] ?? 0);
  return least;
}
