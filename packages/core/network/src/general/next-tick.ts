import * as kernel from "@fabriclab/kernel";
import * as S from "../registers.ts";
import type { NetworkState } from "../state.ts";

/** The next tick after `t` that may have events, at most `last`; enters the wheel's buckets on the way. */
export type NextTick = (t: number, last: number) => number;

export function createNextTick({
  wheel,
  memory: M,
  registers,
}: NetworkState): NextTick {
  const { R_BUCKET } = S;
  const { near, nearBits, far, farBits, bucketBits } = wheel;
  const SLOT_MASK = (2 << bucketBits) - 1;
  const WORD_MASK = SLOT_MASK >> 5;

  function enterBucket(bucket: number): void {
    registers[R_BUCKET] = bucket;
    kernel.cascade(
      M,
      near,
      nearBits,
      far,
      farBits,
      bucketBits,
      bucket,
      bucket + 1,
    );
  }

  return function nextTick(t: number, last: number): number {
    for (;;) {
      const from = (t + 1) & SLOT_MASK;
      let word = from >> 5;
      let found = nearBits[word]! & (-1 << (from & 31));
      for (let step = 0; found === 0 && step <= WORD_MASK; step++) {
        word = (word + 1) & WORD_MASK;
        found = nearBits[word]!;
      }
      const bucket = registers[R_BUCKET]!;
      if (found === 0) {
        const next = kernel.nextFarBucket(farBits, bucket);
        if (next < 0 || next << bucketBits > last) {
          // Nothing to do: the clock walks on by itself, and the wheel's bucket with it.
          if (last >> bucketBits > bucket) enterBucket(last >> bucketBits);
          return last;
        }
        enterBucket(next - 1);
        t = (next << bucketBits) - 1;
        continue;
      }
      const slot = (word << 5) + kernel.lowestBit(found);
      const next = t + 1 + ((slot - from) & SLOT_MASK);
      if (next > last) return last;
      if (next >> bucketBits === bucket) return next;
      // Entering a bucket brings the bucket after it within reach of the near wheel, perhaps with earlier events.
      enterBucket(bucket + 1);
      t =
        next >> bucketBits !== bucket + 1
          ? ((bucket + 2) << bucketBits) - 1
          : ((bucket + 1) << bucketBits) - 1;
    }
  };
}
