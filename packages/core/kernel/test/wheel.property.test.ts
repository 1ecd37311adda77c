import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cascade,
  createWheel,
  EVENT_KIND_BITS,
  lowestBit,
  nextFarBucket,
  put,
  remove,
} from "../src/index.ts";

/** A clock around the wheel, as the engine has it, without its speed. */
function clockOf(bucketBits: number, entities: number) {
  const wheel = createWheel(bucketBits);
  const { near, nearBits, far, farBits } = wheel;
  const memory = new Int32Array(2 * entities);
  const mask = (2 << bucketBits) - 1;
  let now = 0;
  let bucket = 0;
  return {
    put: (entity: number, tick: number) =>
      put(
        memory,
        near,
        nearBits,
        far,
        farBits,
        bucketBits,
        bucket,
        (2 * entity) << EVENT_KIND_BITS,
        tick,
      ),
    remove: (entity: number, tick: number) =>
      remove(memory, wheel, bucket, (2 * entity) << EVENT_KIND_BITS, tick),
    get now() {
      return now;
    },
    /** The next tick with events, and its entities; undefined when there are none. */
    next(): { tick: number; entities: number[] } | undefined {
      for (;;) {
        let found = -1;
        for (let tick = now + 1; tick <= now + mask + 1 && found < 0; tick++) {
          if ((nearBits[(tick & mask) >> 5]! & (1 << (tick & 31))) !== 0)
            found = tick;
        }
        if (found < 0) {
          const b = nextFarBucket(farBits, bucket);
          if (b < 0) return undefined;
          bucket = b - 1;
          cascade(memory, near, nearBits, far, farBits, bucketBits, bucket, b);
          now = (b << bucketBits) - 1;
          continue;
        }
        if (found >> bucketBits !== bucket) {
          bucket++;
          cascade(
            memory,
            near,
            nearBits,
            far,
            farBits,
            bucketBits,
            bucket,
            bucket + 1,
          );
          now =
            (found >> bucketBits === bucket
              ? bucket << bucketBits
              : (bucket + 1) << bucketBits) - 1;
          continue;
        }
        now = found;
        const slot = now & mask;
        nearBits[slot >> 5]! &= ~(1 << (slot & 31));
        const happening = [];
        for (
          let event = near[slot]!;
          event >= 0;
          event = memory[event >> EVENT_KIND_BITS]!
        )
          happening.push((event >> EVENT_KIND_BITS) / 2);
        near[slot] = -1;
        return { tick: now, entities: happening };
      }
    },
  };
}

describe("the timing wheel", () => {
  it("gives every event at its tick, in order of ticks, as a sorted list does", () => {
    // Distances reach from the next tick over several buckets to beyond the far wheel (1024 buckets of 32 ticks).
    const distance = fc.oneof(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 30_000, max: 200_000 }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(distance, fc.integer({ min: 0, max: 3 })), {
          minLength: 1,
          maxLength: 200,
        }),
        (plan) => {
          const clock = clockOf(5, plan.length);
          const pending: { tick: number; entity: number }[] = [];
          let entity = 0;
          const add = (count: number): void => {
            for (; count > 0 && entity < plan.length; count--, entity++) {
              const tick = clock.now + plan[entity]![0];
              clock.put(entity, tick);
              pending.push({ tick, entity });
            }
          };
          add(3);
          while (pending.length > 0) {
            pending.sort((a, b) => a.tick - b.tick);
            const tick = pending[0]!.tick;
            const due = pending
              .filter((event) => event.tick === tick)
              .map((event) => event.entity);
            pending.splice(0, due.length);
            const seen = clock.next()!;
            expect(seen.tick).toBe(tick);
            expect(seen.entities.sort((a, b) => a - b)).toEqual(
              due.sort((a, b) => a - b),
            );
            add(plan[entity]?.[1] ?? 0);
            if (pending.length === 0) add(1);
          }
          expect(clock.next()).toBeUndefined();
        },
      ),
    );
  });

  it("lets go of an event wherever it is", () => {
    for (const tick of [3, 40, 500, 30_000, 90_000]) {
      const clock = clockOf(5, 3);
      clock.put(0, tick);
      clock.put(1, tick);
      clock.put(2, tick);
      expect(clock.remove(1, tick)).toBe(true);
      expect(clock.remove(1, tick)).toBe(false);
      const seen = clock.next()!;
      expect([seen.tick, seen.entities.sort()]).toEqual([tick, [0, 2]]);
      expect(clock.next()).toBeUndefined();
    }
  });

  it("finds the lowest bit", () => {
    for (let bit = 0; bit < 32; bit++)
      expect(lowestBit((1 << bit) | (bit < 31 ? 1 << 31 : 0))).toBe(bit);
  });
});
