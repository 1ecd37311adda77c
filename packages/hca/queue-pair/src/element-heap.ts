/**
 * The first elements of queues, in the order in which they are to be served: by rank, then by birth, then by the place of their queue. A queue has one of
 * a rank at most, so no two tie.
 *
 * Complexity: O(log n) to push, pop and replace; O(1) to see the first, and to replace it by one that goes first, too, as the next packet of a frame does.
 */
export class ElementHeap {
  size = 0;
  // Why numbers: elements of many queues are too far apart in memory to be compared themselves.
  readonly #ranks: Uint8Array;
  readonly #births: Float64Array;
  readonly #queues: Int32Array;

  /** @param most elements at a time */
  constructor(most: number) {
    this.#ranks = new Uint8Array(most);
    this.#births = new Float64Array(most);
    this.#queues = new Int32Array(most);
  }

  /** Of the first; Infinity where there is none. */
  get birth(): number {
    return this.size === 0 ? Infinity : this.#births[0]!;
  }

  /** Of the first. Holds where there is one, as does `queue`. */
  get rank(): number {
    return this.#ranks[0]!;
  }

  /** Place of the first's queue. */
  get queue(): number {
    return this.#queues[0]!;
  }

  /** Whether there is an element of a rank. O(n). */
  has(rank: number): boolean {
    const at = this.#ranks.indexOf(rank);
    return at >= 0 && at < this.size;
  }

  push(rank: number, birth: number, queue: number): void {
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#precedes(rank, birth, queue, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, rank, birth, queue);
  }

  /** Takes the first away. */
  pop(): void {
    const last = --this.size;
    if (last > 0)
      this.replace(
        this.#ranks[last]!,
        this.#births[last]!,
        this.#queues[last]!,
      );
  }

  /** Puts another in place of the first. */
  replace(rank: number, birth: number, queue: number): void {
    const { size } = this;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && this.#isBefore(child + 1, child)) child++;
      if (this.#precedes(rank, birth, queue, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, rank, birth, queue);
  }

  #put(at: number, rank: number, birth: number, queue: number): void {
    this.#ranks[at] = rank;
    this.#births[at] = birth;
    this.#queues[at] = queue;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#ranks[from]!, this.#births[from]!, this.#queues[from]!);
  }

  #isBefore(one: number, other: number): boolean {
    return this.#precedes(
      this.#ranks[one]!,
      this.#births[one]!,
      this.#queues[one]!,
      other,
    );
  }

  /** Whether such an element goes before the one at a node. */
  #precedes(rank: number, birth: number, queue: number, node: number): boolean {
    const nodeRank = this.#ranks[node]!;
    if (rank !== nodeRank) return rank < nodeRank;
    const nodeBirth = this.#births[node]!;
    if (birth !== nodeBirth) return birth < nodeBirth;
    return queue < this.#queues[node]!;
  }
}
