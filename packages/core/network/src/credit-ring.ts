import * as L from "./layout.ts";
import type { NetworkState } from "./state.ts";

/**
 * Credits on their way back to the sender into a queue: a ring of the ticks at which they arrive, in that order.
 *
 * The ring's first entry and its length share the word `Q_RING_STATE` (`first << 16 | count`), and where a credit is always one packet its
 * units are not written: a queue with four packets of buffer is then 16 words, one 64-byte line. The loop has these few lines written out.
 */
export interface CreditRing {
  /** Adds to the free space of `q` what has arrived by `t`; returns what is then free. */
  absorb(q: number, t: number): number;
  /** Appends `units` that arrive at `tick`. @returns false when the ring is full */
  push(q: number, tick: number, units: number): boolean;
  /** Entries. */
  count(q: number): number;
  /** Units of all entries. */
  coming(q: number): number;
  /** Tick of the first entry; only where there is one. */
  next(q: number): number;
  /** Tick of the last entry; only where there is one. */
  last(q: number): number;
}

/** The ring's entries per queue that `Q_RING_STATE` can count. */
export const MAX_RING = 1 << 15;

export function createCreditRing({
  memory: M,
  layout,
}: Pick<NetworkState, "memory" | "layout">): CreditRing {
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const { Q_CREDIT, Q_RING_STATE } = L;
  const { ring, ringLength, ringStep } = layout;
  const mask = ringLength - 1;
  const entry = (q: number, k: number): number =>
    q + ring + ringStep * (((M[q + Q_RING_STATE]! >>> 16) + k) & mask);
  const unitsAt = (at: number): number => (ringStep === 1 ? 1 : M[at + 1]!);
  const count = (q: number): number => M[q + Q_RING_STATE]! & 0xffff;
  return {
    absorb(q, t) {
      let taken = 0;
      let credit = M[q + Q_CREDIT]!;
      const all = count(q);
      while (taken < all && M[entry(q, taken)]! <= t)
        credit += unitsAt(entry(q, taken++));
      M[q + Q_CREDIT] = credit;
      const first = ((M[q + Q_RING_STATE]! >>> 16) + taken) & mask;
      M[q + Q_RING_STATE] = (first << 16) | (all - taken);
      return credit;
    },
    push(q, tick, units) {
      const all = count(q);
      if (all === ringLength) return false;
      const at = entry(q, all);
      M[at] = tick;
      if (ringStep === 2) M[at + 1] = units;
      M[q + Q_RING_STATE]!++;
      return true;
    },
    count,
    coming(q) {
      let units = 0;
      for (let k = 0; k < count(q); k++) units += unitsAt(entry(q, k));
      return units;
    },
    next: (q) => M[entry(q, 0)]!,
    last: (q) => M[entry(q, count(q) - 1)]!,
  };
}
