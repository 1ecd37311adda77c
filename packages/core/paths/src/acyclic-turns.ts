import type { LinkTurns } from "./link-turns.ts";
import { ListOrder } from "./list-order.ts";
import type { SwitchLinks } from "./switch-links.ts";
import { WaySearch, type TurnBits } from "./way-search.ts";

/**
 * Turns that close no cycle, gathered one after the other: what one virtual lane may hold. Links are kept in a topological order.
 *
 * A turn against the order is searched for a way back from both ends in turn, between the places of the two, so that a cycle is found after few links
 * even where nearly all are joined (Alpern, Hoover, Rosen, Sweeney and Zadeck: Incremental evaluation of computational circuits. SODA 1990). Where one
 * search ends without it, its links move past the other end (`ListOrder`).
 *
 * Complexity: O(1) for a turn that is there or agrees with the order, else that of `WaySearch` and `ListOrder`; 3 bits a turn, in whole words for each
 * link, and 24 bytes a link.
 */
export class AcyclicTurns {
  readonly #links: SwitchLinks;
  readonly #turns: LinkTurns;
  readonly #held: TurnBits;
  /** Turns that close a cycle with turns that are kept, as bits by the link that they come from. */
  readonly #refused: Int32Array;
  readonly #order: ListOrder;
  readonly #search: WaySearch;
  /** The two links of each turn that was added since `keep`. */
  readonly #added: number[] = [];

  /**
   * @param place link -> place in the order to begin with, each place once; turns that agree with it are found free of cycles at once. Default: links
   * in order.
   */
  constructor(links: SwitchLinks, turns: LinkTurns, place?: Int32Array) {
    this.#links = links;
    this.#turns = turns;
    this.#held = {
      out: new Int32Array(turns.size),
      into: new Int32Array(turns.size),
    };
    this.#refused = new Int32Array(turns.size);
    this.#order = new ListOrder(links.channel.length, place);
    this.#search = new WaySearch(links, turns, this.#held, this.#order.place);
  }

  /** The turn from a link into one that follows it. */
  turn(from: number, into: number): number {
    const { start, to } = this.#links;
    return (this.#turns.start[from] ?? 0) + into - (start[to[from] ?? 0] ?? 0);
  }

  /** @returns false where the turn would close a cycle, and is not added */
  add(from: number, into: number): boolean {
    const { word, bit, outBase } = this.#turns;
    const at = (outBase[from] ?? 0) + (word[into] ?? 0);
    const own = bit[into] ?? 0;
    if (((this.#held.out[at] ?? 0) & own) !== 0) return true;
    if (((this.#refused[at] ?? 0) & own) !== 0) return false;
    const { place } = this.#order;
    if (
      (place[into] ?? 0) < (place[from] ?? 0) &&
      !this.#makeRoom(from, into)
    ) {
      // What closes a cycle with kept turns alone always will: they only become more.
      if (this.#added.length === 0)
        this.#refused[at] = (this.#refused[at] ?? 0) | own;
      return false;
    }
    this.#flip(from, into);
    this.#added.push(from, into);
    return true;
  }

  /** Adds all turns of a path, links 0 … count - 1, to those of the paths since `keep`. @returns false where one would close a cycle */
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
    return this.#added.length / 2;
  }

  /** Takes out what was added since `keep` but for the first `count`; the order stays as it is, since fewer turns agree with it too. */
  takeBack(count = 0): void {
    for (let i = 2 * count; i < this.#added.length; i += 2)
      this.#flip(this.#added[i] ?? 0, this.#added[i + 1] ?? 0);
    this.#added.length = 2 * count;
  }

  /** Puts `into` after `from`. @returns false where a way leads back, and the order stays as it is */
  #makeRoom(from: number, into: number): boolean {
    const search = this.#search;
    const end = search.find(into, from);
    if (end === "way") return false;
    if (end === "after")
      this.#order.moveBehind(from, search.after, search.afterCount);
    else this.#order.moveBefore(into, search.before, search.beforeCount);
    return true;
  }

  /** Puts a turn among those that are held, or takes it out. */
  #flip(from: number, into: number): void {
    const { word, bit, outBase, inBase } = this.#turns;
    const back = this.#links.back[from] ?? 0;
    flipBit(
      this.#held.out,
      (outBase[from] ?? 0) + (word[into] ?? 0),
      bit[into] ?? 0,
    );
    flipBit(
      this.#held.into,
      (inBase[into] ?? 0) + (word[back] ?? 0),
      bit[back] ?? 0,
    );
  }
}

function flipBit(words: Int32Array, at: number, bit: number): void {
  words[at] = (words[at] ?? 0) ^ bit;
}
