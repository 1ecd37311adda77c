import { FIRST_BIRTH, lateBirthIndex, lateBirthWord } from "@fabriclab/spec";
import type { Clock } from "./clock.ts";
import { S_SOURCE_WAIT } from "./registers.ts";

/** Births beyond those that are in use, from which on it is asked which still are. */
const SLACK = 1 << 14;

/**
 * Births that lie too far back for the 32 bits of a packet's record. The *birth word* (`K_BIRTH`) of such a packet is below {@link FIRST_BIRTH}, where no birth that
 * fits lies, and says where the birth stands here. The loop copies words into the journal and into copies of a packet without a look at them.
 *
 * A birth stays until {@link renew} asks which are still in use: copies and records share it, so that nobody could say when the last of them is gone.
 */
export class LateBirths {
  /**
   * Packets in the loop that have not left their host and whose birth is late. The loop, which takes the word for a tick, will add as much too little to
   * `S_SOURCE_WAIT` when one leaves.
   */
  waiting = 0;
  readonly #clock: Clock;
  readonly #sums: Float64Array;
  /** Source -> birth word of its packet, where that is one of those; else 0. */
  readonly #words: Int32Array;
  #ticks: number[] = [];
  #most = SLACK;

  /** @param sums those of the network */
  constructor(clock: Clock, sums: Float64Array, sources: number) {
    this.#clock = clock;
    this.#sums = sums;
    this.#words = new Int32Array(sources);
  }

  /** Absolute ticks, by their index. */
  get ticks(): readonly number[] {
    return this.#ticks;
  }

  /** So many are not in use any more that {@link renew} is worth its time. */
  get isCrowded(): boolean {
    return this.#ticks.length > this.#most;
  }

  /** Absolute tick of a birth word. */
  tickOf(word: number): number {
    return word >= FIRST_BIRTH
      ? this.#clock.base + word
      : this.#ticks[lateBirthIndex(word)]!;
  }

  /** Birth word of an absolute tick. */
  wordOf(tick: number): number {
    return this.#wordOf(tick, this.#clock.base);
  }

  /** The packet of `source` in the loop, which has not left, has this birth word. */
  waits(source: number, word: number): void {
    if (word >= FIRST_BIRTH) return;
    this.#words[source] = word;
    this.waiting++;
  }

  /** The packet of `source` has left its host. */
  left(source: number): void {
    const word = this.#words[source]!;
    if (word === 0) return;
    this.#sums[S_SOURCE_WAIT]! += word - (this.tickOf(word) - this.#clock.base);
    this.takenBack(source);
  }

  /** The packet of `source` waits elsewhere again. */
  takenBack(source: number): void {
    if (this.#words[source] === 0) return;
    this.#words[source] = 0;
    this.waiting--;
  }

  /**
   * Forgets all births that are not said to be in use, and which packets wait.
   *
   * @param base of the clock that the words from now on are relative to
   * @param packets of the network, which have to be asked each time
   * @param each calls `renewed` with the birth word of everything in use, which gives the new one
   */
  renew(
    base: number,
    packets: number,
    each: (renewed: (word: number) => number) => void,
  ): void {
    const before = this.#ticks;
    const baseBefore = this.#clock.base;
    this.#ticks = [];
    this.#words.fill(0);
    this.waiting = 0;
    each((word) =>
      this.#wordOf(
        word >= FIRST_BIRTH ? baseBefore + word : before[lateBirthIndex(word)]!,
        base,
      ),
    );
    this.#most = 2 * this.#ticks.length + packets + SLACK;
  }

  #wordOf(tick: number, base: number): number {
    return tick - base >= FIRST_BIRTH
      ? tick - base
      : lateBirthWord(this.#ticks.push(tick) - 1);
  }
}
