import { randomStream } from "@fabriclab/kernel";
import type { RandomStream } from "@fabriclab/spec";

/** What `randomLinks` draws: numbers that name a connected graph, as the topology `irregular` checks them. */
export interface RandomLinksOptions {
  readonly switches: number;
  readonly links: number;
  /** Most links of one switch. */
  readonly degree: number;
  /** Two switches may be joined several times. */
  readonly parallel: boolean;
  readonly seed: number;
}

/** Draws in vain before the pairs that are left are listed. Either way every such pair is equally likely: the number decides speed only. */
const DRAWS = 64;

/**
 * A random connected graph.
 *
 * In random order every switch is joined to a random earlier one that has a port left: a spanning tree. Then random pairs of switches with ports left are
 * joined. Where the last switches with ports left are all joined to each other already, a random link x-y is replaced by u-x and v-y, u and v (possibly
 * the same) being two of them. Such a link exists as long as the degrees allow another one: with all others full, x that is not joined to u has a
 * neighbour y that is not joined to v. The graph stays connected, for u and v are the same or neighbours.
 *
 * Not every graph is equally likely: trees of this kind have more leaves near the first switches.
 *
 * Complexity: O(links) draws in the mean; a link costs O(switches²) or O(links) when few pairs are left.
 *
 * @returns pairs of switches; no pair twice unless `parallel`
 */
export function randomLinks(options: RandomLinksOptions): [number, number][] {
  const random = randomStream(options.seed, "topology/irregular");
  const graph = new Draft(options, random);
  graph.addTree();
  while (graph.links.length < options.links)
    if (!graph.addPair()) graph.replaceLink();
  return graph.links;
}

class Draft {
  readonly links: [number, number][] = [];
  readonly #options: RandomLinksOptions;
  readonly #random: RandomStream;
  readonly #degree: Int32Array;
  /** Smaller switch · switches + larger one. */
  readonly #joined = new Set<number>();
  /** Switches with ports left, and the place of each in the list; -1 = not in it. */
  readonly #open: number[] = [];
  readonly #place: Int32Array;

  constructor(options: RandomLinksOptions, random: RandomStream) {
    this.#options = options;
    this.#random = random;
    this.#degree = new Int32Array(options.switches);
    this.#place = new Int32Array(options.switches).fill(-1);
  }

  addTree(): void {
    const order = Array.from({ length: this.#options.switches }, (_, i) => i);
    for (let i = order.length - 1; i > 0; i--) {
      const j = this.#random.below(i + 1);
      [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
    }
    for (const [i, sw] of order.entries()) {
      const earlier = i === 0 ? undefined : this.#drawOpen();
      this.#setOpen(sw);
      if (earlier !== undefined) this.#join(sw, earlier);
    }
  }

  /** Joins a random pair that may be joined; false where there is none. */
  addPair(): boolean {
    if (this.#open.length < 2) return false;
    for (let draw = 0; draw < DRAWS; draw++) {
      const [a, b] = [this.#drawOpen(), this.#drawOpen()];
      if (!this.#mayJoin(a, b)) continue;
      this.#join(a, b);
      return true;
    }
    const pairs: [number, number][] = [];
    for (const a of this.#open)
      for (const b of this.#open)
        if (a < b && this.#mayJoin(a, b)) pairs.push([a, b]);
    const pair = this.#drawFrom(pairs);
    if (pair === undefined) return false;
    this.#join(...pair);
    return true;
  }

  /** Makes one link into two, to two switches that have ports left but can be joined to nobody who has. */
  replaceLink(): void {
    const choices: {
      at: number;
      x: number;
      y: number;
      u: number;
      v: number;
    }[] = [];
    for (const u of this.#open)
      for (const v of this.#open) {
        if (u === v && (this.#degree[u] ?? 0) + 2 > this.#options.degree)
          continue;
        for (const [at, [x, y]] of this.links.entries()) {
          if (u === x || u === y || v === x || v === y) continue;
          if (this.#mayJoin(u, x) && this.#mayJoin(v, y))
            choices.push({ at, x, y, u, v });
          if (this.#mayJoin(u, y) && this.#mayJoin(v, x))
            choices.push({ at, x: y, y: x, u, v });
        }
      }
    const choice = this.#drawFrom(choices);
    if (choice === undefined)
      throw new Error("no graph has these degrees: the caller did not check");
    const { at, x, y, u, v } = choice;
    this.links.splice(at, 1);
    this.#joined.delete(this.#key(x, y));
    for (const end of [x, y]) {
      this.#degree[end] = (this.#degree[end] ?? 0) - 1;
      this.#setOpen(end);
    }
    this.#join(u, x);
    this.#join(v, y);
  }

  #key(a: number, b: number): number {
    return Math.min(a, b) * this.#options.switches + Math.max(a, b);
  }

  #mayJoin(a: number, b: number): boolean {
    return (
      a !== b && (this.#options.parallel || !this.#joined.has(this.#key(a, b)))
    );
  }

  #join(a: number, b: number): void {
    this.links.push([a, b]);
    this.#joined.add(this.#key(a, b));
    for (const sw of [a, b]) {
      this.#degree[sw] = (this.#degree[sw] ?? 0) + 1;
      if (this.#degree[sw] === this.#options.degree) this.#close(sw);
    }
  }

  #drawOpen(): number {
    return this.#open[this.#random.below(this.#open.length)] ?? 0;
  }

  #drawFrom<T>(list: readonly T[]): T | undefined {
    return list.length === 0
      ? undefined
      : list[this.#random.below(list.length)];
  }

  #setOpen(sw: number): void {
    if ((this.#place[sw] ?? -1) >= 0) return;
    this.#place[sw] = this.#open.length;
    this.#open.push(sw);
  }

  #close(sw: number): void {
    const place = this.#place[sw] ?? -1;
    const last = this.#open.pop() ?? sw;
    if (last !== sw) {
      this.#open[place] = last;
      this.#place[last] = place;
    }
    this.#place[sw] = -1;
  }
}
