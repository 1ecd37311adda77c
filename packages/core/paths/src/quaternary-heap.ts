/**
 * A heap of vertices 0 … n - 1 by a key, with four children to a node and OpenSM's ways with equal keys: of equal children the last one rises, and a key
 * only rises past greater ones. What is extracted among equals decides which of equally light paths is taken, so engines that want OpenSM's tables need
 * this very heap.
 *
 * Complexity: O(log n) for an operation; allocates nothing after construction.
 */
export class QuaternaryHeap {
  size = 0;
  readonly #key: Float64Array;
  readonly #vertex: Int32Array;
  /** Vertex -> its place. */
  readonly #place: Int32Array;

  constructor(capacity: number) {
    this.#key = new Float64Array(capacity);
    this.#vertex = new Int32Array(capacity);
    this.#place = new Int32Array(capacity);
  }

  /** Holds the vertices 0 … count - 1, in this order, all at Infinity. */
  fill(count: number): void {
    this.size = count;
    for (let i = 0; i < count; i++) {
      this.#key[i] = Infinity;
      this.#vertex[i] = i;
      this.#place[i] = i;
    }
  }

  /** Gives a vertex in the heap a smaller key. */
  decrease(vertex: number, key: number): void {
    let at = this.#place[vertex] ?? 0;
    while (at > 0) {
      const parent = (at - 1) >> 2;
      if (!(key < (this.#key[parent] ?? 0))) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, key, vertex);
  }

  /** Takes out a vertex of least key; -1 when the heap is empty. */
  extract(): number {
    if (this.size === 0) return -1;
    const top = this.#vertex[0] ?? 0;
    const last = (this.size -= 1);
    if (last > 0) this.#sink(this.#key[last] ?? 0, this.#vertex[last] ?? 0);
    return top;
  }

  /** Puts a vertex in place of the root. */
  #sink(key: number, vertex: number): void {
    const keys = this.#key;
    let at = 0;
    for (;;) {
      const first = 4 * at + 1;
      if (first >= this.size) break;
      const end = Math.min(first + 4, this.size);
      let least = first;
      for (let child = first + 1; child < end; child++)
        if ((keys[child] ?? 0) <= (keys[least] ?? 0)) least = child;
      if (!(key > (keys[least] ?? 0))) break;
      this.#move(least, at);
      at = least;
    }
    this.#put(at, key, vertex);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#key[from] ?? 0, this.#vertex[from] ?? 0);
  }

  #put(at: number, key: number, vertex: number): void {
    this.#key[at] = key;
    this.#vertex[at] = vertex;
    this.#place[vertex] = at;
  }
}
