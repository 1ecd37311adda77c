import { FabricError } from "@fabriclab/units";
import type { RandomStream } from "@fabriclab/spec";
import { logarithm } from "./random-log.ts";
import { seedWords } from "./random-seed.ts";

/**
 * xoshiro128** 1.1 (Blackman, Vigna: Scrambled linear pseudorandom number generators, ACM TOMS 47(4), 2021): 128 bits of state, period
 * 2^128-1, 32 bits a step, so that it needs no 64-bit arithmetic.
 */
export class Xoshiro128 implements RandomStream {
  readonly #s: Int32Array;
  /** The n that was asked for last, and the draws that are kept for it: callers ask for the same again and again. */
  #n = 1;
  #limit = 0x1_0000_0000;

  /** @param words the state: four 32-bit words, not all zero. Most callers want `randomStream`. */
  constructor(words: readonly [number, number, number, number]) {
    this.#s = Int32Array.from(words, (word) => word | 0);
    if (this.#s.every((word) => word === 0)) {
      throw new FabricError({
        code: "E_KERNEL_RANDOM_STATE",
        message: "A xoshiro128** state of four zeros stays at zero",
        got: "0,0,0,0",
        expected: "at least one word other than 0",
      });
    }
  }

  uint32(): number {
    const s = this.#s;
    const s0 = s[0]!;
    const s1 = s[1]!;
    const s2 = s[2]! ^ s0;
    const s3 = s[3]! ^ s1;
    const times5 = Math.imul(s1, 5);
    const result = Math.imul((times5 << 7) | (times5 >>> 25), 9);
    s[0] = s0 ^ s3;
    s[1] = s1 ^ s2;
    s[2] = s2 ^ (s1 << 9);
    s[3] = (s3 << 11) | (s3 >>> 21);
    return result >>> 0;
  }

  /** Of 52 random bits (two steps), centred: the values (k + 1/2) / 2^52, so that neither 0 nor 1 can come out and the mean is exactly 1/2. */
  uniform(): number {
    const high = this.uint32() >>> 6;
    const low = this.uint32() >>> 6;
    return (high * 0x400_0000 + low + 0.5) / 0x10_0000_0000_0000;
  }

  /** @throws FabricError `E_KERNEL_RANDOM_BELOW` unless 1 <= n <= 2^32. */
  below(n: number): number {
    if (n !== this.#n) this.#prepare(n);
    const limit = this.#limit;
    let draw = this.uint32();
    while (draw >= limit) draw = this.uint32();
    return draw % n;
  }

  #prepare(n: number): void {
    if (!Number.isInteger(n) || n < 1 || n > 0x1_0000_0000) {
      throw new FabricError({
        code: "E_KERNEL_RANDOM_BELOW",
        message: "A random integer below n needs a whole n",
        got: String(n),
        expected: "an integer from 1 to 4294967296",
      });
    }
    this.#n = n;
    // Draws from the incomplete last multiple of n are thrown away; that removes the bias of a bare remainder.
    this.#limit = 0x1_0000_0000 - (0x1_0000_0000 % n);
  }

  /** Inverse transform, -ln(uniform): same bits on every JavaScript engine. At most 36.7, since uniform() >= 2^-53. */
  exponential(): number {
    return -logarithm(this.uniform());
  }
}

/**
 * The random stream called `name` under `seed`. Streams of different names or seeds start at unrelated points of a period of 2^128-1, so a
 * source that takes its own stream cannot change what any other source draws.
 *
 * @param seed integer, bigint or text; equal in decimal = equal
 * @param name what draws from it, such as `poisson/H(3,2)`
 * @throws FabricError `E_KERNEL_SEED`
 */
export function randomStream(
  seed: number | bigint | string,
  name: string,
): RandomStream {
  return new Xoshiro128(seedWords(seed, name));
}
