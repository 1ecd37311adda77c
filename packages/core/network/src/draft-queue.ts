import type { PacketDraft } from "@fabriclab/spec";

/** A waiting packet is 32 bytes, so that two share a cache line: three doubles, and behind them two words. */
const DOUBLES = 4;
const BIRTH = 0;
const LEAVES = 1;
const BYTES = 2;
const WORDS = 8;
const CLASS = 6;
const TAG = 7;
const LEAST_ROOM = 8;
const NO_DOUBLES = new Float64Array(0);
const NO_WORDS = new Int32Array(0);

/** Earliest tick at which a draft may leave, send delay aside. */
export const leaves = ({ birth, readyAt }: PacketDraft): number =>
  readyAt === undefined ? birth : Math.max(birth, readyAt);

/** DLID, SL, traffic and flags of a packet in one word, as its record has them (`K_CLASS`). */
export const classWord = (
  { dlid, sl, flags }: PacketDraft,
  traffic: number,
): number => dlid | (sl << 16) | (traffic << 20) | (flags << 28);

/**
 * Packets of one stream that were drafted ahead and wait for one lane, first in, first out. A ring of numbers, as an object for each would be some 200
 * bytes for the garbage collector. Every operation O(1), amortised; room is never given back. What is asked of the first holds where one waits.
 */
export class DraftQueue {
  /** A power of two of packets. */
  #doubles = NO_DOUBLES;
  #words = NO_WORDS;
  #mask = -1;
  /** Place of the first, modulo the room. */
  #first = 0;
  #length = 0;

  /** Packets that wait. */
  get length(): number {
    return this.#length;
  }

  /** Birth of the first. */
  get birth(): number {
    return this.#doubles[this.#first * DOUBLES + BIRTH]!;
  }

  /** Earliest tick at which the first may leave. */
  get leaves(): number {
    return this.#doubles[this.#first * DOUBLES + LEAVES]!;
  }

  get bytes(): number {
    return this.#doubles[this.#first * DOUBLES + BYTES]!;
  }

  /** As {@link classWord} gives it. */
  get classWord(): number {
    return this.#words[this.#first * WORDS + CLASS]!;
  }

  get tag(): number {
    return this.#words[this.#first * WORDS + TAG]!;
  }

  /** Appends a packet. @param traffic its index */
  push(draft: PacketDraft, traffic: number): void {
    if (this.#length > this.#mask) this.#makeRoom();
    this.#write(this.#first + this.#length, draft, traffic);
    this.#length += 1;
  }

  /** Puts a packet before all others. @param traffic its index */
  pushFirst(draft: PacketDraft, traffic: number): void {
    if (this.#length > this.#mask) this.#makeRoom();
    this.#first = (this.#first - 1) & this.#mask;
    this.#write(this.#first, draft, traffic);
    this.#length += 1;
  }

  /** Takes the first away. */
  shift(): void {
    this.#first = (this.#first + 1) & this.#mask;
    this.#length -= 1;
  }

  #write(place: number, draft: PacketDraft, traffic: number): void {
    const slot = place & this.#mask;
    const doubles = this.#doubles;
    const words = this.#words;
    doubles[slot * DOUBLES + BIRTH] = draft.birth;
    doubles[slot * DOUBLES + LEAVES] = leaves(draft);
    doubles[slot * DOUBLES + BYTES] = draft.bytes;
    words[slot * WORDS + CLASS] = classWord(draft, traffic);
    words[slot * WORDS + TAG] = draft.tag;
  }

  #makeRoom(): void {
    const old = this.#words;
    const from = this.#first * WORDS;
    const room = Math.max(2 * this.#length, LEAST_ROOM);
    const doubles = new Float64Array(room * DOUBLES);
    const words = new Int32Array(doubles.buffer);
    words.set(old.subarray(from));
    words.set(old.subarray(0, from), old.length - from);
    this.#doubles = doubles;
    this.#words = words;
    this.#mask = room - 1;
    this.#first = 0;
  }
}
