/** How often something was found, and the first few of what was found. */
export interface Counted<T> {
  /** All of them. */
  readonly count: number;
  readonly examples: readonly T[];
  /** How many are not among the examples. */
  readonly more: number;
}

/** Examples that were chosen of `count`. */
export const countedOf = <T>(
  count: number,
  examples: readonly T[],
): Counted<T> => ({ count, examples, more: count - examples.length });

/** Counts all, keeps the first `limit`. */
export class Counter<T> {
  count = 0;
  readonly #limit: number;
  readonly #examples: T[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Places left for examples. */
  get room(): number {
    return this.#limit - this.#examples.length;
  }

  /** Adds the example to those kept where there is room; does not count. */
  keep(example: T): void {
    if (this.room > 0) this.#examples.push(example);
  }

  done(): Counted<T> {
    return countedOf(this.count, this.#examples);
  }
}
