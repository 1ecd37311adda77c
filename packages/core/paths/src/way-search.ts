import type { LinkTurns } from "./link-turns.ts";
import type { SwitchLinks } from "./switch-links.ts";

/** Sets of turns, as bits. */
export interface TurnBits {
  /** By the link that they come from: see `LinkTurns.outBase`. */
  readonly out: Int32Array;
  /** The same turns by the link that they lead into: see `LinkTurns.inBase`. */
  readonly into: Int32Array;
}

/** How a search ends: a way leads back; or all links that lie after one end, or before the other, are known. */
export type SearchEnd = "way" | "after" | "before";

/** Words of a switch's links, one beside the other: those that leave it and those that lead to it, by the search onwards and by that backwards. */
const ON_OUT = 0;
const ON_IN = 1;
const BACK_OUT = 2;
const BACK_IN = 3;

/**
 * Searches for a way from link to link by turns of a set, from both ends in turn, among links that a topological order has between the two.
 *
 * Which links a search came to is kept as bits by the switch that they leave and by the one that they lead to, so that all turns of a link are looked at in
 * a word or two, and only links that are new cost anything more.
 *
 * Complexity: O(links found + words of the turns from or into them); 8 bytes a link and 16 a word of them, and nothing is allocated for a search.
 */
export class WaySearch {
  /** The first `afterCount` are the links that the last search found on ways from its beginning, `beforeCount` those on ways to its end. */
  readonly after: Int32Array;
  readonly before: Int32Array;
  afterCount = 0;
  beforeCount = 0;
  readonly #links: SwitchLinks;
  readonly #turns: LinkTurns;
  readonly #held: TurnBits;
  readonly #place: Float64Array;
  readonly #seen: Int32Array;
  /** Links that were come to and lie outside, from the far ends of `after` and `before` on. */
  #afterAside = 0;
  #beforeAside = 0;

  /**
   * @param held turns that lead on; read anew by each search
   * @param place link -> its number in a topological order of them; read anew by each search
   */
  constructor(
    links: SwitchLinks,
    turns: LinkTurns,
    held: TurnBits,
    place: Float64Array,
  ) {
    const size = links.channel.length;
    this.#links = links;
    this.#turns = turns;
    this.#held = held;
    this.#place = place;
    this.#seen = new Int32Array(4 * (turns.words[links.switchCount] ?? 0));
    this.after = new Int32Array(size);
    this.before = new Int32Array(size);
  }

  /** Searches for a way from link `first` to link `last`, which has the greater place. */
  find(first: number, last: number): SearchEnd {
    const low = this.#place[first] ?? 0;
    const high = this.#place[last] ?? 0;
    this.#afterAside = this.after.length;
    this.#beforeAside = this.before.length;
    this.after[0] = first;
    this.before[0] = last;
    this.afterCount = 1;
    this.beforeCount = 1;
    this.#mark(first, ON_OUT);
    this.#mark(last, BACK_OUT);
    const end = this.#search(low, high);
    this.#clear(this.after, this.afterCount, this.#afterAside, ON_OUT);
    this.#clear(this.before, this.beforeCount, this.#beforeAside, BACK_OUT);
    return end;
  }

  #search(low: number, high: number): SearchEnd {
    let i = 0;
    let j = 0;
    for (;;)
      if (this.afterCount - i <= this.beforeCount - j) {
        if (!this.#goOn(this.after[i++] ?? 0, high)) return "way";
        if (i === this.afterCount) return "after";
      } else {
        if (!this.#goBack(this.before[j++] ?? 0, low)) return "way";
        if (j === this.beforeCount) return "before";
      }
  }

  /** Finds the links that `link` leads to. @returns false where the search backwards has one */
  #goOn(link: number, high: number): boolean {
    const { start, to } = this.#links;
    const { words, outBase } = this.#turns;
    const { out } = this.#held;
    const seen = this.#seen;
    const sw = to[link] ?? 0;
    const base = outBase[link] ?? 0;
    const end = words[sw + 1] ?? 0;
    let first = start[sw] ?? 0;
    for (let word = words[sw] ?? 0; word < end; word++, first += 32) {
      const held = out[base + word] ?? 0;
      if ((held & (seen[4 * word + BACK_OUT] ?? 0)) !== 0) return false;
      let rest = held & ~(seen[4 * word + ON_OUT] ?? 0);
      for (; rest !== 0; rest &= rest - 1) {
        const next = first + 31 - Math.clz32(rest & -rest);
        this.#mark(next, ON_OUT);
        if ((this.#place[next] ?? 0) > high)
          this.after[(this.#afterAside -= 1)] = next;
        else this.after[this.afterCount++] = next;
      }
    }
    return true;
  }

  /** Finds the links that lead to `link`. @returns false where the search onwards has one */
  #goBack(link: number, low: number): boolean {
    const { start, back } = this.#links;
    const { words, from, inBase } = this.#turns;
    const { into } = this.#held;
    const seen = this.#seen;
    const sw = from[link] ?? 0;
    const base = inBase[link] ?? 0;
    const end = words[sw + 1] ?? 0;
    let first = start[sw] ?? 0;
    for (let word = words[sw] ?? 0; word < end; word++, first += 32) {
      const held = into[base + word] ?? 0;
      if ((held & (seen[4 * word + ON_IN] ?? 0)) !== 0) return false;
      let rest = held & ~(seen[4 * word + BACK_IN] ?? 0);
      for (; rest !== 0; rest &= rest - 1) {
        const next = back[first + 31 - Math.clz32(rest & -rest)] ?? 0;
        this.#mark(next, BACK_OUT);
        if ((this.#place[next] ?? 0) < low)
          this.before[(this.#beforeAside -= 1)] = next;
        else this.before[this.beforeCount++] = next;
      }
    }
    return true;
  }

  /** @param kind {@link ON_OUT} or {@link BACK_OUT}; the one behind it is set, too */
  #mark(link: number, kind: number): void {
    const { word, bit } = this.#turns;
    const seen = this.#seen;
    const out = 4 * (word[link] ?? 0) + kind;
    seen[out] = (seen[out] ?? 0) | (bit[link] ?? 0);
    const back = this.#links.back[link] ?? 0;
    const into = 4 * (word[back] ?? 0) + kind + 1;
    seen[into] = (seen[into] ?? 0) | (bit[back] ?? 0);
  }

  #clear(list: Int32Array, count: number, aside: number, kind: number): void {
    for (let i = 0; i < count; i++) this.#forget(list[i] ?? 0, kind);
    for (let i = aside; i < list.length; i++) this.#forget(list[i] ?? 0, kind);
  }

  #forget(link: number, kind: number): void {
    const { word } = this.#turns;
    this.#seen[4 * (word[link] ?? 0) + kind] = 0;
    const back = this.#links.back[link] ?? 0;
    this.#seen[4 * (word[back] ?? 0) + kind + 1] = 0;
  }
}
