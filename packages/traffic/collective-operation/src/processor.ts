import type { Send } from "./schedule.ts";

/** Ticks, not whole. */
export interface Overheads {
  /** O_s: a message leaves this long after the processor began to send it. */
  readonly send: number;
  /** O_r: a message is received this long after the processor began to receive it. */
  readonly receive: number;
  /** g: least time between the beginnings of two sends. */
  readonly gap: number;
}

/** A message that is ready to leave. */
export interface Outgoing {
  readonly to: number;
  /** Tick at which it enters the network. */
  readonly birth: number;
}

/**
 * A processor of the LogP model in one operation: it sends or receives one message at a time, in the order in which there is something to do.
 */
export class Processor {
  readonly #sends: readonly Send[];
  readonly #overheads: Overheads;
  /** Rank -> when its message was received. */
  readonly #received = new Map<number, number>();
  #next = 0;
  #entered = 0;
  #busyUntil = 0;
  #maySendAt = 0;

  constructor(sends: readonly Send[], overheads: Overheads) {
    this.#sends = sends;
    this.#overheads = overheads;
  }

  /** Begins an operation; the one before must be over. @returns what it sends at once */
  enter(tick: number): Outgoing[] {
    this.#received.clear();
    this.#next = 0;
    this.#entered = tick;
    this.#busyUntil = Math.max(this.#busyUntil, tick);
    return this.#sendable();
  }

  /** A message of `from` has arrived. @returns what it sends on receipt */
  arrive(from: number, tick: number): Outgoing[] {
    this.#busyUntil = Math.max(this.#busyUntil, tick) + this.#overheads.receive;
    this.#received.set(from, this.#busyUntil);
    return this.#sendable();
  }

  /** When it has done all that it was told to do so far. */
  get doneAt(): number {
    return this.#busyUntil;
  }

  #sendable(): Outgoing[] {
    const { send, gap } = this.#overheads;
    const outgoing: Outgoing[] = [];
    for (
      let message = this.#sends[this.#next];
      message !== undefined;
      message = this.#sends[this.#next]
    ) {
      let ready = Math.max(this.#entered, this.#busyUntil, this.#maySendAt);
      for (const rank of message.after) {
        const received = this.#received.get(rank);
        if (received === undefined) return outgoing;
        ready = Math.max(ready, received);
      }
      this.#maySendAt = ready + gap;
      this.#busyUntil = ready + send;
      outgoing.push({ to: message.to, birth: this.#busyUntil });
      this.#next += 1;
    }
    return outgoing;
  }
}
