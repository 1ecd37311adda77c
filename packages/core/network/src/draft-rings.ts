import type { PacketDraft } from "@fabriclab/spec";

/** A waiting packet is 32 bytes, so that two share a cache line: three doubles, and behind them two words. */
const DOUBLES = 4;
const BIRTH = 0;
const LEAVES = 1;
const BYTES = 2;
const WORDS = 8;
const CLASS = 6;
const TAG = 7;
/** Of a ring: where its room begins in the arena, its packets less one (a power of two less one), the place of its first, how many wait. */
const HEADER = 4;
const START = 0;
const MASK = 1;
const FIRST = 2;
const LENGTH = 3;

/** Earliest tick at which a draft may leave, send delay aside. */
export const leaves = ({ birth, readyAt }: PacketDraft): number =>
  readyAt === undefined ? birth : Math.max(birth, readyAt);

/** DLID, SL, traffic and flags of a packet in one word, as its record has them (`K_CLASS`). */
export const classWord = (
  { dlid, sl, flags }: PacketDraft,
  traffic: number,
): number => dlid | (sl << 16) | (traffic << 20) | (flags << 28);

/**
 * Queues of packets that were drafted and wait to be pulled, first in, first out, in one arena of numbers. Why: an object for each packet would be some 200 bytes for the
 * garbage collector, and an object for each queue would be some ten cache lines that are cold whenever it is its turn.
 *
 * Every operation O(1), amortised. Room is never given back; what a ring outgrew stays unused, which is less than what it uses.
 */
export class DraftRings {
  readonly #headers: Int32Array;
  #doubles: Float64Array;
  #words: Int32Array;
  /** Packets of the arena that have been given to rings. */
  #given: number;

  /** @param rings their number; each has room for one packet at first */
  constructor(rings: number) {
    this.#headers = new Int32Array(rings * HEADER);
    for (let ring = 0; ring < rings; ring++)
      this.#headers[ring * HEADER + START] = ring;
    this.#doubles = new Float64Array(2 * rings * DOUBLES);
    this.#words = new Int32Array(this.#doubles.buffer);
    this.#given = rings;
  }

  /** Packets that wait. */
  waiting(ring: number): number {
    return this.#headers[ring * HEADER + LENGTH]!;
  }

  /** Place of the first, to be handed to what follows at once: it holds until something is pushed. Holds where one waits. */
  first(ring: number): number {
    const at = ring * HEADER;
    const headers = this.#headers;
    return (headers[at + START]! + headers[at + FIRST]!) | 0;
  }

  birth(place: number): number {
    return this.#doubles[place * DOUBLES + BIRTH]!;
  }

  /** Earliest tick at which it may leave. */
  leaves(place: number): number {
    return this.#doubles[place * DOUBLES + LEAVES]!;
  }

  bytes(place: number): number {
    return this.#doubles[place * DOUBLES + BYTES]!;
  }

  /** As {@link classWord} gives it. */
  classWord(place: number): number {
    return this.#words[place * WORDS + CLASS]!;
  }

  tag(place: number): number {
    return this.#words[place * WORDS + TAG]!;
  }

  /** Whether a packet of such traffic waits. */
  hasOf(ring: number, of: (traffic: number) => boolean): boolean {
    const at = ring * HEADER;
    const headers = this.#headers;
    const first = headers[at + FIRST]!;
    for (let k = first; k < first + headers[at + LENGTH]!; k++) {
      const place = headers[at + START]! + (k & headers[at + MASK]!);
      if (of((this.classWord(place) >> 20) & 255)) return true;
    }
    return false;
  }

  /** Appends a packet. @param traffic its index */
  push(ring: number, draft: PacketDraft, traffic: number): void {
    const at = ring * HEADER;
    const headers = this.#headers;
    if (headers[at + LENGTH]! > headers[at + MASK]!) this.#makeRoom(at);
    const place = (headers[at + FIRST]! + headers[at + LENGTH]!) | 0;
    headers[at + LENGTH] = headers[at + LENGTH]! + 1;
    this.#write(
      headers[at + START]! + (place & headers[at + MASK]!),
      draft,
      traffic,
    );
  }

  /** Puts a packet before all others. @param traffic its index */
  pushFirst(ring: number, draft: PacketDraft, traffic: number): void {
    const at = ring * HEADER;
    const headers = this.#headers;
    if (headers[at + LENGTH]! > headers[at + MASK]!) this.#makeRoom(at);
    headers[at + FIRST] = (headers[at + FIRST]! - 1) & headers[at + MASK]!;
    headers[at + LENGTH] = headers[at + LENGTH]! + 1;
    this.#write(headers[at + START]! + headers[at + FIRST]!, draft, traffic);
  }

  /** Takes the first away. */
  shift(ring: number): void {
    const at = ring * HEADER;
    const headers = this.#headers;
    headers[at + FIRST] = (headers[at + FIRST]! + 1) & headers[at + MASK]!;
    headers[at + LENGTH] = headers[at + LENGTH]! - 1;
  }

  #write(place: number, draft: PacketDraft, traffic: number): void {
    const doubles = this.#doubles;
    const words = this.#words;
    doubles[place * DOUBLES + BIRTH] = draft.birth;
    doubles[place * DOUBLES + LEAVES] = leaves(draft);
    doubles[place * DOUBLES + BYTES] = draft.bytes;
    words[place * WORDS + CLASS] = classWord(draft, traffic);
    words[place * WORDS + TAG] = draft.tag;
  }

  /** Gives the ring whose header is at `at` twice its room, at the end of the arena. */
  #makeRoom(at: number): void {
    const headers = this.#headers;
    const room = headers[at + MASK]! + 1;
    const start = this.#given;
    this.#given += 2 * room;
    if (this.#given * DOUBLES > this.#doubles.length) this.#enlarge();
    const words = this.#words;
    const from = headers[at + START]! * WORDS;
    const turn = from + headers[at + FIRST]! * WORDS;
    const to = start * WORDS;
    const end = from + room * WORDS;
    words.copyWithin(to, turn, end);
    words.copyWithin(to + end - turn, from, turn);
    headers[at + START] = start;
    headers[at + MASK] = 2 * room - 1;
    headers[at + FIRST] = 0;
  }

  #enlarge(): void {
    const doubles = new Float64Array(2 * this.#given * DOUBLES);
    const words = new Int32Array(doubles.buffer);
    // Not as doubles: what looks like a NaN need not keep its bits.
    words.set(this.#words);
    this.#doubles = doubles;
    this.#words = words;
  }
}
