/** Sources that are to be asked again by themselves, and when. */
export class Reminders {
  readonly #ticks = new Map<number, number>();
  #next = Infinity;

  /** The earliest tick, absolute; Infinity where there is none. */
  get next(): number {
    return this.#next;
  }

  /** `source` is to be asked again at `tick`, absolute; at an earlier one where that was said before. */
  add(source: number, tick: number): void {
    const known = this.#ticks.get(source) ?? Infinity;
    this.#ticks.set(source, Math.min(known, tick));
    this.#next = Math.min(this.#next, tick);
  }

  /** Takes the sources off that are due by `tick`, absolute. @returns them, in order */
  take(tick: number): readonly number[] {
    if (this.#next > tick) return [];
    const due: number[] = [];
    this.#next = Infinity;
    for (const [source, at] of this.#ticks) {
      if (at > tick) {
        this.#next = Math.min(this.#next, at);
        continue;
      }
      this.#ticks.delete(source);
      due.push(source);
    }
    return due.sort((a, b) => a - b);
  }
}
