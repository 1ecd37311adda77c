/** Operations of a page. */
const PAGE = 1024;

/** Births and ends of operations that have numbers in a row, in ticks. */
interface Page {
  /** Of the first packet; Infinity before there is one. */
  readonly births: Float64Array;
  /** Of the latest delivery; -Infinity before there is one. */
  readonly ends: Float64Array;
}

/**
 * When the operations began and ended of which something was delivered.
 *
 * Why pages: a run may stop at a cap long before its traffic's last operation, and memory for all that were asked for may be more than there is. A page stands for a
 * stretch of numbers, for the operations of one source follow each other.
 */
export class OperationTimes {
  readonly #pages = new Map<number, Page>();
  #count = 0;

  /** Operations of which something was delivered. */
  get count(): number {
    return this.#count;
  }

  /** A packet of an operation, born and delivered at these ticks; O(1). */
  add(operation: number, birth: number, end: number): void {
    const number = Math.floor(operation / PAGE);
    let page = this.#pages.get(number);
    if (page === undefined) {
      page = {
        births: new Float64Array(PAGE).fill(Infinity),
        ends: new Float64Array(PAGE).fill(-Infinity),
      };
      this.#pages.set(number, page);
    }
    const at = operation - number * PAGE;
    const { births, ends } = page;
    if (ends[at] === -Infinity) this.#count += 1;
    births[at] = Math.min(births[at] ?? Infinity, birth);
    ends[at] = Math.max(ends[at] ?? -Infinity, end);
  }

  clear(): void {
    this.#pages.clear();
    this.#count = 0;
  }

  /** Takes those of another part of the run, too; O(operations of that). */
  merge(other: OperationTimes): void {
    other.#each((operation, birth, end) => this.add(operation, birth, end));
  }

  /** The first birth and the last end of all. */
  span(): { readonly birth: number; readonly end: number } {
    const span = { birth: Infinity, end: -Infinity };
    this.#each((_, birth, end) => {
      span.birth = Math.min(span.birth, birth);
      span.end = Math.max(span.end, end);
    });
    return span;
  }

  /** How long each took, in no order that means something. */
  durations(): Float64Array {
    const durations = new Float64Array(this.#count);
    let at = 0;
    this.#each((_, birth, end) => {
      durations[at] = end - birth;
      at += 1;
    });
    return durations;
  }

  #each(take: (operation: number, birth: number, end: number) => void): void {
    for (const [number, { births, ends }] of this.#pages)
      for (let at = 0; at < PAGE; at += 1)
        if (ends[at] !== -Infinity)
          take(number * PAGE + at, births[at] ?? Infinity, ends[at] ?? 0);
  }
}
