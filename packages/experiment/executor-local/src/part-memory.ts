import type { NetworkConfig } from "@fabriclab/network";
import { barrierWords, mailboxWords } from "@fabriclab/network";
import { JOURNAL_STRIDE } from "@fabriclab/spec";
import { counterWords } from "./part-counters.ts";

/** Journal records that a thread hands over in shared memory; those from the first piece on that has no room follow by message. */
export const SHARED_RECORDS = 1 << 17;

/** What the first thread asks of the others, in the word `ORDER_KIND`. */
export const Order = {
  run: 1,
  holds: 2,
  counters: 3,
  check: 4,
  finite: 5,
} as const;

/** Words of `PartMemory.orders`: number of the order, what it is, then per part the number of the last order done. */
export const ORDER_NUMBER = 0;
export const ORDER_KIND = 1;
export const ORDER_DONE = 2;

/** Doubles per part of `PartMemory.figures`. */
export const FIGURES = 12;
export const F_INJECTED = 0;
export const F_DELIVERED = 1;
export const F_DROPPED = 2;
export const F_IN_FLIGHT = 3;
export const F_EVENTS = 4;
export const F_HOPS = 5;
export const F_IDLE = 6;
/** Journal: records in shared memory, and the tick that their times are relative to. */
export const F_RECORDS = 7;
export const F_BASE = 8;
export const F_INJECTED_BYTES = 9;
export const F_SOURCE_WAIT = 10;
/** Late births of the journal in shared memory. */
export const F_LATE = 11;

/** Memory that the threads of one run share. */
export interface PartMemory {
  /** Node -> part. */
  readonly partOf: Uint8Array;
  readonly mailboxes: readonly Int32Array[];
  /** See `createBarrier`; the last word stops all. */
  readonly barrier: Int32Array;
  readonly orders: Int32Array;
  /** The tick to run to, and where the run of all parts is going. */
  readonly until: Float64Array;
  readonly figures: Float64Array;
  /** Per part but the first. */
  readonly journals: readonly Int32Array[];
  /** The late births of these. */
  readonly lateBirths: readonly Float64Array[];
  /** Per part but the first: its counters of channels; see part-counters.ts. */
  readonly counters: readonly Float64Array[];
}

export function createPartMemory(
  network: NetworkConfig,
  partOf: Uint8Array,
  parts: number,
): PartMemory {
  const words = (length: number): Int32Array =>
    new Int32Array(new SharedArrayBuffer(4 * length));
  const doubles = (length: number): Float64Array =>
    new Float64Array(new SharedArrayBuffer(8 * length));
  const perPart = <T>(from: number, make: () => T): T[] =>
    Array.from({ length: parts - from }, make);
  return {
    partOf,
    mailboxes: perPart(0, () => words(mailboxWords(network, partOf))),
    barrier: words(barrierWords(parts)),
    orders: words(ORDER_DONE + parts),
    until: doubles(2),
    figures: doubles(parts * FIGURES),
    journals: perPart(1, () => words(SHARED_RECORDS * JOURNAL_STRIDE)),
    lateBirths: perPart(1, () => doubles(SHARED_RECORDS)),
    counters: perPart(1, () => doubles(counterWords(network.fabric.portCount))),
  };
}

const SPINS = 20_000;
const SLEEP_MS = 500;

/**
 * Waits until a shared word has reached `value` (in the order of 32-bit counters): spins for a while, then sleeps.
 *
 * @param goOn asked after every sleep of half a second
 * @returns false when `goOn` said no
 */
export function waitFor(
  words: Int32Array,
  at: number,
  value: number,
  goOn: () => boolean,
): boolean {
  if (comes(words, at, value)) return true;
  for (;;) {
    const seen = Atomics.load(words, at);
    if (((seen - value) | 0) >= 0) return true;
    if (!goOn()) return false;
    Atomics.wait(words, at, seen, SLEEP_MS);
  }
}

// Why a function of its own: as a part of one that also sleeps V8 throws its code away at each sleep.
function comes(words: Int32Array, at: number, value: number): boolean {
  for (let spin = 0; spin < SPINS; spin += 1)
    if (((Atomics.load(words, at) - value) | 0) >= 0) return true;
  return false;
}

/** Stops every thread of a run: whoever waits, or comes to wait, leaves. */
export function stopParts({ barrier, orders }: PartMemory): void {
  Atomics.store(barrier, barrier.length - 1, 1);
  for (let at = 0; at < barrier.length; at += 1) Atomics.notify(barrier, at);
  for (let at = 0; at < orders.length; at += 1) Atomics.notify(orders, at);
}

export const isStopped = ({ barrier }: PartMemory): boolean =>
  Atomics.load(barrier, barrier.length - 1) !== 0;
