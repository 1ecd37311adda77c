import type { PathPattern } from "@fabriclab/spec";
import { HALF } from "./edge-lists.ts";

const LOW = 2 ** HALF - 1;

/** Slots that a table begins with; a power of two. */
const FIRST_SLOTS = 64;

/** Bits of a port in a key. */
const PORT_BITS = 8;

/** Powers of three summed over the bits of a mask, for every mask of so many bits. */
export function ternaryOf(bits: number): Int32Array {
  const sums = new Int32Array(2 ** bits);
  for (let bit = 0; bit < bits; bit++)
    for (let mask = 0; mask < 2 ** bit; mask++)
      sums[2 ** bit + mask] = 3 ** bit + (sums[mask] ?? 0);
  return sums;
}

/**
 * The different patterns of one switch with the fewest hops of each, in the order in which they came first.
 *
 * An open table of numbers, as millions of paths may come. A pattern is one number of 31 bits: its path bits as digits 0 to 2 (no matter, 0, 1) of at
 * most 14 places, and the port.
 *
 * Complexity: `add` O(1), and nothing allocated but where the table doubles.
 */
export class PatternTable {
  readonly #ternary: Int32Array;
  /** Pairs of key + 1 and hops; 0 = free. */
  #slots = new Int32Array(2 * FIRST_SLOTS);
  /** Hashes keep so many of their 32 bits less. */
  #shift = 32 - Math.log2(FIRST_SLOTS);
  /** What was added, by place. */
  #keys = new Int32Array(FIRST_SLOTS / 2);
  #bits = new Int32Array(FIRST_SLOTS / 2);
  #count = 0;

  /** @param ternary {@link ternaryOf} the bits of all patterns that will come */
  constructor(ternary: Int32Array) {
    this.#ternary = ternary;
  }

  clear(): void {
    this.#slots.fill(0);
    this.#count = 0;
  }

  /**
   * Takes the pattern of a path in.
   *
   * @param bits as {@link pathBitsOf} says them
   * @param hops switches of the path
   */
  add(bits: number, port: number, hops: number): void {
    const ternary = this.#ternary;
    const digits = ternary[bits & LOW]! + ternary[bits >>> HALF]!;
    const key = (digits << PORT_BITS) + port + 1;
    const slots = this.#slots;
    const last = slots.length - 1;
    let at = (Math.imul(key, 0x9e3779b1) >>> this.#shift) << 1;
    for (;;) {
      const found = slots[at]!;
      if (found === key) {
        if (slots[at + 1]! > hops) slots[at + 1] = hops;
        return;
      }
      if (found === 0) break;
      at = (at + 2) & last;
    }
    slots[at] = key;
    slots[at + 1] = hops;
    const place = this.#count++;
    this.#keys[place] = key;
    this.#bits[place] = bits;
    if (this.#count === this.#keys.length) this.#double();
  }

  patterns(): PathPattern[] {
    const found: PathPattern[] = [];
    for (let place = 0; place < this.#count; place++) {
      const key = this.#keys[place]!;
      const bits = this.#bits[place]!;
      found.push({
        care: bits & LOW,
        value: bits >>> HALF,
        port: (key - 1) & (2 ** PORT_BITS - 1),
        hops: this.#slots[this.#slotOf(key) + 1]!,
      });
    }
    return found;
  }

  #slotOf(key: number): number {
    const slots = this.#slots;
    let at = (Math.imul(key, 0x9e3779b1) >>> this.#shift) << 1;
    while (slots[at] !== key && slots[at] !== 0)
      at = (at + 2) & (slots.length - 1);
    return at;
  }

  #double(): void {
    const before = this.#slots;
    this.#shift -= 1;
    this.#slots = new Int32Array(2 * before.length);
    for (let at = 0; at < before.length; at += 2) {
      const key = before[at] ?? 0;
      if (key === 0) continue;
      const slot = this.#slotOf(key);
      this.#slots[slot] = key;
      this.#slots[slot + 1] = before[at + 1] ?? 0;
    }
    this.#keys = grown(this.#keys);
    this.#bits = grown(this.#bits);
  }
}

function grown(list: Int32Array): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(2 * list.length);
  twice.set(list);
  return twice;
}
