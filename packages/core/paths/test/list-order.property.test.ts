import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ListOrder } from "../src/list-order.ts";

/** All by their numbers. */
const inOrder = ({ place }: ListOrder): number[] =>
  Array.from(place.keys()).sort((a, b) => (place[a] ?? 0) - (place[b] ?? 0));

/** A plain array with `some` put right behind or before `one`, in the order that they had. */
function moved(
  array: readonly number[],
  one: number,
  some: ReadonlySet<number>,
  behind: boolean,
): number[] {
  const others = array.filter((other) => !some.has(other));
  const at = others.indexOf(one) + (behind ? 1 : 0);
  const taken = array.filter((other) => some.has(other));
  return [...others.slice(0, at), ...taken, ...others.slice(at)];
}

describe("an order kept as a list", () => {
  it("is what a plain array becomes by the same moves, from any order on", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }).chain((size) =>
          fc.record({
            begin: fc.shuffledSubarray(
              Array.from({ length: size }, (_, one) => one),
              { minLength: size, maxLength: size },
            ),
            moves: fc.array(
              fc.record({
                one: fc.nat({ max: size - 1 }),
                some: fc.uniqueArray(fc.nat({ max: size - 1 })),
                behind: fc.boolean(),
              }),
            ),
          }),
        ),
        ({ begin, moves }) => {
          const place = Int32Array.from(begin.keys());
          for (const [at, one] of begin.entries()) place[one] = at;
          const order = new ListOrder(begin.length, place);
          let array = begin;
          for (const { one, some, behind } of moves) {
            const others = Int32Array.from(some.filter((of) => of !== one));
            if (behind) order.moveBehind(one, others, others.length);
            else order.moveBefore(one, others, others.length);
            array = moved(array, one, new Set(others), behind);
            expect(inOrder(order)).toEqual(array);
          }
        },
      ),
    );
  });

  it("stays one after more moves to one place than there are numbers left between two", () => {
    const size = 100;
    const order = new ListOrder(size);
    let array = Array.from({ length: size }, (_, one) => one);
    for (let turn = 0; turn < 3 * size; turn++) {
      const some = 1 + (turn % (size - 1));
      order.moveBehind(0, Int32Array.of(some), 1);
      array = moved(array, 0, new Set([some]), true);
      expect(inOrder(order)).toEqual(array);
    }
  });
});
