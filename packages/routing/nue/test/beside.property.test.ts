import { switchLinks } from "@fabriclab/paths";
import { irregularFabric } from "@fabriclab/testing-fabrics";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Beside } from "../src/beside.ts";
import { Settled } from "../src/settled.ts";

/** The links from the settled switches to others: by when the one was settled, and there by port. */
interface Way {
  readonly sw: number;
  readonly link: number;
  readonly sum: number;
}

it("switches are met in the order of a plain search, by the first of the lightest links, from either side", () => {
  fc.assert(
    fc.property(
      fc.record({
        switches: fc.integer({ min: 3, max: 14 }),
        ports: fc.integer({ min: 4, max: 8 }),
        extraLinks: fc.integer({ min: 0, max: 30 }),
        seed: fc.nat(),
      }),
      fc.infiniteStream(fc.nat({ max: 2 })),
      fc.nat(),
      fc.nat(),
      (options, weights, size, from) => {
        const links = switchLinks(irregularFabric(options));
        const { start, to, back } = links;
        const weight = Float64Array.from(to, () =>
          Number(weights.next().value),
        );
        const settled = new Settled(links);
        const inTurn = Array.from(
          { length: 1 + (size % options.switches) },
          (_, i) => (i * 5 + from) % options.switches,
        );
        const chosen = [...new Set(inTurn)];
        settled.begin(chosen[0] ?? 0);
        for (const sw of chosen.slice(1))
          settled.settle(sw, 0, 1, Number(weights.next().value));
        const first = from % chosen.length;
        const ways: Way[] = chosen.slice(first).flatMap((sw) =>
          Array.from(to.keys())
            .slice(start[sw], start[sw + 1])
            .filter((link) => !chosen.includes(to[link] ?? -1))
            .map((link) => ({
              sw: to[link] ?? -1,
              link: back[link] ?? -1,
              sum: (settled.far[sw] ?? 0) + (weight[back[link] ?? -1] ?? 0),
            })),
        );
        const expected = [...new Set(ways.map(({ sw }) => sw))].map((sw) => {
          const own = ways.filter((way) => way.sw === sw);
          const least = Math.min(...own.map(({ sum }) => sum));
          return [sw, own.find(({ sum }) => sum === least)?.link];
        });
        const beside = new Beside(links, settled, weight);
        for (const left of [0, Infinity, 0]) {
          const met = beside.switches.slice(0, beside.meet(first, left));
          expect(Array.from(met, (sw) => [sw, beside.link[sw]])).toEqual(
            expected,
          );
        }
      },
    ),
  );
});
