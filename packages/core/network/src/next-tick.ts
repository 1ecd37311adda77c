import { lowestBit, nextFarBucket, type Wheel } from "@fabriclab/kernel";
import { NEVER } from "./part-barrier.ts";

/** A tick not after the next event, `NEVER` when there is none. */
export function nextTick(wheel: Wheel, now: number, bucket: number): number {
  const mask = (2 << wheel.bucketBits) - 1;
  const from = (now + 1) & mask;
  let word = from >> 5;
  let bits = wheel.nearBits[word]! & (-1 << (from & 31));
  for (let step = 0; bits === 0 && step <= mask >> 5; step++) {
    word = (word + 1) & (mask >> 5);
    bits = wheel.nearBits[word]!;
  }
  const far = nextFarBucket(wheel.farBits, bucket);
  const farTick = far < 0 ? NEVER : far << wheel.bucketBits;
  if (bits === 0) return Math.max(farTick, now + 1);
  return Math.min(
    now + 1 + (((word << 5) + lowestBit(bits) - from) & mask),
    farTick,
  );
}
