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

/**
 * The send queue of one queue pair. Its elements are posted at the births of the packets that they stand for. A stream of one service level keeps
 * all but the first element to itself; one of several posts elements into a queue per level, so that none hides behind another level's.
 */
export class WorkQueue {
  readonly #stream: Stream;
  readonly #head = emptyDraft();
  #full = false;
  /** Tick at which a stream without a packet wants to be asked again, -1 = it did not say. */
  retryAt = -1;
  /** Level -> posted elements; undefined where there is one level only. */
  readonly #posted: PacketDraft[][] | undefined;

  constructor(stream: Stream) {
    this.#stream = stream;
    const levels =
      stream.management === true ? 1 : new Set(stream.serviceLevels).size;
    this.#posted =
      levels > 1
        ? Array.from({ length: MANAGEMENT_CLASS + 1 }, () => [])
        : undefined;
  }

  /** Asks the stream for its next packet, where none is known. */
  ask(): void {
    if (this.#full) return;
    this.#head.retryAt = -1;
    this.#full = this.#stream.next(this.#head);
    this.retryAt = this.#full ? -1 : this.#head.retryAt;
  }

  /** Birth of the earliest element, Infinity when there is none. */
  get earliest(): number {
    let least = this.#full ? this.#head.birth : Infinity;
    for (const list of this.#posted ?? [])
      least = Math.min(least, list[0]?.birth ?? Infinity);
    return least;
  }

  /** Whether no element of a level (a class, as `classOf` gives) will come any more, of a stream that does not wait for deliveries. */
  ended(level: number): boolean {
    const isOf =
      this.#stream.management === true
        ? level === MANAGEMENT_CLASS
        : this.#stream.serviceLevels.includes(level);
    if (!isOf) return true;
    if ((this.#posted?.[level]?.length ?? 0) > 0) return false;
    this.ask();
    return !this.#full && this.retryAt < 0;
  }

  /** Posts all that is born by `tick`. Only streams of several levels need to. */
  postUntil(tick: number): void {
    if (this.#posted === undefined) return;
    for (this.ask(); this.#full && this.#head.birth <= tick; this.ask()) {
      this.#posted[classOf(this.#head)]?.push({ ...this.#head });
      this.#full = false;
    }
  }

  /** The first element of each level that is born by `tick`. */
  forEachFirst(tick: number, visit: (element: PacketDraft) => void): void {
    if (this.#posted === undefined) {
      if (this.#full && this.#head.birth <= tick) visit(this.#head);
      return;
    }
    for (const list of this.#posted) if (list[0] !== undefined) visit(list[0]);
  }

  /** Takes the element that `forEachFirst` gave into `to`. */
  take(element: PacketDraft, to: PacketDraft): void {
    copyDraft(element, to);
    if (element === this.#head) this.#full = false;
    else this.#posted?.[classOf(element)]?.shift();
  }
}
