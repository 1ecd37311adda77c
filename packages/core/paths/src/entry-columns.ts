import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { NO_PORT } from "@fabriclab/units";

/** LIDs of a block: as many as one line of a cache holds. */
const WIDTH = 64;

/**
 * The entries of all switches for one LID at a time. The tables must stay as they are meanwhile.
 *
 * Why blocks: tables have an array for each switch, so that entries of one LID lie as far apart as can be, and those of a large fabric are in no cache.
 * LIDs are mostly asked for one after the other; the entries of a whole block cost hardly more than those of its first LID.
 *
 * Complexity: O(switches) a LID; memory 64 bytes a switch.
 */
export class EntryColumns {
  readonly #lft: readonly Uint8Array[];
  /** LID of the block · stride + switch -> entry. */
  readonly #block: Uint8Array;
  readonly #stride: number;
  readonly #columns: readonly Uint8Array[];
  /** First LID of the block that the columns hold; -1 = none. */
  #held = -1;
  /** First LID of the block that was asked for last. */
  #asked = -1;
  /** Entries of a LID of which nothing is kept. */
  readonly #single: Uint8Array;

  constructor({ switchCount }: Fabric, { lft }: ForwardingTables) {
    this.#lft = lft;
    // Why odd lines: columns a power of two apart would share few places of a cache.
    const stride = (Math.ceil(switchCount / WIDTH) | 1) * WIDTH;
    this.#stride = stride;
    this.#block = new Uint8Array(stride * WIDTH);
    this.#columns = Array.from({ length: WIDTH }, (_, at) =>
      this.#block.subarray(at * stride, at * stride + switchCount),
    );
    this.#single = new Uint8Array(switchCount);
  }

  /** Switch -> its entry for a LID; `NO_PORT` where its table ends before. A view, overwritten by the next call. */
  of(lid: number): Uint8Array {
    const first = lid - (lid % WIDTH);
    if (first === this.#held) return this.#columns[lid - first] ?? this.#single;
    // One LID here and one there are not worth a block.
    if (first !== this.#asked) {
      this.#asked = first;
      return this.#alone(lid);
    }
    this.#fill(first);
    return this.#columns[lid - first] ?? this.#single;
  }

  #alone(lid: number): Uint8Array {
    const lft = this.#lft;
    const single = this.#single;
    for (let sw = 0; sw < single.length; sw++)
      single[sw] = lft[sw]?.[lid] ?? NO_PORT;
    return single;
  }

  #fill(first: number): void {
    const block = this.#block;
    const stride = this.#stride;
    for (let sw = 0; sw < this.#single.length; sw++) {
      const table = this.#lft[sw];
      for (let at = 0; at < WIDTH; at++)
        block[at * stride + sw] = table?.[first + at] ?? NO_PORT;
    }
    this.#held = first;
  }
}
