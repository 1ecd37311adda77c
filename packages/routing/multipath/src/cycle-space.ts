/**
 * The span over GF(2) of sets of links: two cycles add up to the links that exactly one of them has. Gaussian elimination, one set at a time.
 *
 * Complexity: O(rank · links / word) for a set.
 */
export class CycleSpace {
  /** Highest link of a row -> the row. */
  readonly #rows = new Map<number, bigint>();

  /** Takes a set of links in, unless it is a sum of sets that are there. @returns whether it was independent of them */
  add(links: Iterable<number>): boolean {
    let row = 0n;
    for (const link of links) row ^= 1n << BigInt(link);
    while (row !== 0n) {
      const top = row.toString(2).length - 1;
      const other = this.#rows.get(top);
      if (other === undefined) {
        this.#rows.set(top, row);
        return true;
      }
      row ^= other;
    }
    return false;
  }
}
