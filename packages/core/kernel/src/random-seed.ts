import { FabricError } from "@fabriclab/units";

const MASK = 0xffff_ffff_ffff_ffffn;

/** FNV-1a, 64 bits, of the UTF-8 bytes of `text` (Fowler, Noll, Vo; draft-eastlake-fnv). Cost: O(length), once per stream. */
export function fnv1a64(text: string): bigint {
  let hash = 0xcbf2_9ce4_8422_2325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = ((hash ^ BigInt(byte)) * 0x100_0000_01b3n) & MASK;
  }
  return hash;
}

/**
 * `count` outputs of splitmix64 started at `state`: the generator that Blackman and Vigna recommend for filling the state of a xoshiro
 * generator (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014; Vigna's splitmix64.c).
 */
export function splitmix64(state: bigint, count: number): bigint[] {
  const out: bigint[] = [];
  let s = state & MASK;
  for (let i = 0; i < count; i++) {
    s = (s + 0x9e37_79b9_7f4a_7c15n) & MASK;
    let z = s;
    z = ((z ^ (z >> 30n)) * 0xbf58_476d_1ce4_e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d0_49bb_1331_11ebn) & MASK;
    out.push(z ^ (z >> 31n));
  }
  return out;
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
  const [a, b] = splitmix64(fnv1a64(`${String(seed)}\0${name}`), 2) as [
    bigint,
    bigint,
  ];
  return [
    Number(a & 0xffff_ffffn),
    Number(a >> 32n),
    Number(b & 0xffff_ffffn),
    Number(b >> 32n),
  ];
}
