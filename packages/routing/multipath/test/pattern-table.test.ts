import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HALF } from "../src/edge-lists.ts";
import { PatternTable, ternaryOf } from "../src/pattern-table.ts";

const BITS = 14;
const paths = fc.array(
  fc.record({
    care: fc.nat({ max: 2 ** BITS - 1 }),
    value: fc.nat({ max: 2 ** BITS - 1 }),
    port: fc.integer({ min: 1, max: 254 }),
    hops: fc.integer({ min: 2, max: 300 }),
  }),
  { maxLength: 300, size: "max" },
);

/** Reference: by text, in the order in which they came first. */
function reference(
  all: readonly Record<"care" | "value" | "port" | "hops", number>[],
) {
  const found = new Map<string, (typeof all)[number]>();
  for (const { care, value, port, hops } of all) {
    const key = `${care} ${value & care} ${port}`;
    const before = found.get(key)?.hops ?? Infinity;
    found.set(key, {
      care,
      value: value & care,
      port,
      hops: Math.min(before, hops),
    });
  }
  return [...found.values()];
}

describe("patterns of a switch", () => {
  it("are the different ones with their fewest hops, however many come, and again after clearing", () => {
    const table = new PatternTable(ternaryOf(BITS));
    fc.assert(
      fc.property(paths, (drawn) => {
        // Some come twice, with other hops.
        const all = [
          ...drawn,
          ...drawn
            .slice(0, 50)
            .map((one, i) => ({ ...one, hops: one.hops - 1 + (i % 3) })),
        ];
        table.clear();
        for (const { care, value, port, hops } of all)
          table.add(care | ((value & care) << HALF), port, hops);
        expect(table.patterns()).toEqual(reference(all));
      }),
      { numRuns: 40 },
    );
  });

  it("tells the same bits with another port, and 0 from what does not matter, apart", () => {
    const table = new PatternTable(ternaryOf(2));
    table.add(0b01, 1, 4);
    table.add(0b01, 2, 3);
    table.add(0b00, 1, 5);
    table.add(0b01 | (0b01 << HALF), 1, 6);
    expect(table.patterns()).toEqual([
      { care: 1, value: 0, port: 1, hops: 4 },
      { care: 1, value: 0, port: 2, hops: 3 },
      { care: 0, value: 0, port: 1, hops: 5 },
      { care: 1, value: 1, port: 1, hops: 6 },
    ]);
  });
});
