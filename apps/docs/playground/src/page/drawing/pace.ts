/** Frames that are looked at together. */
const WINDOW = 3;
/** Milliseconds between two frames of one movement; more is a pause of the hand. */
const PAUSE = 3000;

/** Tells whether a drawing follows a moving hand. */
export class Pace {
  readonly #gaps: number[] = [];
  #last = Number.NEGATIVE_INFINITY;

  /**
   * A frame was drawn while the hand moved.
   *
   * @returns milliseconds between frames, the median of the last few; undefined before there are enough
   */
  frame(now: number): number | undefined {
    const gap = now - this.#last;
    this.#last = now;
    if (gap > PAUSE) return undefined;
    this.#gaps.push(gap);
    if (this.#gaps.length > WINDOW) this.#gaps.shift();
    if (this.#gaps.length < WINDOW) return undefined;
    return [...this.#gaps].sort((a, b) => a - b)[(WINDOW - 1) / 2];
  }
}
