import { switchRanks } from "@fabriclab/paths";
import { randomFabric } from "@fabriclab/testing-fabrics";
import type { EndportIx } from "@fabriclab/units";
import fc from "fast-check";
import { expect, it } from "vitest";
import { deriveLists } from "../src/index.ts";

it("puts every cabled host port into one of two lists, compute nodes at one rank", () => {
  fc.assert(
    fc.property(randomFabric({ maxSwitches: 12 }), (fabric) => {
      const cabled = Array.from(
        { length: fabric.endportCount - fabric.switchCount },
        (_, i) => (fabric.switchCount + i) as EndportIx,
      ).filter((one) => fabric.attachment(one) !== undefined);
      for (const lists of deriveLists(fabric)) {
        expect([...lists.compute, ...lists.io].sort((a, b) => a - b)).toEqual(
          cabled,
        );
        const ranks = switchRanks(fabric, lists.roots);
        if (lists.leafRank > 0)
          for (const one of lists.compute)
            expect(ranks[fabric.attachment(one)?.sw ?? -1]).toBe(
              lists.leafRank,
            );
      }
    }),
    { numRuns: 200 },
  );
});
