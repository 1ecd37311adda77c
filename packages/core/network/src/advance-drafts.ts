import type { PacketDraft } from "@fabriclab/spec";
import { classWord } from "./draft-rings.ts";

/** A draft is 32 bytes: its birth, and behind it three words. */
const DOUBLES = 4;
const WORDS = 8;
const CLASS = 2;
const BYTES = 3;
const TAG = 4;

/**
 * At most one packet of each source, drafted before it is asked for: what a part of a split network does while it waits for the others, instead of when they
 * may wait for it. Numbers, as in `DraftRings`.
 */
export class AdvanceDrafts {
  readonly #doubles: Float64Array;
  readonly #words: Int32Array;
  /** Sources without a draft, the first `#count`; the one that took its draft last is the next to get another, as it is still in the cache. */
  readonly #wanting: Int32Array;
  readonly #isWanting: Uint8Array;
  #count = 0;
  readonly #failures = new Map<number, unknown>();

  constructor(sources: number) {
    this.#doubles = new Float64Array(sources * DOUBLES);
    this.#words = new Int32Array(this.#doubles.buffer);
    this.#wanting = new Int32Array(sources);
    this.#isWanting = new Uint8Array(sources);
  }

  /** A source has no draft (any more). */
  want(source: number): void {
    if (this.#isWanting[source] !== 0) return;
    this.#isWanting[source] = 1;
    this.#wanting[this.#count] = source;
    this.#count += 1;
  }

  /** Takes a source without a draft off the list; -1 = there is none. */
  next(): number {
    if (this.#count === 0) return -1;
    this.#count -= 1;
    const source = this.#wanting[this.#count]!;
    this.#isWanting[source] = 0;
    return source;
  }

  /** @param traffic its index */
  keep(source: number, draft: PacketDraft, traffic: number): void {
    this.#doubles[source * DOUBLES] = draft.birth;
    this.#words[source * WORDS + CLASS] = classWord(draft, traffic);
    this.#words[source * WORDS + BYTES] = draft.bytes;
    this.#words[source * WORDS + TAG] = draft.tag;
  }

  birthOf(source: number): number {
    return this.#doubles[source * DOUBLES]!;
  }

  /** As {@link classWord} gives it. */
  classWordOf(source: number): number {
    return this.#words[source * WORDS + CLASS]!;
  }

  bytesOf(source: number): number {
    return this.#words[source * WORDS + BYTES]!;
  }

  tagOf(source: number): number {
    return this.#words[source * WORDS + TAG]!;
  }

  /** The stream of a source threw: it is told when its packet is asked for, as it would have been. */
  fail(source: number, error: unknown): void {
    this.#failures.set(source, error);
  }

  failureOf(source: number): unknown {
    return this.#failures.get(source);
  }
}
