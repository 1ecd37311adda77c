/**
 * A two-level timing wheel of intrusive events: the event queue of the packet engine.
 *
 * An event is an integer, `event = offset << EVENT_KIND_BITS | kind`, where `offset` is the place of a two-word event field inside some
 * record of one shared `Int32Array`:
 *
 * | word | meaning |
 * | --- | --- |
 * | `offset` | next event of the same slot, -1 = last |
 * | `offset + 1` | tick of the event; written only when it is put on the far wheel |
 *
 * There are no event objects and nothing is ever allocated. An event may be in the queue once; whoever puts it must know that it is not.
 *
 * The near wheel has one slot per tick and covers two *buckets* of `2^bucketBits` ticks: the current one and the next. The far wheel has
 * `FAR_SLOTS` slots of one bucket each; when the clock enters bucket b, bucket b + 1 is *cascaded* onto the near wheel. An event further away
 * than the far wheel reaches is parked in its last slot and moved on when that slot is cascaded. A bitmap per wheel finds the next
 * occupied slot. Putting and taking are O(1); the scan is O(gap / 32).
 *
 * Cost depends neither on the number of pending events nor on the length of a tick, unlike a heap's. The functions are free functions over
 * arrays so that the loop that calls them can keep the arrays in locals and the compiler can inline them.
 *
 * Within a tick the order of events is unspecified: whoever needs an order must not depend on it (the engine collects the
 * requests of a tick first and arbitrates afterwards).
 */

// Why twice: V8 folds a module's private constants into the code of its functions, but reads exported ones from memory.
const KIND_BITS = 3;
const NONE = -1;
const SLOTS = 1024;
/** Low bits of an event that say what happens. */
export const EVENT_KIND_BITS = KIND_BITS;
export const EVENT_KIND_MASK = (1 << KIND_BITS) - 1;
/** Buckets that the far wheel reaches ahead. */
export const FAR_SLOTS = SLOTS;
const FAR_MASK = SLOTS - 1;
const FAR_WORDS = SLOTS >> 5;

/** The arrays of a wheel. `nearBits` and `farBits` have bit `s` set iff slot `s` is not empty. */
export interface Wheel {
  readonly bucketBits: number;
  readonly near: Int32Array;
  readonly nearBits: Int32Array;
  readonly far: Int32Array;
  readonly farBits: Int32Array;
}

/**
 * @param bucketBits log2 of the ticks per bucket, 5-20; events up to `2^bucketBits` ticks ahead go straight to the near wheel
 */
export function createWheel(bucketBits: number): Wheel {
  const slots = 2 << bucketBits;
  return {
    bucketBits,
    near: new Int32Array(slots).fill(NONE),
    nearBits: new Int32Array(slots >> 5),
    far: new Int32Array(SLOTS).fill(NONE),
    farBits: new Int32Array(FAR_WORDS),
  };
}

/** Index of the lowest set bit; `word` must not be 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Puts `event` at `tick`, which must be after the current tick and at most `2^bucketBits` ticks ahead. */
export function putNear(
  memory: Int32Array,
  near: Int32Array,
  nearBits: Int32Array,
  slotMask: number,
  event: number,
  tick: number,
): void {
  const slot = tick & slotMask;
  memory[event >> KIND_BITS] = near[slot]!;
  near[slot] = event;
  nearBits[slot >> 5]! |= 1 << (slot & 31);
}

/** Puts `event` at `tick`, any distance after the current tick. `bucket` is the clock's current bucket. */
export function put(
  memory: Int32Array,
  near: Int32Array,
  nearBits: Int32Array,
  far: Int32Array,
  farBits: Int32Array,
  bucketBits: number,
  bucket: number,
  event: number,
  tick: number,
): void {
  const ahead = (tick >> bucketBits) - bucket;
  if (ahead <= 1) {
    putNear(memory, near, nearBits, (2 << bucketBits) - 1, event, tick);
    return;
  }
  const slot = (bucket + (ahead < SLOTS ? ahead : FAR_MASK)) & FAR_MASK;
  memory[event >> KIND_BITS] = far[slot]!;
  memory[(event >> KIND_BITS) + 1] = tick;
  far[slot] = event;
  farBits[slot >> 5]! |= 1 << (slot & 31);
}

/** Moves the events of far bucket `from` to where they now belong, the clock being in `bucket` (= `from` - 1). */
export function cascade(
  memory: Int32Array,
  near: Int32Array,
  nearBits: Int32Array,
  far: Int32Array,
  farBits: Int32Array,
  bucketBits: number,
  bucket: number,
  from: number,
): void {
  const slot = from & FAR_MASK;
  let event = far[slot]!;
  if (event < 0) return;
  far[slot] = NONE;
  farBits[slot >> 5]! &= ~(1 << (slot & 31));
  while (event >= 0) {
    const at = event >> KIND_BITS;
    const next = memory[at]!;
    put(
      memory,
      near,
      nearBits,
      far,
      farBits,
      bucketBits,
      bucket,
      event,
      memory[at + 1]!,
    );
    event = next;
  }
}

/** The first occupied far bucket after `bucket` + 1, or -1. */
export function nextFarBucket(farBits: Int32Array, bucket: number): number {
  const start = (bucket + 2) & FAR_MASK;
  let at = start >> 5;
  let word = farBits[at]! & (-1 << (start & 31));
  // Why FAR_WORDS steps: the first word is looked at twice, once for each side of the start.
  for (let step = 0; word === 0; step++) {
    if (step === FAR_WORDS) return -1;
    at = (at + 1) & (FAR_WORDS - 1);
    word = farBits[at]!;
  }
  return bucket + 2 + (((at << 5) + lowestBit(word) - start) & FAR_MASK);
}

/**
 * Takes a pending event out of the wheel. Slow (walks the event's slot); for the rare event that must come forward.
 * @param tick the tick that it was put at
 * @returns false when it was not there
 */
export function remove(
  memory: Int32Array,
  wheel: Wheel,
  bucket: number,
  event: number,
  tick: number,
): boolean {
  const { near, nearBits, far, farBits, bucketBits } = wheel;
  const nearSlot = tick & ((2 << bucketBits) - 1);
  if ((tick >> bucketBits) - bucket <= 1)
    return unlink(memory, near, nearBits, nearSlot, event);
  const own = (tick >> bucketBits) & FAR_MASK;
  if (unlink(memory, far, farBits, own, event)) return true;
  // Parked beyond the far wheel's reach when it was put.
  for (let slot = 0; slot < SLOTS; slot++)
    if (slot !== own && unlink(memory, far, farBits, slot, event)) return true;
  return false;
}

function unlink(
  memory: Int32Array,
  slots: Int32Array,
  bits: Int32Array,
  slot: number,
  event: number,
): boolean {
  let before = NONE;
  for (let at = slots[slot]!; at !== NONE; at = memory[at >> KIND_BITS]!) {
    if (at === event) {
      const after = memory[at >> KIND_BITS]!;
      if (before === NONE) slots[slot] = after;
      else memory[before >> KIND_BITS] = after;
      if (slots[slot] === NONE) bits[slot >> 5]! &= ~(1 << (slot & 31));
      return true;
    }
    before = at;
  }
  return false;
}
