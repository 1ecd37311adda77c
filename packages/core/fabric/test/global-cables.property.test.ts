import { cablesPerPair, otherEnd } from "@fabriclab/fabric";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("cables between groups", () => {
  it("lead back to where they come from, and to each other group as often", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), (ports, seed) => {
        const groups = 2 + (seed % ports);
        const cables = cablesPerPair(ports, groups);
        expect(cables).toBeGreaterThan(0);
        for (let group = 0; group < groups; group++) {
          const reached = new Array<number>(groups).fill(0);
          for (let port = 0; port < ports; port++) {
            const end = otherEnd({ group, port }, groups, cables);
            if (end === undefined) continue;
            expect(otherEnd(end, groups, cables)).toEqual({ group, port });
            reached[end.group]! += 1;
          }
          expect(reached).toEqual(
            reached.map((_, other) => (other === group ? 0 : cables)),
          );
        }
      }),
    );
  });

  it("are none of a single group", () => {
    expect(cablesPerPair(8, 1)).toBe(0);
    expect(otherEnd({ group: 0, port: 0 }, 1, 0)).toBeUndefined();
  });
});
