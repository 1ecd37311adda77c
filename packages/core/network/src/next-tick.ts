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
  // What is on the far wheel comes after all that is on the near one.
  if (bits !== 0)
    return now + 1 + (((word << 5) + lowestBit(bits) - from) & mask);
  const far = nextFarBucket(wheel.farBits, bucket);
  return far < 0 ? NEVER : Math.max(far << wheel.bucketBits, now + 1);
}
