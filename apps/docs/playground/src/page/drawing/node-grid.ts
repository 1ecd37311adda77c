/** Nodes by place, so that the one under a pointer, and those that are seen, are found without looking at all. */
export class NodeGrid {
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  readonly #left: number;
  readonly #bottom: number;
  readonly #cell: number;
  readonly #columns: number;
  readonly #rows: number;
  /** Field -> where its nodes begin. */
  readonly #start: Int32Array;
  readonly #nodes: Int32Array;

  /** Complexity: O(nodes). */
  constructor(x: Float32Array, y: Float32Array) {
    [this.#x, this.#y] = [x, y];
    const least = (values: Float32Array): number =>
      values.reduce((a, b) => Math.min(a, b), Infinity);
    const most = (values: Float32Array): number =>
      values.reduce((a, b) => Math.max(a, b), -Infinity);
    this.#left = x.length === 0 ? 0 : least(x);
    this.#bottom = y.length === 0 ? 0 : least(y);
    const width = Math.max(1e-6, most(x) - this.#left);
    const height = Math.max(1e-6, most(y) - this.#bottom);
    this.#cell = Math.max(
      Math.sqrt((width * height) / Math.max(1, x.length)),
      Math.max(width, height) / 1000,
    );
    this.#columns = Math.floor(width / this.#cell) + 1;
    this.#rows = Math.floor(height / this.#cell) + 1;
    const start = new Int32Array(this.#columns * this.#rows + 1);
    for (let node = 0; node < x.length; node++)
      start[this.#field(x[node]!, y[node]!) + 1]! += 1;
    for (let field = 1; field < start.length; field++)
      start[field]! += start[field - 1]!;
    this.#start = start;
    this.#nodes = new Int32Array(x.length);
    const next = start.slice();
    for (let node = 0; node < x.length; node++)
      this.#nodes[next[this.#field(x[node]!, y[node]!)]!++] = node;
  }

  #column(x: number): number {
    const at = Math.floor((x - this.#left) / this.#cell);
    return Math.max(0, Math.min(this.#columns - 1, at));
  }

  #row(y: number): number {
    const at = Math.floor((y - this.#bottom) / this.#cell);
    return Math.max(0, Math.min(this.#rows - 1, at));
  }

  #field(x: number, y: number): number {
    return this.#row(y) * this.#columns + this.#column(x);
  }

  /** Calls back for nodes in a rectangle, and some beside it, until told to stop by `false`. */
  within(
    left: number,
    right: number,
    bottom: number,
    top: number,
    visit: (node: number) => boolean,
  ): void {
    for (let row = this.#row(bottom); row <= this.#row(top); row++)
      for (
        let column = this.#column(left);
        column <= this.#column(right);
        column++
      ) {
        const field = row * this.#columns + column;
        for (let k = this.#start[field]!; k < this.#start[field + 1]!; k++)
          if (!visit(this.#nodes[k]!)) return;
      }
  }

  /** The nearest node at most so far from a point; undefined where there is none. */
  nearest(x: number, y: number, most: number): number | undefined {
    let found: number | undefined;
    let least = most;
    this.within(x - most, x + most, y - most, y + most, (node) => {
      const away = Math.hypot(this.#x[node]! - x, this.#y[node]! - y);
      if (away <= least) [found, least] = [node, away];
      return true;
    });
    return found;
  }
}
