import { MULTICAST_LID_MIN } from "@fabriclab/units";
import {
  emptyDraft,
  droppedCopies,
  JOURNAL_BIRTH,
  JOURNAL_BYTES,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  type Journal,
} from "@fabriclab/spec";
import { bytesBorn, isOpenLoop, offeredPerTick } from "./births.ts";
import type { Composition } from "./composition.ts";
import type { JournalReader } from "./journal-reader.ts";
import { packetTicks } from "./packet-ticks.ts";
import { BINS, Passage, Passages } from "./passages.ts";
import { refusedWhereSparse } from "./starved.ts";
import {
  backlogOf,
  detectSaturation,
  staysBehind,
  type LoadWindow,
  type Saturation,
} from "./statistics/saturation.ts";
import { relativeHalfWidth } from "./statistics/stopping-rule.ts";

/** How many times as long as it took to know that it is saturated a run may take until it is known which entries are. */
const PATIENCE = 8;

/** What is known of the entries of a saturated run. */
export interface EntriesKnown {
  /** Those that are saturated, by their index. */
  readonly saturated: ReadonlyMap<number, Saturation>;
  /** Whether no other has latencies that grow. */
  readonly clear: boolean;
  /** Whether it is known as precisely as asked how much of each of them comes through. */
  readonly precise: boolean;
}

/**
 * Watches the entries of a run that is saturated as a whole, from the moment at which that is known: which of them are, and which have a steady state beside those,
 * as traffic of other lanes and other receivers may.
 *
 * Each entry is asked by itself, by the rule of endless runs ({@link detectSaturation}), of what comes to its end and of the time since its birth, in the second
 * half of the time for which it is watched.
 */
export class SaturatedEntries implements JournalReader {
  readonly #composition: Composition;
  readonly #start: number;
  /** The tick at which it began to be asked which entries are saturated. */
  #asked: number;
  readonly #passages: Passages;
  /** Entries that are watched. */
  readonly count: number;
  /** Those that were found saturated, and are left out of what is measured. */
  #found: ReadonlyMap<number, Saturation> = new Map();

  /**
   * @param start ticks simulated
   * @param known entries of which it is known already, which are not watched
   */
  constructor(
    composition: Composition,
    start: number,
    known: (index: number) => boolean,
  ) {
    this.#composition = composition;
    this.#start = start;
    this.#asked = start;
    this.#passages = new Passages(
      composition.traffic.map((_, index) =>
        known(index) ? undefined : new Passage(),
      ),
      packetTicks(composition),
    );
    this.count = this.#passages.of.filter((one) => one !== undefined).length;
  }

  /** Saturated entries that are known of; see {@link leaveOut}. */
  get found(): ReadonlyMap<number, Saturation> {
    return this.#found;
  }

  /** Tick after which it is not waited for any longer that entries are found. */
  get until(): number {
    return PATIENCE * this.#asked;
  }

  /** It is asked from now on which entries are saturated; they were watched before. @param now ticks simulated */
  askFrom(now: number): void {
    this.#asked = now;
  }

  /** @returns whether any of these is not yet known of; they are from now on */
  leaveOut(saturated: ReadonlyMap<number, Saturation>): boolean {
    const before = this.#found.size;
    this.#found = new Map(
      [...this.#found, ...saturated].sort(([a], [b]) => a - b),
    );
    return this.#found.size > before;
  }

  observe(journal: Journal): void {
    const { records, count, baseTick } = journal;
    const passages = this.#passages;
    const shift = baseTick - this.#start;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      const kind = records[at + JOURNAL_KIND];
      if (kind === JournalKind.injected) continue;
      const word = records[at + JOURNAL_CLASS]!;
      const passage = passages.of[(word >>> 8) & 0xff];
      if (passage === undefined) continue;
      const time = records[at + JOURNAL_TIME]!;
      const bytes = records[at + JOURNAL_BYTES]!;
      // What is dropped has left, too, but after a time that says nothing of those that arrive.
      if (kind === JournalKind.dropped)
        passages.add(passage, shift + time, bytes * droppedCopies(word));
      else
        passages.add(
          passage,
          shift + time,
          bytes,
          time - journalBirth(journal, records[at + JOURNAL_BIRTH]!),
        );
    }
  }

  /**
   * Which entries are saturated, as far as can be told by now. O(packets born since the run began), where an entry's latency grows.
   *
   * @param now ticks simulated
   * @param precision of the share of each saturated entry that comes through
   */
  look(now: number, precision: number): EntriesKnown {
    const saturated = new Map<number, Saturation>();
    let clear = true;
    let precise = true;
    const { of, unit } = this.#passages;
    const to = Math.min(BINS, Math.floor((now - this.#start) / unit));
    const from = Math.ceil(to / 2);
    for (const [index, passage] of of.entries()) {
      if (passage === undefined) continue;
      const { windows, size } = passage.windows(from, to);
      const first = this.#start + (to - size * windows.length) * unit;
      const sparse = refusedWhereSparse(this.#composition, index, windows, [
        first,
        Math.floor((first + now) / 2),
      ]);
      if (sparse !== undefined) saturated.set(index, sparse);
      if (sparse !== undefined || !backlogOf(windows).linear) continue;
      const found = this.#refused(index, windows, first, size * unit);
      if (found === undefined) {
        clear = false;
        continue;
      }
      saturated.set(index, found);
      precise &&= relativeHalfWidth(found.accepted) <= precision;
    }
    return { saturated, clear, precise };
  }

  /** Of an entry whose latency grows: what of it comes through, where that is less than what is born. */
  #refused(
    index: number,
    windows: readonly LoadWindow[],
    from: number,
    size: number,
  ): Saturation | undefined {
    const born = this.#countsCopies(index)
      ? undefined
      : bytesBorn(
          this.#composition,
          { from, size, count: windows.length },
          index,
        );
    const offered =
      born === undefined
        ? undefined
        : born.reduce((sum, bytes) => sum + bytes, 0) / born.length;
    const found = detectSaturation(windows, offered);
    return found.saturated && (born === undefined || staysBehind(windows, born))
      ? this.#declared(found, index, size)
      : undefined;
  }

  /**
   * Of a saturated entry: what it declares to offer instead of what it bore.
   *
   * Why: that it is saturated, its births say better; but how many of them fall into so short a time is chance, which would be in the share that comes through.
   */
  #declared(found: Saturation, index: number, size: number): Saturation {
    const perTick = offeredPerTick(this.#composition, index);
    const { accepted, offered } = found;
    if (
      perTick === undefined ||
      offered === undefined ||
      accepted === undefined
    )
      return found;
    return accepted.mean < perTick * size
      ? { ...found, offered: perTick * size }
      : found;
  }

  /** Whether packets of an entry arrive more than once, so that what arrives cannot be set against what is born. */
  #countsCopies(index: number): boolean {
    const entry = this.#composition.freshTraffic()[index];
    if (entry === undefined || !isOpenLoop(entry)) return false;
    const draft = emptyDraft();
    return entry.streams.some(
      (stream) => stream.next(draft) && draft.dlid >= MULTICAST_LID_MIN,
    );
  }
}
