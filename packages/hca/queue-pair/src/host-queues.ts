import type { HostClock, PacketDraft, Stream } from "@fabriclab/spec";
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
 */
export class HostQueues implements Stream {
  readonly source: Stream["source"];
  readonly serviceLevels: readonly number[];
  readonly management?: true;
  readonly #queues: readonly WorkQueue[];
  readonly #timing: DmaTiming;
  /** When the DMA engine is free, in parts of a ps of which `bytePs.den` make one: whole numbers, so that rounding never adds up. */
  #free = 0;

  /** @param streams of one host, in the order in which ties are broken */
  constructor(streams: readonly [Stream, ...Stream[]], timing: DmaTiming) {
    this.source = streams[0].source;
    this.#timing = timing;
    const data = streams.filter(({ management }) => management !== true);
    this.serviceLevels = [
      ...new Set(data.flatMap(({ serviceLevels }) => serviceLevels)),
    ];
    if (data.length < streams.length) this.management = true;
    this.#queues = streams.map((stream) => new WorkQueue(stream));
  }

  next(draft: PacketDraft): boolean {
    const { tickPs, wqePs, bytePs, clock } = this.#timing;
    let earliest = Infinity;
    let retryAt = Infinity;
    for (const queue of this.#queues) {
      queue.ask();
      earliest = Math.min(earliest, queue.earliest);
      if (queue.retryAt >= 0) retryAt = Math.min(retryAt, queue.retryAt);
    }
    const tick = tickPs * bytePs.den;
    const start = Math.max(this.#free, earliest * tick);
    const decided = Math.floor(start / tick);
    const known =
      clock?.closedLoop === true ? clock.now() : Number.POSITIVE_INFINITY;
    if (earliest === Infinity || decided > known || decided >= retryAt) {
      const again = Math.min(retryAt, decided);
      draft.retryAt = Number.isFinite(again) ? again : -1;
      return false;
    }
    const [queue, element] = this.#first(decided);
    queue.take(element, draft);
    this.#free = start + wqePs * bytePs.den + draft.bytes * bytePs.num;
    draft.readyAt = Math.ceil(this.#free / tick);
    draft.retryAt = -1;
    return true;
  }

  /** Where nothing reacts to deliveries, a stream without a packet has ended; elsewhere nobody knows. */
  ended(level: number | "management"): boolean {
    if (this.#timing.clock?.closedLoop === true) return false;
    const of = level === "management" ? MANAGEMENT_CLASS : level;
    return this.#queues.every((queue) => queue.ended(of));
  }

  /** The element to serve at `tick`: of the highest level, the earliest born, of the first queue. */
  #first(tick: number): readonly [WorkQueue, PacketDraft] {
    const { ranks } = this.#timing;
    let best: PacketDraft | undefined;
    let from: WorkQueue | undefined;
    for (const queue of this.#queues) {
      queue.postUntil(tick);
      queue.forEachFirst(tick, (element) => {
        const rank = ranks[classOf(element)] ?? 0;
        const least = best === undefined ? 256 : (ranks[classOf(best)] ?? 0);
        if (
          best === undefined ||
          rank < least ||
          (rank === least && element.birth < best.birth)
        ) {
          best = element;
          from = queue;
        }
      });
    }
    // Called only when an element was born by `tick`.
    return [from as WorkQueue, best as unknown as PacketDraft];
  }
}
