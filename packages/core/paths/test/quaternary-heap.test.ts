import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QuaternaryHeap } from "../src/quaternary-heap.ts";

function drain(heap: QuaternaryHeap): number[] {
  const order: number[] = [];
  for (let next = heap.extract(); next >= 0; next = heap.extract())
    order.push(next);
  return order;
}

describe("the heap of four children", () => {
  it("gives equal keys by the rule: the last vertex takes the root's place, and stays where nothing is less", () => {
    const heap = new QuaternaryHeap(6);
    heap.fill(6);
    expect(drain(heap)).toEqual([0, 5, 4, 3, 2, 1]);
  });

  it("lets the last of equal children rise", () => {
    const heap = new QuaternaryHeap(6);
    heap.fill(6);
    for (const vertex of [1, 2, 3]) heap.decrease(vertex, 7);
    heap.decrease(0, 1);
    // 1 rose to the root before 0 pushed it down again to the first place; then 5, at Infinity, sinks below the last of the three.
    expect(drain(heap).slice(0, 2)).toEqual([0, 3]);
  });

  it("gives keys in ascending order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 }), {
          minLength: 1,
          maxLength: 60,
        }),
        (keys) => {
          const heap = new QuaternaryHeap(keys.length);
          heap.fill(keys.length);
          for (const [vertex, key] of keys.entries())
            heap.decrease(vertex, key);
          const found = drain(heap).map((vertex) => keys[vertex]);
          expect(found).toEqual([...keys].sort((a, b) => a - b));
        },
      ),
    );
  });
});
