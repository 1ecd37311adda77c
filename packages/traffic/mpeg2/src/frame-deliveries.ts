/** Counts the deliveries of all frames, as far as is asked: to draw all frames of a long video beforehand takes minutes. */
export class FrameDeliveries {
  readonly #frames: number;
  readonly #of: (tag: number) => number;
  /** Deliveries of the frames before `#tag`, which are drawn. */
  #counted = 0;
  #tag = 0;

  /**
   * @param frames of all streams together
   * @param of deliveries of the frame with a tag, 0 … frames - 1
   */
  constructor(frames: number, of: (tag: number) => number) {
    this.#frames = frames;
    this.#of = of;
  }

  /** `Traffic.countDeliveries`: the guess is that all frames have as many as those before the first that `settled` does not reach. */
  count(settled: number): number {
    while (this.#counted <= settled && this.#tag < this.#frames)
      this.#counted += this.#of(this.#tag++);
    return this.#tag === this.#frames
      ? this.#counted
      : Math.ceil(this.#counted * (this.#frames / this.#tag));
  }
}
