import type { SwitchLinks } from "./switch-links.ts";

/** The turns of a fabric, from a link between switches into a link that leaves the switch it leads to, numbered: the possible channel dependencies. */
export interface LinkTurns {
  /** Link -> its first turn; the turn into link `l` of switch s is `start[from] + l - links.start[s]`. Length links + 1. */
  readonly start: Int32Array;
  readonly count: number;
  /** Link -> the switch that it leaves. */
  readonly from: Int32Array;
}

/** O(links). */
export function linkTurns(links: SwitchLinks): LinkTurns {
  const { switchCount, channel, to, start: linkStart } = links;
  const start = new Int32Array(channel.length + 1);
  const from = new Int32Array(channel.length);
  for (let sw = 0; sw < switchCount; sw++)
    from.fill(sw, linkStart[sw], linkStart[sw + 1]);
  for (let link = 0; link < channel.length; link++) {
    const sw = to[link] ?? 0;
    start[link + 1] =
      (start[link] ?? 0) + (linkStart[sw + 1] ?? 0) - (linkStart[sw] ?? 0);
  }
  return { start, count: start[channel.length] ?? 0, from };
}

/**
 * Turns that close no circle, gathered one after the other: what one virtual lane may hold. Links are kept in a topological order.
 *
 * Pearce and Kelly: A dynamic topological sort algorithm for directed acyclic graphs. ACM Journal of Experimental Algorithmics 11, 2007.
 *
 * Complexity: O(1) for a turn that is there or agrees with the order, else a search among the links between its ends in the order; one byte a turn and
 * 20 bytes a link.
 */
export class AcyclicTurns {
  readonly #links: SwitchLinks;
  readonly #turns: LinkTurns;
  readonly #has: Uint8Array;
  /** Link -> place in the order. */
  readonly #place: Int32Array;
  readonly #mark: Int32Array;
  readonly #after: Int32Array;
  readonly #before: Int32Array;
  readonly #added: number[] = [];
  #search = 0;

  /**
   * @param place link -> place in the order to begin with, each place once; turns that agree with it are found free of circles at once. Default: links
   * in order.
   */
  constructor(links: SwitchLinks, turns: LinkTurns, place?: Int32Array) {
    const size = links.channel.length;
    this.#links = links;
    this.#turns = turns;
    this.#has = new Uint8Array(turns.count);
    this.#place =
      place?.slice() ?? Int32Array.from({ length: size }, (_, link) => link);
    this.#mark = new Int32Array(size);
    this.#after = new Int32Array(size);
    this.#before = new Int32Array(size);
  }

  /** The turn from a link into one that follows it. */
  turn(from: number, into: number): number {
    const { start, to } = this.#links;
    return (this.#turns.start[from] ?? 0) + into - (start[to[from] ?? 0] ?? 0);
  }

  /** @returns false where the turn would close a circle, and is not added */
  add(from: number, into: number): boolean {
    const turn = this.turn(from, into);
    if (this.#has[turn] === 1) return true;
    const low = this.#place[into] ?? 0;
    const high = this.#place[from] ?? 0;
    if (low < high) {
      const after = this.#reachAfter(into, high, from);
      if (after < 0) return false;
      this.#reorder(this.#reachBefore(from, low), after);
    }
    this.#has[turn] = 1;
    this.#added.push(turn);
    return true;
  }

  /** Adds all turns of a path, links 0 … count - 1, to those of the paths since `keep`. @returns false where one would close a circle */
  addPath(path: Int32Array, count: number): boolean {
    for (let i = 1; i < count; i++)
      if (!this.add(path[i - 1] ?? 0, path[i] ?? 0)) return false;
    return true;
  }

  /** Keeps what was added so far. */
  keep(): void {
    this.#added.length = 0;
  }

  /** How many turns were added since `keep`. */
  get added(): number {
    return this.#added.length;
  }

  /** Takes out what was added since `keep` but for the first `count`; the order stays as it is, since fewer turns agree with it too. */
  takeBack(count = 0): void {
    for (let i = count; i < this.#added.length; i++)
      this.#has[this.#added[i] ?? 0] = 0;
    this.#added.length = count;
  }

  /** Links after `start` in the order, up to place `high`, that it leads to, itself included, into `#after`; -1 where `not` is among them. */
  #reachAfter(start: number, high: number, not: number): number {
    const { start: linkStart, to } = this.#links;
    const found = this.#after;
    const search = ++this.#search;
    found[0] = start;
    this.#mark[start] = search;
    let count = 1;
    for (let at = 0; at < count; at++) {
      const link = found[at] ?? 0;
      const first = linkStart[to[link] ?? 0] ?? 0;
      const turn = this.#turns.start[link] ?? 0;
      const end = (this.#turns.start[link + 1] ?? 0) - turn;
      for (let i = 0; i < end; i++) {
        if (this.#has[turn + i] !== 1) continue;
        const next = first + i;
        if (next === not) return -1;
        if (this.#mark[next] === search || (this.#place[next] ?? 0) > high)
          continue;
        this.#mark[next] = search;
        found[count++] = next;
      }
    }
    return count;
  }

  /** Links before `start`, down to place `low`, that lead to it, itself included, into `#before`. */
  #reachBefore(start: number, low: number): number {
    const { start: linkStart, back } = this.#links;
    const found = this.#before;
    const search = ++this.#search;
    found[0] = start;
    this.#mark[start] = search;
    let count = 1;
    for (let at = 0; at < count; at++) {
      const link = found[at] ?? 0;
      const sw = this.#turns.from[link] ?? 0;
      const end = linkStart[sw + 1] ?? 0;
      for (let out = linkStart[sw] ?? 0; out < end; out++) {
        const into = back[out] ?? 0;
        if (this.#has[this.turn(into, link)] !== 1) continue;
        if (this.#mark[into] === search || (this.#place[into] ?? 0) < low)
          continue;
        this.#mark[into] = search;
        found[count++] = into;
      }
    }
    return count;
  }

  /** Gives these links their places anew, first those before, then those after, each in their order. */
  #reorder(before: number, after: number): void {
    const place = this.#place;
    const byPlace = (a: number, b: number): number =>
      (place[a] ?? 0) - (place[b] ?? 0);
    const first = this.#before.subarray(0, before).sort(byPlace);
    const last = this.#after.subarray(0, after).sort(byPlace);
    const places = new Int32Array(before + after);
    for (const [i, link] of first.entries()) places[i] = place[link] ?? 0;
    for (const [i, link] of last.entries())
      places[before + i] = place[link] ?? 0;
    places.sort();
    for (const [i, link] of first.entries()) place[link] = places[i] ?? 0;
    for (const [i, link] of last.entries())
      place[link] = places[before + i] ?? 0;
  }
}
