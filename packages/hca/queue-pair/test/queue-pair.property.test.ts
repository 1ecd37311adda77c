import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pair, served, type Element } from "./drafted.ts";

type Waiting = Required<Element> & { readonly queue: number };

/** The same, tick by tick: whenever the engine is free, the best of what is born. Bytes take a tick each. */
function reference(queues: readonly (readonly Required<Element>[])[]) {
  const waiting: Waiting[] = queues.flatMap((elements, queue) =>
    elements.map((element) => ({ ...element, queue })),
  );
  const done: (readonly [number, number])[] = [];
  for (let tick = 0; waiting.length > 0; tick++) {
    const born = waiting.filter(({ birth }) => birth <= tick);
    if (born.length === 0) continue;
    const best = born.reduce((a, b) => {
      if (a.sl !== b.sl) return a.sl < b.sl ? a : b;
      if (a.birth !== b.birth) return a.birth < b.birth ? a : b;
      return a.queue <= b.queue ? a : b;
    });
    waiting.splice(waiting.indexOf(best), 1);
    done.push([best.tag, tick + best.bytes]);
    tick += best.bytes - 1;
  }
  return done;
}

const queue = fc
  .array(
    fc.record({
      birth: fc.nat(60),
      sl: fc.nat(3),
      bytes: fc.integer({ min: 1, max: 12 }),
    }),
    { maxLength: 12 },
  )
  .map((list) => list.sort((a, b) => a.birth - b.birth));

describe("queue pairs", () => {
  it("are served as a reference serves them tick by tick: nothing is lost or late, and no level changes its order", () => {
    fc.assert(
      fc.property(fc.array(queue, { minLength: 1, maxLength: 4 }), (lists) => {
        const queues = lists.map((list, q) =>
          list.map((element, i) => ({ ...element, tag: q * 100 + i })),
        );
        const due = reference(queues);
        expect(served(queues.map((elements) => pair(elements)))).toEqual(due);
      }),
      { numRuns: 300 },
    );
  });
});
