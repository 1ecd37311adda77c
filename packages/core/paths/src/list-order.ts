/** Numbers go up to here; differences of integers below are exact. */
const MOST = 2 ** 52;

/** Up to so many, insertion sorts them faster than a sort that calls back. */
const FEW = 32;

/**
 * A total order of 0 … size - 1 in which some can be moved right behind or before another: a list, with numbers that grow along it. Those that are moved
 * get numbers between those of their new neighbours; where none are left, all are numbered anew (Dietz and Sleator: Two algorithms for maintaining order
 * in a list. STOC 1987).
 *
 * Complexity: O(k log k) for k that are moved, O(size) where all are numbered anew, which is after dozens of moves to one place; 16 bytes for each.
 */
export class ListOrder {
  /** One -> a number that is greater the later it comes. */
  readonly place: Float64Array;
  readonly #size: number;
  /** One -> the next and the previous; `size` stands before the first and behind the last. */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;

  /** @param place one -> place to begin with, each place once. Default: in order. */
  constructor(size: number, place?: Int32Array) {
    this.#size = size;
    this.place = new Float64Array(size);
    this.#next = new Int32Array(size + 1);
    this.#previous = new Int32Array(size + 1);
    const at = new Int32Array(size);
    for (let one = 0; one < size; one++) at[place?.[one] ?? one] = one;
    let before = size;
    for (const one of at) {
      this.#join(before, one);
      before = one;
    }
    this.#join(before, size);
    this.#number();
  }

  /** Moves the first `count` of `some`, of which `one` is none, right behind it, in their order. Sorts them. */
  moveBehind(one: number, some: Int32Array, count: number): void {
    this.#takeOut(some, count);
    this.#putBehind(one, some, count);
  }

  /** The same right before `one`. */
  moveBefore(one: number, some: Int32Array, count: number): void {
    this.#takeOut(some, count);
    this.#putBehind(this.#previous[one] ?? 0, some, count);
  }

  #takeOut(some: Int32Array, count: number): void {
    this.#sort(some, count);
    for (let i = 0; i < count; i++) {
      const one = some[i] ?? 0;
      this.#join(this.#previous[one] ?? 0, this.#next[one] ?? 0);
    }
  }

  #sort(some: Int32Array, count: number): void {
    const { place } = this;
    if (count > FEW) {
      some.subarray(0, count).sort((a, b) => (place[a] ?? 0) - (place[b] ?? 0));
      return;
    }
    for (let i = 1; i < count; i++) {
      const one = some[i] ?? 0;
      const number = place[one] ?? 0;
      let at = i;
      for (; at > 0 && (place[some[at - 1] ?? 0] ?? 0) > number; at--)
        some[at] = some[at - 1] ?? 0;
      some[at] = one;
    }
  }

  #putBehind(behind: number, some: Int32Array, count: number): void {
    const { place } = this;
    const next = this.#next[behind] ?? 0;
    let before = behind;
    for (let i = 0; i < count; i++) {
      const one = some[i] ?? 0;
      this.#join(before, one);
      before = one;
    }
    this.#join(before, next);
    const low = behind === this.#size ? 0 : (place[behind] ?? 0);
    const high = next === this.#size ? MOST : (place[next] ?? 0);
    const step = Math.floor((high - low) / (count + 1));
    if (step === 0) this.#number();
    else
      for (let i = 0; i < count; i++)
        place[some[i] ?? 0] = low + (i + 1) * step;
  }

  #join(before: number, after: number): void {
    this.#next[before] = after;
    this.#previous[after] = before;
  }

  #number(): void {
    const step = Math.floor(MOST / (this.#size + 1));
    let number = 0;
    let one = this.#next[this.#size] ?? 0;
    for (; one !== this.#size; one = this.#next[one] ?? 0) {
      number += step;
      this.place[one] = number;
    }
  }
}
