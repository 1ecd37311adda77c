import type { PacketDraft, Stream } from "@fabriclab/spec";
import type { EndportIx, Lid } from "@fabriclab/units";
import type { Receiver } from "./receiver.ts";
import { NOTHING, type Sender } from "./sender.ts";

/** One connection: both its ends. */
export interface Ends {
  readonly source: EndportIx;
  readonly destination: EndportIx;
  readonly sender: Sender;
  readonly receiver: Receiver;
  /** By path in use: where messages go, and where answers go. */
  lids: readonly [Lid, Lid];
  answerLids: readonly [Lid, Lid];
  /** While its path is being reserved: tells whether that is done, and puts the path into `lids` then. */
  waiting: (() => boolean) | undefined;
  /** It was refused every path, and sends nothing. */
  readonly refused: () => boolean;
  /** Number and tick of first sending of the oldest message that was sent again; -1 = none. */
  again: number;
  againSince: number;
}

/** The messages of one connection, as packets. */
export class MessageStream implements Stream {
  readonly source: EndportIx;
  readonly serviceLevels: readonly number[];
  readonly #of: Ends;
  readonly #bytes: number;
  readonly #tagOf: (number: number) => number;
  #lastBirth = 0;
  /** When each message on its way was sent first. */
  readonly #sentAt = new Map<number, number>();

  constructor(
    of: Ends,
    sl: number,
    bytes: number,
    tagOf: (number: number) => number,
  ) {
    this.source = of.source;
    this.serviceLevels = [sl];
    this.#of = of;
    this.#bytes = bytes;
    this.#tagOf = tagOf;
  }

  next(draft: PacketDraft): boolean {
    const of = this.#of;
    const { sender } = of;
    const now = draft.now ?? 0;
    if (of.waiting?.() === true) {
      // The answer to the probe asks again.
      draft.retryAt = -1;
      return false;
    }
    of.waiting = undefined;
    const number = sender.next(now);
    if (number === NOTHING) {
      draft.retryAt = Number.isFinite(sender.askAt) ? sender.askAt : -1;
      return false;
    }
    // Births never decrease: after a message was sent again, those behind it are born when they are sent.
    this.#lastBirth = Math.max(this.#lastBirth, sender.birth);
    if (!this.#sentAt.has(number)) this.#sentAt.set(number, this.#lastBirth);
    if (sender.goesBack && of.again < 0) this.#noteLoss(number);
    draft.birth = this.#lastBirth;
    draft.dlid = of.lids[sender.path] ?? 0;
    draft.bytes = this.#bytes;
    draft.sl = this.serviceLevels[0] ?? 0;
    draft.tag = this.#tagOf(number);
    draft.flags = 0;
    draft.retryAt = -1;
    return true;
  }

  /** The sender went back to `number`: if only its ACK was lost, the first message that is missing is a later one, or none. */
  #noteLoss(number: number): void {
    const missing = Math.max(number, this.#of.receiver.expected);
    const since = this.#sentAt.get(missing);
    if (since === undefined) return;
    this.#of.again = missing;
    this.#of.againSince = since;
  }

  /** Messages before `number` will not be sent again. */
  forget(number: number): void {
    for (const sent of this.#sentAt.keys()) {
      if (sent >= number) return;
      this.#sentAt.delete(sent);
    }
  }
}
