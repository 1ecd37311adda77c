/** What a receiver saw. */
export interface ReceiverCounts {
  delivered: number;
  duplicates: number;
  outOfSequence: number;
}

/** The responder of a reliable connection: hands messages on in order, once each, and asks for what is missing. */
export class Receiver {
  readonly counts: ReceiverCounts = {
    delivered: 0,
    duplicates: 0,
    outOfSequence: 0,
  };
  /** Number of the message that is to come next. */
  expected = 0;
  /** It asked for `expected` already. */
  #asked = false;

  /** @returns whether the message is handed on, and whether the answer is a NAK */
  arrived(number: number): {
    readonly isNew: boolean;
    readonly isNak: boolean;
  } {
    if (number === this.expected) {
      this.expected += 1;
      this.#asked = false;
      this.counts.delivered += 1;
      return { isNew: true, isNak: false };
    }
    if (number < this.expected) {
      this.counts.duplicates += 1;
      return { isNew: false, isNak: false };
    }
    this.counts.outOfSequence += 1;
    // One NAK for a gap: those behind it would only start the same again.
    const isNak = !this.#asked;
    this.#asked = true;
    return { isNew: false, isNak };
  }
}
