import { JOURNAL_STRIDE, type Journal } from "@fabriclab/spec";
import type { Engine } from "./engine.ts";
import type { Injections } from "./injections.ts";
import type { JournalReader } from "./journal-reader.ts";

/** Records of a piece: read in about the time for which one thread waits for another. */
const PIECE = 8;
const NOTHING: Injections = { packets: 0, bytes: 0, wait: 0 };

/**
 * The reading of a slice's journal while the next slice is simulated, piece by piece, where the threads of an engine wait for each other: what readers
 * do would else be done by one thread while the others stand still. Readers sum up, so that pieces give what the whole would.
 */
export class LateReading {
  readonly #readers: readonly JournalReader[];
  readonly #journal: Journal;
  /** Records that are to be read. */
  readonly #count: number;
  /** For the first piece; the others bring none. */
  #injections: Injections;
  #read = 0;

  /**
   * @param engine one that has `takeJournal`
   * @param count records at the front of its journal that are to be read
   */
  constructor(
    engine: Engine,
    readers: readonly JournalReader[],
    { packets, bytes, wait }: Injections,
    count: number,
  ) {
    this.#readers = readers;
    this.#injections = { packets, bytes, wait };
    this.#count = count;
    this.#journal = engine.takeJournal!(() => this.#piece(PIECE));
  }

  /** Reads what is left. */
  finish(): void {
    this.#piece(this.#count);
  }

  /** @returns false when nothing was left */
  #piece(most: number): boolean {
    const { records, baseTick, lateBirths } = this.#journal;
    const from = this.#read;
    if (from === this.#count) return false;
    const to = Math.min(this.#count, from + most);
    this.#read = to;
    const piece = {
      records: records.subarray(from * JOURNAL_STRIDE, to * JOURNAL_STRIDE),
      count: to - from,
      baseTick,
      lateBirths,
    };
    const injections = this.#injections;
    this.#injections = NOTHING;
    for (const reader of this.#readers) reader.observe(piece, injections);
    return true;
  }
}
