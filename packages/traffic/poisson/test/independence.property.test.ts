import { hotspot, shift, uniform } from "@fabriclab/traffic-patterns";
import fc from "fast-check";
import { starContext, starOf } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { make, take } from "./drafts.ts";

describe("independence of the hosts", () => {
  it("asking other streams first, or more often, changes nothing of a stream", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.integer(),
        fc.constantFrom(uniform, shift, hotspot),
        fc.array(fc.nat({ max: 11 }), { maxLength: 60 }),
        (count, seed, pattern, order) => {
          const fabric = starOf(
            Array.from({ length: count }, (_, i) => `h${i}`),
          );
          const fresh = () =>
            make(
              starContext(fabric, { seed }),
              { load: 0.7 },
              pattern,
              pattern === hotspot ? { hosts: [0] } : {},
            );
          const mixed = fresh();
          const got = new Map<number, unknown[]>();
          for (const pick of order) {
            const stream = mixed.streams[pick % count]!;
            got.set(pick % count, [
              ...(got.get(pick % count) ?? []),
              ...take(stream, 1),
            ]);
          }
          const alone = fresh();
          for (const [host, drafts] of got)
            expect(take(alone.streams[host]!, drafts.length)).toEqual(drafts);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("a host draws the same times whoever else is there", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer(),
        (count, more, seed) => {
          const names = Array.from({ length: count + more }, (_, i) => `h${i}`);
          const births = (n: number) =>
            make(
              starContext(starOf(names.slice(0, n)), { seed }),
              { load: 0.2 },
              shift,
              { by: 1 },
            ).streams.map((s) => take(s, 10).map((d) => d.birth));
          expect(births(count + more).slice(0, count)).toEqual(births(count));
        },
      ),
      { numRuns: 50 },
    );
  });
});
