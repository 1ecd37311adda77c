import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCreditCounters } from "../src/credit-counters.ts";

describe("12-bit credit counters", () => {
  it("decide as exact credits do, over several turns of the counters, for every buffer of up to 2048 blocks", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2048 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 66 }), fc.nat(3)), {
          minLength: 200,
          maxLength: 400,
        }),
        (capacity, steps) => {
          const counters = createCreditCounters([7, capacity]);
          const buffered: number[] = [];
          let credit = capacity;
          for (const [wanted, frees] of steps) {
            const may = counters.maySend(1, wanted);
            expect(may).toBe(wanted <= credit);
            if (may) {
              counters.sent(1, wanted);
              buffered.push(wanted);
              credit -= wanted;
            }
            for (let k = 0; k < frees; k++) {
              const blocks = buffered.shift();
              if (blocks === undefined) break;
              counters.freed(1, blocks);
              credit += blocks;
            }
            expect(counters.credit(1)).toBe(credit);
          }
          // Other queues have counters of their own.
          expect(counters.credit(0)).toBe(7);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("wrap at 4096", () => {
    const counters = createCreditCounters([64]);
    for (let packet = 0; packet < 1000; packet++) {
      expect(counters.maySend(0, 64)).toBe(true);
      counters.sent(0, 64);
      // 64,000 blocks in the end: the counters turn 15 times.
      expect(counters.maySend(0, 1)).toBe(false);
      counters.freed(0, 64);
    }
    expect(counters.credit(0)).toBe(64);
  });
});
