import {
  droppedCopies,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  JournalKind,
  MAX_DROPPED_COPIES,
  type Journal,
  type Traffic,
} from "@fabriclab/spec";
import type { Drive } from "./drive.ts";
import type { FiniteGoal } from "./finite-goal.ts";
import { isDue } from "./load-window.ts";
import { packetTicks } from "./packet-ticks.ts";

/** A slice is at most this share of the time so far, … */
const OF_TIME = 1 / 64;
/** … of the time that is left at the rate so far, and of the time since finite packets last came to an end, whichever of these two is longer. */
const OF_REST = 1 / 8;
const OF_PAUSE = 1 / 16;
/** The shortest slice, as a share of the longest packet's time. */
const OF_PACKET = 1 / 64;

/**
 * The moment at which the last finite packet is delivered or dropped while endless traffic goes on. The run ends with it, though the engine is asked to run from
 * border to border and comes a little farther: what the journal tells of the time after it is left out.
 *
 * Why borders: an engine of several threads stops nowhere else, and all have to give the same.
 */
export class FiniteEnd {
  readonly #drive: Drive;
  readonly #goal: FiniteGoal;
  readonly #isFinite: Uint8Array;
  readonly #traffic: readonly Traffic[];
  /** How many deliveries and drops a record may stand for. */
  readonly #copies: number;
  readonly #settled: Float64Array;
  readonly #least: number;
  /** Tick of the last finite packet so far. */
  #last = -1;
  #done = false;
  /** Finite packets at the last border, and the tick at which that number changed. */
  #seen = 0;
  #moved = 0;

  constructor(drive: Drive, goal: FiniteGoal) {
    const { composition, sums } = drive;
    this.#drive = drive;
    this.#goal = goal;
    this.#isFinite = Uint8Array.from(
      composition.traffic,
      ({ finite }: Traffic) => (finite ? 1 : 0),
    );
    this.#traffic = composition.traffic;
    this.#copies = composition.groups.length === 0 ? 1 : MAX_DROPPED_COPIES;
    this.#settled = new Float64Array(sums.settled.length);
    this.#least = Math.max(1, Math.floor(OF_PACKET * packetTicks(composition)));
  }

  /** The tick, once it is known: a delivery is told of when the packet enters the last link. */
  get tick(): number | undefined {
    return this.#done ? this.#last : undefined;
  }

  /** How many ticks to simulate until the next border. @param now ticks simulated */
  slice(now: number): number {
    if (this.#done) return Math.max(1, this.#last + 1 - now);
    const settled = this.#count();
    if (settled > this.#seen) {
      this.#seen = settled;
      this.#moved = now;
    }
    const expected = this.#goal.expected();
    const rest =
      expected === undefined || settled === 0
        ? Infinity
        : (OF_REST * now * (expected - settled)) / settled;
    const pause = OF_PAUSE * (now - this.#moved);
    return Math.max(
      this.#least,
      Math.floor(Math.min(OF_TIME * now, Math.max(rest, pause))),
    );
  }

  /**
   * The journal without what happens after that tick.
   *
   * @param journal the next piece, which `drive.sums` has not seen; it is changed
   */
  cut(journal: Journal): Journal {
    if (!this.#done) {
      const { declared } = this.#goal;
      const mayEnd =
        declared === undefined ||
        this.#count() + this.#copies * journal.count >= declared;
      // What is far from the end is passed over, but for its times.
      if (!mayEnd) return journal;
      this.#settled.set(this.#drive.sums.due);
      this.#observe(journal);
      if (!this.#goal.isComplete(this.#settled)) return journal;
      this.#done = true;
      this.#last = Math.max(this.#last, ...this.#lastBefore());
    }
    return until(journal, this.#last);
  }

  /** Finite packets that `drive.sums` has seen, of those that are due. */
  #count(): number {
    let count = 0;
    for (let index = 0; index < this.#isFinite.length; index++)
      if (this.#isFinite[index] === 1) count += this.#drive.sums.due[index]!;
    return count;
  }

  /** Ticks of the last packet of each finite entry that `drive.sums` has seen. */
  #lastBefore(): number[] {
    return [...this.#isFinite.keys()].flatMap((index) =>
      this.#isFinite[index] === 1 ? [this.#drive.sums.lastOf[index]!] : [],
    );
  }

  #observe({ records, count, baseTick }: Journal): void {
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      const kind = records[at + JOURNAL_KIND];
      const word = records[at + JOURNAL_CLASS]!;
      const index = (word >>> 8) & 0xff;
      if (kind === JournalKind.injected || this.#isFinite[index] !== 1)
        continue;
      if (
        kind === JournalKind.delivered &&
        !isDue(
          this.#traffic[index],
          records[at + JOURNAL_TAG]!,
          records[at + JOURNAL_PLACE]!,
        )
      )
        continue;
      this.#settled[index]! +=
        kind === JournalKind.dropped ? droppedCopies(word) : 1;
      this.#last = Math.max(this.#last, baseTick + records[at + JOURNAL_TIME]!);
    }
  }
}

/** The records of what happens until `tick`, at the front of the same memory. */
function until(journal: Journal, tick: number): Journal {
  const { records, count, baseTick } = journal;
  let kept = 0;
  for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
    if (baseTick + records[at + JOURNAL_TIME]! > tick) continue;
    records.copyWithin(kept, at, at + JOURNAL_STRIDE);
    kept += JOURNAL_STRIDE;
  }
  return { ...journal, count: kept / JOURNAL_STRIDE };
}
