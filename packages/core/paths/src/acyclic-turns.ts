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

const OPEN = 0;
const HELD = 1;
/** Closes a cycle with turns that are kept. */
const REFUSED = 2;

/**
 * Turns that close no cycle, gathered one after the other: what one virtual lane may hold. Links are kept in a topological order.
 *
 * A turn against the order is searched for a way back from both ends in turn, between the places of the two, so that a cycle is found after few links
 * even where nearly all are joined (Alpern, Hoover, Rosen, Sweeney and Zadeck: Incremental evaluation of computational circuits. SODA 1990). Where one
 * search ends without it, its links move past the other end and those between close up (Marchetti-Spaccamela, Nanni and Rohnert: Maintaining a
 * topological order under edge insertions. Information Processing Letters 59, 1996).
 *
 * Complexity: O(1) for a turn that is there or agrees with the order, else O(turns searched + links between its ends in the order); one byte a turn and
 * 20 bytes a link.
 */
export class AcyclicTurns {
  readonly #links: SwitchLinks;
  readonly #turns: LinkTurns;
  /** Turn -> {@link OPEN}, {@link HELD} or {@link REFUSED}. */
  readonly #has: Uint8Array;
  /** Link -> place in the order. */
  readonly #place: Int32Array;
  /** Place -> link. */
  readonly #at: Int32Array;
  /** Link -> the search that came to it last. */
  readonly #mark: Int32Array;
  /** Links that a search came to: from the end that the turn leads to onwards, and from its beginning backwards. */
  readonly #after: Int32Array;
  readonly #before: Int32Array;
  readonly #added: number[] = [];
  #search = 0;

  /**
   * @param place link -> place in the order to begin with, each place once; turns that agree with it are found free of cycles at once. Default: links
   * in order.
   */
  constructor(links: SwitchLinks, turns: LinkTurns, place?: Int32Array) {
    const size = links.channel.length;
    this.#links = links;
    this.#turns = turns;
    this.#has = new Uint8Array(turns.count);
    this.#place =
      place?.slice() ?? Int32Array.from({ length: size }, (_, link) => link);
    this.#at = new Int32Array(size);
    for (let link = 0; link < size; link++)
      this.#at[this.#place[link] ?? 0] = link;
    this.#mark = new Int32Array(size);
    this.#after = new Int32Array(size);
    this.#before = new Int32Array(size);
  }

  /** The turn from a link into one that follows it. */
  turn(from: number, into: number): number {
    const { start, to } = this.#links;
    return (this.#turns.start[from] ?? 0) + into - (start[to[from] ?? 0] ?? 0);
  }

  /** @returns false where the turn would close a cycle, and is not added */
  add(from: number, into: number): boolean {
    const turn = this.turn(from, into);
    const state = this.#has[turn];
    if (state === HELD) return true;
    if (state === REFUSED) return false;
    if (
      (this.#place[into] ?? 0) < (this.#place[from] ?? 0) &&
      !this.#makeRoom(from, into)
    ) {
      // What closes a cycle with kept turns alone always will: they only become more.
      if (this.#added.length === 0) this.#has[turn] = REFUSED;
      return false;
    }
    this.#has[turn] = HELD;
    this.#added.push(turn);
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
    return this.#added.length;
  }

  /** Takes out what was added since `keep` but for the first `count`; the order stays as it is, since fewer turns agree with it too. */
  takeBack(count = 0): void {
    for (let i = count; i < this.#added.length; i++)
      this.#has[this.#added[i] ?? 0] = OPEN;
    this.#added.length = count;
  }

  /** Puts `into` after `from`. @returns false where a way leads back, and the order stays as it is */
  #makeRoom(from: number, into: number): boolean {
    const low = this.#place[into] ?? 0;
    const high = this.#place[from] ?? 0;
    // Both marks are of this turn only: the backward search has the odd one.
    this.#search += 2;
    this.#after[0] = into;
    this.#mark[into] = this.#search;
    this.#before[0] = from;
    this.#mark[from] = this.#search + 1;
    let after = 1;
    let before = 1;
    for (let i = 0, j = 0; i < after && j < before;) {
      if (after - i <= before - j) {
        after = this.#searchOn(this.#after[i++] ?? 0, after, high);
        if (after < 0) return false;
      } else {
        before = this.#searchBack(this.#before[j++] ?? 0, before, low);
        if (before < 0) return false;
      }
      if (i === after) {
        this.#moveUp(after, low, high);
        return true;
      }
    }
    this.#moveDown(before, low, high);
    return true;
  }

  /** Links that `link` leads to, up to place `high`, behind the `count` in `#after`. @returns their number; -1 where the other search has one */
  #searchOn(link: number, count: number, high: number): number {
    const { start: linkStart, to } = this.#links;
    const search = this.#search;
    const first = linkStart[to[link] ?? 0] ?? 0;
    const turn = this.#turns.start[link] ?? 0;
    const end = (this.#turns.start[link + 1] ?? 0) - turn;
    for (let i = 0; i < end; i++) {
      if (this.#has[turn + i] !== HELD) continue;
      const next = first + i;
      const mark = this.#mark[next];
      if (mark === search + 1) return -1;
      if (mark === search || (this.#place[next] ?? 0) > high) continue;
      this.#mark[next] = search;
      this.#after[count++] = next;
    }
    return count;
  }

  /** Links that lead to `link`, down to place `low`, behind the `count` in `#before`. @returns their number; -1 where the other search has one */
  #searchBack(link: number, count: number, low: number): number {
    const { start: linkStart, back } = this.#links;
    const search = this.#search;
    const sw = this.#turns.from[link] ?? 0;
    const end = linkStart[sw + 1] ?? 0;
    for (let out = linkStart[sw] ?? 0; out < end; out++) {
      const into = back[out] ?? 0;
      if (this.#has[this.turn(into, link)] !== HELD) continue;
      const mark = this.#mark[into];
      if (mark === search) return -1;
      if (mark === search + 1 || (this.#place[into] ?? 0) < low) continue;
      this.#mark[into] = search + 1;
      this.#before[count++] = into;
    }
    return count;
  }

  /** Moves the `count` links of `#after` up behind place `high`, in their order. */
  #moveUp(count: number, low: number, high: number): void {
    let moved = 0;
    for (let place = low; place <= high; place++) {
      const link = this.#at[place] ?? 0;
      if (this.#mark[link] === this.#search) this.#after[moved++] = link;
      else this.#put(link, place - moved);
    }
    for (let i = 0; i < count; i++)
      this.#put(this.#after[i] ?? 0, high - count + 1 + i);
  }

  /** Moves the `count` links of `#before` down before place `low`, in their order. */
  #moveDown(count: number, low: number, high: number): void {
    let moved = 0;
    for (let place = high; place >= low; place--) {
      const link = this.#at[place] ?? 0;
      if (this.#mark[link] === this.#search + 1) this.#before[moved++] = link;
      else this.#put(link, place + moved);
    }
    for (let i = 0; i < count; i++)
      this.#put(this.#before[i] ?? 0, low + count - 1 - i);
  }

  #put(link: number, place: number): void {
    this.#at[place] = link;
    this.#place[link] = place;
  }
}
