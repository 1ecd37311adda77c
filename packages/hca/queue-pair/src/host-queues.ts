import type { HostClock, PacketDraft, Stream } from "@fabriclab/spec";
import { ElementHeap } from "./element-heap.ts";
import { MANAGEMENT_CLASS } from "./priorities.ts";
import { classOf, WorkQueue } from "./work-queue.ts";

/** What the queues of every host have in common. */
export interface DmaTiming {
  readonly tickPs: number;
  /** ps for every element. */
  readonly wqePs: number;
  /** ps per byte, an exact ratio. */
  readonly bytePs: { readonly num: number; readonly den: number };
  /** Rank per service level: the least goes first. */
  readonly ranks: Uint8Array;
  /** Where the future may still change: traffic that reacts to deliveries. */
  readonly clock: HostClock | undefined;
}

/**
 * The queue pairs of one host, a FIFO per service level with strict priority, and the DMA engine that serves them one by one and without preemption.
 * As a stream it hands out packets in the order in which their DMA ends; `readyAt` is that moment, rounded up to a tick.
 *
 * Where nothing reacts to deliveries, all births are known as soon as they are asked for, and the schedule is reckoned ahead. Else no choice is
 * made before its time.
 *
 * Complexity: O(log n) for a packet of n streams, and one question to each stream that has nothing but may have something now.
 */
export class HostQueues implements Stream {
  readonly source: Stream["source"];
  readonly serviceLevels: readonly number[];
  readonly management?: true;
  readonly #queues: readonly WorkQueue[];
  readonly #timing: DmaTiming;
  /** Some traffic of the run reacts to deliveries. */
  readonly #reacts: boolean;
  /** When the DMA engine is free, in parts of a ps of which `bytePs.den` make one: whole numbers, so that rounding never adds up. */
  #free = 0;
  /** Such parts that make a tick. */
  readonly #tick: number;
  /** Heads that may be born after that, by birth alone. */
  readonly #unborn: ElementHeap;
  /** Elements that were born by the time at which the engine is free. */
  readonly #posted: ElementHeap;
  /** Places of the queues without a head that may have one yet, ascending, as many as `#empties`. Why not a list: V8 gives one that shrinks new memory. */
  readonly #empty: Int32Array;
  #empties: number;
  /** The earliest tick at which one of them wants to be asked again. */
  #retryAt = Infinity;
  /** Place of a queue whose head was served and is still the first of `#posted`: most often the next of its stream takes that place. -1 = none. */
  #served = -1;
  /** Level -> queues whose streams may yet draft an element of it. */
  readonly #live = new Int32Array(MANAGEMENT_CLASS + 1);

