import type { Drive } from "./drive.ts";
import { silentHosts, type Silent } from "./silent.ts";
import { heldBackEntries, starvedEntries } from "./starved.ts";
import type { Saturation } from "./statistics/saturation.ts";

/** Traffic of which nothing comes through, or too little, in the measured interval of an open-loop run. */
export class Unheard {
  readonly #drive: Drive;
  /** First tick of the measured interval. */
  #start = 0;
  /** Packets of each entry that had come to an end by then. */
  #endedBefore = new Float64Array(0);

  constructor(drive: Drive) {
    this.#drive = drive;
  }

  /** The measurement is begun. */
  begin(): void {
    this.#start = this.#drive.now;
    this.#endedBefore = this.#drive.sums.settled.slice();
    this.#drive.sums.forget();
  }

  /**
   * Entries of which nothing came through since then; where management traffic goes before all, too little.
   *
   * @param queueing that management traffic, which is none of them
   * @param undecided the measurement means nothing yet: since the run was begun
   */
  entries(
    queueing: ReadonlyMap<number, Saturation>,
    undecided = false,
  ): ReadonlyMap<number, Saturation> {
    const { composition, sums, now } = this.#drive;
    const before = (index: number): number =>
      undecided ? 0 : this.#endedBefore[index]!;
    const ended = (index: number): number =>
      sums.settled[index]! - before(index);
    const from = undecided ? 0 : this.#start;
    const starved = starvedEntries(composition, ended, from, now);
    if (queueing.size === 0) return starved;
    const held = heldBackEntries(composition, ended, from, now);
    return new Map(
      [...held, ...starved].filter(([index]) => !queueing.has(index)),
    );
  }

  /** Hosts of which nothing came through since then. @param known entries that suffer as a whole */
  hosts(known: (index: number) => boolean): Silent {
    const { composition, sums, now } = this.#drive;
    return silentHosts(
      composition,
      (index, host) => known(index) || sums.heard(index, host),
      this.#start,
      now,
    );
  }
}
