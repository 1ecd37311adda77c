import {
  JOURNAL_BIRTH,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  DropCause,
  droppedCopies,
  journalBirth,
  JournalKind,
  type Journal,
  type Traffic,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { Injections } from "./injections.ts";
import type { LoadWindow } from "./statistics/saturation.ts";

/** Sums over a stretch of simulated time: all that the rules for warm-up, stopping and saturation look at. */
export class JournalSums implements LoadWindow {
  /** Ticks that it spans. */
  ticks = 0;
  /** Copies delivered. */
  delivered = 0;
  /** Sum of their latencies, birth to last bit, in ticks. */
  latency = 0;
  injectedPackets = 0;
  injectedBytes = 0;
  sourceWait = 0;
  /** Copies in the network, summed over `looks` looks at it. */
  inFlight = 0;
  looks = 0;

  observe(journal: Journal, injections: Injections): void {
    const { records, count } = journal;
    // Why locals: fields would be read and written once per record.
    let delivered = 0;
    let latency = 0;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
      delivered += 1;
      latency +=
        (records[at + JOURNAL_TIME] ?? 0) -
        journalBirth(journal, records[at + JOURNAL_BIRTH] ?? 0);
    }
    this.delivered += delivered;
    this.latency += latency;
    this.injectedPackets += injections.packets;
    this.injectedBytes += injections.bytes;
    this.sourceWait += injections.wait;
  }

  /** As it was at first. */
  clear(): void {
    this.ticks = 0;
    this.delivered = 0;
    this.latency = 0;
    this.injectedPackets = 0;
    this.injectedBytes = 0;
    this.sourceWait = 0;
    this.inFlight = 0;
    this.looks = 0;
  }

  /** Adds a window that follows. */
  add(later: JournalSums): this {
    this.ticks += later.ticks;
    this.delivered += later.delivered;
    this.latency += later.latency;
    this.injectedPackets += later.injectedPackets;
    this.injectedBytes += later.injectedBytes;
    this.sourceWait += later.sourceWait;
    this.inFlight += later.inFlight;
    this.looks += later.looks;
    return this;
  }
}

/** The same without the deliveries of some entries. Bytes and packets that enter the network are those of all. */
export class OthersSums extends JournalSums {
  readonly #leftOut: ReadonlySet<number>;

  /** @param leftOut entries by their index */
  constructor(leftOut: ReadonlySet<number>) {
    super();
    this.#leftOut = leftOut;
  }

  override observe(
    journal: Journal,
    { packets, bytes, wait }: Injections,
  ): void {
    const { records, count } = journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      if (records[at + JOURNAL_KIND] !== JournalKind.delivered) continue;
      if (this.#leftOut.has((records[at + JOURNAL_CLASS]! >>> 8) & 0xff))
        continue;
      this.delivered += 1;
      this.latency +=
        (records[at + JOURNAL_TIME] ?? 0) -
        journalBirth(journal, records[at + JOURNAL_BIRTH] ?? 0);
    }
    this.injectedPackets += packets;
    this.injectedBytes += bytes;
    this.sourceWait += wait;
  }
}

/** Traffic entries that the journal can tell apart: 8 bits. */
export const MAX_TRAFFIC = 256;

/** Bits of the source in the journal's word. */
const SOURCE = 0xffff;

/** Whether a delivery is one that its traffic expects. */
export const isDue = (
  traffic: Traffic | undefined,
  tag: number,
  endport: number,
): boolean => traffic?.isReceiver?.(tag, endport as EndportIx) !== false;

/** What a run as a whole wants to know of its journal. */
export class RunSums {
  delivered = 0;
  /** Deliveries and drops per traffic, by the journal's traffic index. */
  readonly settled = new Float64Array(MAX_TRAFFIC);
  /** Those among them that the traffic expects: `Traffic.isReceiver`. */
  readonly due = new Float64Array(MAX_TRAFFIC);
  /** Drops among them. */
  readonly dropped = new Float64Array(MAX_TRAFFIC);
  /** Drops of all traffic for want of a path, a lane or a receiver. */
  unroutable = 0;
  /** Tick of the last delivery or drop so far, -1 before the first: when nothing is in the network, until then it was in use. */
  lastSettled = -1;
  /** The same of those that are due, per traffic. */
  readonly lastOf = new Float64Array(MAX_TRAFFIC).fill(-1);
  /** By traffic and source: 1 = a packet was delivered or dropped since {@link forget}. */
  readonly #heard: Uint8Array;
  readonly #endports: number;
  readonly #traffic: readonly Traffic[];
  /** All copies are expected. */
  readonly #areDue: boolean;

  constructor(traffic: readonly Traffic[], endports: number) {
    this.#heard = new Uint8Array(traffic.length * endports);
    this.#endports = endports;
    this.#traffic = traffic;
    this.#areDue = traffic.every(({ isReceiver }) => isReceiver === undefined);
  }

  forget(): void {
    this.#heard.fill(0);
  }

  heard(traffic: number, source: number): boolean {
    return this.#heard[traffic * this.#endports + source] !== 0;
  }

  observe({ records, count, baseTick }: Journal): void {
    const { settled, due, dropped, lastOf } = this;
    // Why copies: V8 reads what is imported from memory at every use.
    const { delivered, injected } = JournalKind;
    const [stride, kindAt] = [JOURNAL_STRIDE, JOURNAL_KIND];
    const [classAt, timeAt] = [JOURNAL_CLASS, JOURNAL_TIME];
    const [heard, endports] = [this.#heard, this.#endports];
    const sourceAt = JOURNAL_SOURCE;
    const areDue = this.#areDue;
    const [placeAt, tagAt] = [JOURNAL_PLACE, JOURNAL_TAG];
    const end = count * stride;
    let arrived = 0;
    // Times in a journal are 32-bit numbers.
    let last = -0x8000_0000;
    for (let at = 0; at < end; at += stride) {
      const kind = records[at + kindAt]!;
      if (kind === injected) continue;
      const time = records[at + timeAt]!;
      if (time > last) last = time;
      const word = records[at + classAt]!;
      const traffic = (word >>> 8) & 0xff;
      heard[traffic * endports + (records[at + sourceAt]! & SOURCE)] = 1;
      if (kind === delivered) {
        settled[traffic]! += 1;
        arrived++;
        if (
          !areDue &&
          !isDue(
            this.#traffic[traffic],
            records[at + tagAt]!,
            records[at + placeAt]!,
          )
        )
          continue;
        due[traffic]! += 1;
      } else {
        const copies = kind === JournalKind.dropped ? droppedCopies(word) : 1;
        settled[traffic]! += copies;
        due[traffic]! += copies;
        dropped[traffic]! += copies;
        if (((word >>> 16) & 0xf) === DropCause.unroutable)
          this.unroutable += copies;
      }
      if (baseTick + time > lastOf[traffic]!) lastOf[traffic] = baseTick + time;
    }
    this.delivered += arrived;
    this.lastSettled = Math.max(this.lastSettled, baseTick + last);
  }
}
