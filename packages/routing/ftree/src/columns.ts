import { NO_PORT } from "@fabriclab/units";

/** Edge of the squares in which columns become rows: both sides of a square fit into the first cache. */
const SQUARE = 64;

/**
 * Forwarding entries while they are found: a column of all switches for each LID, because routes are laid for one LID after the other. The rows that
 * switches store are made once, at the end.
 *
 * Why: a LID's entries written straight into the switches' rows miss the cache at every step; see `pnpm bench engines`.
 */
export class LidColumns {
  /** Port at `lid · switches + switch`, NO_PORT where there is none. */
  readonly port: Uint8Array;
  /** Switch -> hops of the route to the present LID that was found so far, NO_PORT where there is none. */
  readonly hops: Uint8Array;
  readonly #switches: number;
  readonly #topLid: number;

  constructor(switches: number, topLid: number) {
    this.#switches = switches;
    this.#topLid = topLid;
    this.port = new Uint8Array(switches * (topLid + 1)).fill(NO_PORT);
    this.hops = new Uint8Array(switches).fill(NO_PORT);
  }

  /** Begins a LID. @returns the place of its column */
  begin(lid: number): number {
    this.hops.fill(NO_PORT);
    return lid * this.#switches;
  }

  /** Switch -> LID -> port. The column of LID 0 is none. O(switches · LIDs). */
  rows(): Uint8Array[] {
    const switches = this.#switches;
    const size = this.#topLid + 1;
    const { port } = this;
    const rows = Array.from({ length: switches }, () =>
      new Uint8Array(size).fill(NO_PORT),
    );
    for (let first = 1; first < size; first += SQUARE) {
      const end = Math.min(first + SQUARE, size);
      for (let low = 0; low < switches; low += SQUARE) {
        const high = Math.min(low + SQUARE, switches);
        for (let sw = low; sw < high; sw++) {
          const row = rows[sw] as Uint8Array;
          for (let lid = first; lid < end; lid++)
            row[lid] = port[lid * switches + sw] as number;
        }
      }
    }
    return rows;
  }
}
