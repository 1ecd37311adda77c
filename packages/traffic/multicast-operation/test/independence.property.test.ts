import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { all, groupsOf, make, type Written } from "./operations.ts";
import { context, hosts } from "./star.ts";

describe("independence of the sources", () => {
  it("adding a source changes neither the group nor the packets of any other", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 40 }),
        fc.integer({ min: 0, max: 1000 }),
        fc.constantFrom("multicast" as const, "unicast" as const),
        fc.integer({ min: 1, max: 3 }),
        fc.nat(),
        fc.nat(),
        (count, seed, send, repeats, groupDraw, sourceDraw) => {
          const ctx = context(hosts(count), {
            seed,
            mlids: (source) => [0xc000 + source],
          });
          const group = 2 + (groupDraw % (count - 1));
          const sources = 1 + (sourceDraw % (count - 1));
          const options: Written = { group, send, repeats };
          const packets = (n: number) =>
            new Map(
              make(ctx, { ...options, sources: n }).streams.map(
                (s) =>
                  [
                    s.source,
                    all(s).map(({ tag: _, ...rest }) => rest),
                  ] as const,
              ),
            );
          const few = packets(sources);
          const more = packets(sources + 1);
          expect(more.size).toBe(few.size + 1);
          for (const [source, drafts] of few)
            expect(more.get(source)).toEqual(drafts);
          const members = (n: number) =>
            new Map(
              groupsOf(ctx, { group, sources: n }).map(
                (g) => [g.sources[0]!, g.members] as const,
              ),
            );
          const fewGroups = members(sources);
          const moreGroups = members(sources + 1);
          for (const [source, list] of fewGroups)
            expect(moreGroups.get(source)).toEqual(list);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("every delivery is expected: copies times packets over all drafts", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 30 }),
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 1, max: 5000 }),
        fc.constantFrom("own" as const, "same" as const),
        fc.constantFrom("jumbo" as const, "mtu" as const),
        fc.nat(),
        fc.nat(),
        (count, seed, size, groups, framing, groupDraw, sourceDraw) => {
          const ctx = context(hosts(count), { seed });
          const options: Written = {
            group: 2 + (groupDraw % (count - 1)),
            sources: 1 + (sourceDraw % count),
            size: `${size}B`,
            mtu: "256B",
            groups,
            framing,
          };
          const unicast = make(ctx, { ...options, send: "unicast" });
          const drafts = unicast.streams.flatMap((s) =>
            all(s).map((d) => ({ ...d, source: s.source })),
          );
          expect(drafts).toHaveLength(unicast.expectedDeliveries!);
          expect(make(ctx, options).expectedDeliveries).toBe(
            unicast.expectedDeliveries,
          );
          // Never to itself, and per operation as many packets to each receiver.
          for (const d of drafts) expect(2001 - d.dlid).not.toBe(d.source);
          const per = Math.ceil(size / (framing === "mtu" ? 256 : size));
          const pairs = new Map<string, number>();
          for (const d of drafts)
            pairs.set(
              `${d.source} ${d.dlid}`,
              (pairs.get(`${d.source} ${d.dlid}`) ?? 0) + 1,
            );
          expect(new Set(pairs.values())).toEqual(new Set([per]));
        },
      ),
      { numRuns: 60 },
    );
  });
});