  /** @param streams of one host, in the order in which ties are broken */
  constructor(streams: readonly [Stream, ...Stream[]], timing: DmaTiming) {
    this.source = streams[0].source;
    this.#timing = timing;
    const { clock } = timing;
    this.#reacts = clock?.closedLoop === true;
    this.#tick = timing.tickPs * timing.bytePs.den;
    const data = streams.filter(({ management }) => management !== true);
    this.serviceLevels = [
      ...new Set(data.flatMap(({ serviceLevels }) => serviceLevels)),
    ];
    if (data.length < streams.length) this.management = true;
    this.#queues = streams.map(
      (stream) =>
        new WorkQueue(
          stream,
          this.#reacts && (clock?.reacts?.(stream) ?? true),
        ),
    );
    this.#empty = Int32Array.from(streams.keys());
    this.#empties = streams.length;
    this.#unborn = new ElementHeap(streams.length);
    let most = 0;
    for (const { isMixed, levels } of this.#queues) {
      most += isMixed ? MANAGEMENT_CLASS + 1 : 1;
      for (const level of levels) this.#live[level]! += 1;
    }
    this.#posted = new ElementHeap(most);
  }

  next(draft: PacketDraft): boolean {
    this.#ask();
    const { wqePs, bytePs, clock } = this.#timing;
    const tick = this.#tick;
    const start =
      this.#posted.size > 0
        ? this.#free
        : Math.max(this.#free, this.#unborn.birth * tick);
    const decided = Math.floor(start / tick);
    const known = this.#reacts ? clock!.now() : Infinity;
    if (start === Infinity || decided > known || decided >= this.#retryAt) {
      const again = Math.min(this.#retryAt, decided);
      draft.retryAt = Number.isFinite(again) ? again : -1;
      return false;
    }
    this.#postUntil(decided);
    this.#serve(draft);
    this.#free = start + wqePs * bytePs.den + draft.bytes * bytePs.num;
    draft.readyAt = Math.ceil(this.#free / tick);
    draft.retryAt = -1;
    return true;
  }

  /** Where nothing reacts to deliveries, a stream without a packet has ended; elsewhere nobody knows. */
  ended(level: number | "management"): boolean {
    if (this.#reacts) return false;
    this.#ask();
    const of = level === "management" ? MANAGEMENT_CLASS : level;
    return (
      (this.#live[of] ?? 0) === 0 &&
      !this.#posted.has(this.#timing.ranks[of] ?? 0)
    );
  }

  /** Asks the streams of which no packet is known. */
  #ask(): void {
    const empty = this.#empty;
    this.#retryAt = Infinity;
    let kept = 0;
    const asked = this.#empties;
    for (let at = 0; at < asked; at++) {
      const place = empty[at]!;
      const queue = this.#queues[place]!;
      if (queue.ask()) this.#enter(place);
      else if (queue.retryAt < 0 && !queue.reacts) this.#end(queue);
      else {
        empty[kept++] = place;
        if (queue.retryAt >= 0)
          this.#retryAt = Math.min(this.#retryAt, queue.retryAt);
      }
    }
    this.#empties = kept;
    if (this.#served < 0) return;
    this.#served = -1;
    this.#posted.pop();
  }

  /** A stream has drafted a head. */
  #enter(place: number): void {
    const { head } = this.#queues[place]!;
    if (place === this.#served && head.birth * this.#tick <= this.#free) {
      this.#served = -1;
      this.#posted.replace(this.#rankOf(head), head.birth, place);
    } else this.#unborn.push(0, head.birth, place);
  }

  /** A stream will never have anything any more. */
  #end({ levels }: WorkQueue): void {
    for (const level of levels) this.#live[level]! -= 1;
  }

  /** Posts all that is born by `tick`. */
  #postUntil(tick: number): void {
    while (this.#unborn.birth <= tick) {
      const place = this.#unborn.queue;
      const queue = this.#queues[place]!;
      this.#unborn.pop();
      if (queue.isMixed) this.#postMixed(place, queue, tick);
      else this.#posted.push(this.#rankOf(queue.head), queue.head.birth, place);
    }
  }

  #postMixed(place: number, queue: WorkQueue, tick: number): void {
    const { head } = queue;
    do {
      const rank = this.#rankOf(head);
      if (queue.post(rank)) this.#posted.push(rank, head.birth, place);
      if (!queue.ask()) {
        this.#leave(place);
        return;
      }
    } while (head.birth <= tick);
    this.#unborn.push(0, head.birth, place);
  }

  /** Takes the element to serve: of the highest level, the earliest born, of the first queue. */
  #serve(draft: PacketDraft): void {
    const { rank, queue: place } = this.#posted;
    const queue = this.#queues[place]!;
    const birth = queue.take(rank, draft);
    if (!queue.isMixed) {
      this.#served = place;
      this.#leave(place);
    } else if (birth < Infinity) this.#posted.replace(rank, birth, place);
    else this.#posted.pop();
  }

  #rankOf(element: PacketDraft): number {
    return this.#timing.ranks[classOf(element)] ?? 0;
  }

  /** A queue has no head any more. */
  #leave(place: number): void {
    const empty = this.#empty;
    let at = this.#empties++;
    for (; at > 0 && empty[at - 1]! > place; at--) empty[at] = empty[at - 1]!;
    empty[at] = place;
  }
}
