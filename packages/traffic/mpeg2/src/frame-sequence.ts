import type { FrameType } from "./gop-pattern.ts";

/** The frames of one stream in the order in which they are sent, counted from 0. The same answers whoever asks, and in which order. */
export interface FrameSequence {
  /** Bytes of a frame, at least 1. */
  bytes(frame: number): number;
  type(frame: number): FrameType;
}

/** Numbers that a generator gives one after the other, kept so that they can be asked for again. */
export class GrowingList {
  readonly #draw: () => number;
  #values = new Float64Array(64);
  #count = 0;

  constructor(draw: () => number) {
    this.#draw = draw;
  }

  at(index: number): number {
    while (this.#count <= index) {
      if (this.#count === this.#values.length) {
        const larger = new Float64Array(2 * this.#count);
        larger.set(this.#values);
        this.#values = larger;
      }
      this.#values[this.#count++] = this.#draw();
    }
    return this.#values[index] ?? 0;
  }
}
