/** How many lines and nodes a frame may draw: fewer where they took too long, more where there was time left. */
export class Budget {
  readonly #least: number;
  readonly #most: number;
  readonly #allowed: number;
  #now: number;

  /**
   * @param least drawn in any case, so that a picture is finished some time
   * @param most never exceeded, however fast the machine is
   * @param allowed milliseconds that a frame should take
   */
  constructor(least: number, most: number, allowed: number) {
    this.#least = this.#now = least;
    this.#most = most;
    this.#allowed = allowed;
  }

  /** Lines and nodes of the next frame. */
  get now(): number {
    return this.#now;
  }

  /** A frame that drew all it might took so many milliseconds. */
  took(milliseconds: number): void {
    if (milliseconds <= this.#allowed)
      this.#now = Math.min(this.#most, Math.ceil(this.#now * 1.5));
    else if (milliseconds > 1.5 * this.#allowed)
      this.#now = Math.max(this.#least, Math.floor(this.#now / 2));
  }
}
