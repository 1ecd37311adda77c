import { FabricError } from "@fabriclab/units";

/** A 64-bit word as its low and its high 32 bits, both from 0 on. Why not a bigint: each of its operations makes a new one, and a short run spends much of its time on seeds. */
export type Word64 = [low: number, high: number];

const TWO_32 = 0x1_0000_0000;
const encoder = new TextEncoder();

/** FNV-1a, 64 bits, of the UTF-8 bytes of `text` (Fowler, Noll, Vo; draft-eastlake-fnv). Cost: O(length), once per stream. */
export function fnv1a64(text: string): Word64 {
  const hash: Word64 = [0x8422_2325, 0xcbf2_9ce4];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) {
      for (const byte of encoder.encode(text.slice(i))) mixByte(hash, byte);
      break;
    }
    mixByte(hash, code);
  }
  return hash;
}

/** hash = (hash ^ byte) (2^40 + 0x1b3), modulo 2^64. */
function mixByte(hash: Word64, byte: number): void {
  const low = (hash[0] ^ byte) >>> 0;
  // Below 2^41, so exact.
  const product = low * 0x1b3;
  hash[1] =
    (Math.imul(hash[1], 0x1b3) + (low << 8) + Math.floor(product / TWO_32)) >>>
    0;
  hash[0] = product >>> 0;
}

/**
 * `count` outputs of splitmix64 started at `state`: the generator that Blackman and Vigna recommend for filling the state of a xoshiro
 * generator (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014; Vigna's splitmix64.c).
 */
export function splitmix64(state: Word64, count: number): Word64[] {
  const out: Word64[] = [];
  let low = state[0];
  let high = state[1];
  for (let i = 0; i < count; i++) {
    const sum = low + 0x7f4a_7c15;
    high = (high + 0x9e37_79b9 + (sum >= TWO_32 ? 1 : 0)) >>> 0;
    low = sum >>> 0;
    const z: Word64 = [low, high];
    shiftXor(z, 30);
    multiply(z, 0x1ce4_e5b9, 0xbf58_476d);
    shiftXor(z, 27);
    multiply(z, 0x1331_11eb, 0x94d0_49bb);
    shiftXor(z, 31);
    out.push(z);
  }
  return out;
}

/** z ^= z >> by, 0 < by < 32. */
function shiftXor(z: Word64, by: number): void {
  const low = z[0];
  const high = z[1];
  z[0] = (low ^ ((low >>> by) | (high << (32 - by)))) >>> 0;
  z[1] = (high ^ (high >>> by)) >>> 0;
}

/** z *= factor, modulo 2^64. Halves of halves, since a product of 32 bits by 32 bits is not exact. */
function multiply(z: Word64, low: number, high: number): void {
  const a = z[0];
  const b = z[1];
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const f0 = low & 0xffff;
  const f1 = low >>> 16;
  const least = a0 * f0;
  const middle = a0 * f1 + a1 * f0 + (least >>> 16);
  z[0] = (((middle & 0xffff) << 16) | (least & 0xffff)) >>> 0;
  z[1] =
    (a1 * f1 +
      Math.floor(middle / 0x1_0000) +
      Math.imul(a, high) +
      Math.imul(b, low)) >>>
    0;
}

/**
 * The four state words of the stream called `name` under `seed`: splitmix64 from the FNV-1a hash of `<seed in decimal>`, a zero byte, `<name>`.
 * The seeds 1, 1n and "1" are the same seed.
 * @throws FabricError `E_KERNEL_SEED` for a number that is not a safe integer.
 */
export function seedWords(
  seed: number | bigint | string,
  name: string,
): [number, number, number, number] {
  if (typeof seed === "number" && !Number.isSafeInteger(seed)) {
    throw new FabricError({
      code: "E_KERNEL_SEED",
      message: "A seed must be a whole number",
      got: String(seed),
      expected: "an integer up to 2^53, a bigint or a text",
    });
  }
  const words = splitmix64(fnv1a64(`${String(seed)}\0${name}`), 2);
  const a = words[0]!;
  const b = words[1]!;
  // Why not spread: that asks an iterator for each word.
  return [a[0], a[1], b[0], b[1]];
}
