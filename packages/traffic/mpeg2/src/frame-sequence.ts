import type { FrameType } from "./gop-pattern.ts";

/** The frames of one stream in the order in which they are sent, counted from 0. The same answers whoever asks, and in which order. */
export interface FrameSequence {
  /** Bytes of a frame, at least 1. */
  bytes(frame: number): number;
  type(frame: number): FrameType;
}

/** Numbers drawn beyond the one that is asked for, at most. Why any: a stream's turn comes once a frame, and nothing that drawing needs is in a cache by then. */
const MOST_AHEAD = 16;

/** Numbers that a generator gives one after the other, kept so that they can be asked for again. */
export class GrowingList {
  readonly #draw: () => number;
  #values = new Float64Array(64);
  #count = 0;

  constructor(draw: () => number) {
    this.#draw = draw;
  }

  at(index: number): number {
    if (index >= this.#count) this.#grow(index);
    return this.#values[index]!;
  }

  #grow(index: number): void {
    // As many again as there are: short streams draw little that nobody asks for.
    const count = Math.max(
      index + 1,
      this.#count + Math.min(MOST_AHEAD, this.#count),
    );
    if (count > this.#values.length) {
      const larger = new Float64Array(Math.max(count, 2 * this.#values.length));
      larger.set(this.#values);
      this.#values = larger;
    }
    for (let at = this.#count; at < count; at += 1)
      this.#values[at] = this.#draw();
    this.#count = count;
  }
}
