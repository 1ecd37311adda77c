import { emptyDraft, type PacketDraft, type Stream } from "@fabriclab/spec";
import { MANAGEMENT_CLASS } from "./priorities.ts";

/** Why not Object.assign: this runs for every packet. */
export function copyDraft(from: PacketDraft, to: PacketDraft): void {
  to.birth = from.birth;
  to.dlid = from.dlid;
  to.bytes = from.bytes;
  to.sl = from.sl;
  to.tag = from.tag;
  to.flags = from.flags;
  to.traffic = from.traffic ?? -1;
  to.management = from.management === true;
}

/** The service level for which a packet waits in the adapter. */
export const classOf = ({ sl, management }: PacketDraft): number =>
  management === true ? MANAGEMENT_CLASS : sl;

interface Posted {
  readonly draft: PacketDraft;
  /** The one behind it of its level. */
  next: Posted | undefined;
}

/** First in, first out. */
interface Fifo {
  first: Posted | undefined;
  last: Posted | undefined;
}

/**
 * The send queue of one queue pair. Its elements are posted at the births of the packets that they stand for. A stream of one service level keeps
 * all but the first element to itself; one of several posts elements into a queue per level, so that none hides behind another level's.
 */
export class WorkQueue {
  /** The next packet of its stream that is not posted, where there is one. */
  readonly head = emptyDraft();
  /** Levels (classes, as `classOf` gives) that its elements may be of. */
  readonly levels: readonly number[];
  /** Tick at which a stream without a packet wants to be asked again, -1 = it did not say. */
  retryAt = -1;
  /** Its stream may have something again when it had nothing and named no tick. */
  readonly reacts: boolean;
  readonly #stream: Stream;
  /** Rank -> posted elements; undefined where there is one level only. */
  readonly #posted: Fifo[] | undefined;

  constructor(stream: Stream, reacts: boolean) {
    this.#stream = stream;
    this.reacts = reacts;
    this.levels =
      stream.management === true
        ? [MANAGEMENT_CLASS]
        : [...new Set(stream.serviceLevels)];
    this.#posted =
      this.levels.length > 1
        ? Array.from({ length: MANAGEMENT_CLASS + 1 }, () => ({
            first: undefined,
            last: undefined,
          }))
        : undefined;
  }

  /** Whether elements of one level must not hide those of another: all that are born are to be posted. Else the head alone is, and stays where it is. */
  get isMixed(): boolean {
    return this.#posted !== undefined;
  }

  /** Asks the stream for its next packet, as the head. @returns whether it has one */
  ask(): boolean {
    this.head.retryAt = -1;
    const full = this.#stream.next(this.head);
    this.retryAt = full ? -1 : this.head.retryAt;
    return full;
  }

  /** Puts the head behind the posted elements of its rank, where the queue is mixed. @returns whether it is the first of them */
  post(rank: number): boolean {
    const posted = { draft: { ...this.head }, next: undefined };
    const list = this.#posted![rank]!;
    const before = list.last;
    list.last = posted;
    if (before === undefined) list.first = posted;
    else before.next = posted;
    return before === undefined;
  }

  /** Takes the first element of a rank. @returns birth of the one behind it that is posted, too, or Infinity */
  take(rank: number, to: PacketDraft): number {
    if (this.#posted === undefined) {
      copyDraft(this.head, to);
      return Infinity;
    }
    const list = this.#posted[rank]!;
    const { draft, next } = list.first!;
    copyDraft(draft, to);
    list.first = next;
    if (next === undefined) list.last = undefined;
    return next?.draft.birth ?? Infinity;
  }
}
