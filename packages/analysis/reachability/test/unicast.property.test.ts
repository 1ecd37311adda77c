import { hopsTo, PathWalker } from "@fabriclab/paths";
import { lidTable, type Fabric, type ForwardingTables } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import type { EndportIx, Lid, Sl, SwitchIx } from "@fabriclab/units";
import fc from "fast-check";
import { expect, it } from "vitest";
import { auditUnicast, unreachedPairs } from "../src/index.ts";

/** Any tables at all: ports that are there, that are not, and none; several LIDs and SLs; SL2VL with discards where asked. */
function anyTables(
  fabric: Fabric,
  draw: (below: number) => number,
  discards: boolean,
): ForwardingTables {
  const endports = fabric.endportCount;
  const lids = lidTable(
    Uint16Array.from({ length: endports }, (_, i) => 2 * i + 2),
    new Uint8Array(endports).fill(1),
  );
  const lft = Array.from({ length: fabric.switchCount }, (_, sw) =>
    Uint8Array.from({ length: lids.topLid + 1 }, (_entry, lid) => {
      const owner = lids.owner[lid] ?? -1;
      const radix =
        (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0);
      const here =
        owner < 0 ? undefined : fabric.attachment(owner as EndportIx);
      if (here?.sw === sw && draw(8) > 0) return here.num;
      return draw(12) === 0 ? 255 : draw(radix + 2);
    }),
  );
  const sl2vl = Array.from({ length: fabric.switchCount }, (_, sw) => {
    const ports =
      (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0) + 1;
    const vls = Uint8Array.from({ length: ports * ports * 16 }, () =>
      draw(9) === 0 ? 15 : draw(2),
    );
    // Hosts of a switch are looked at together where their ports have equal rows.
    const row = ports * 16;
    if (draw(2) === 0)
      for (let port = 2; port < ports; port++)
        vls.copyWithin(port * row, row, 2 * row);
    return vls;
  });
  return {
    lids,
    lft,
    lanes: 2,
    engine: "any",
    pathLid: (s, d) => ((lids.baseLid[d] ?? 0) + ((s + d) % 2)) as Lid,
    pathSl: (s, d) => ((s * 3 + d) % 4) as Sl,
    ...(discards ? { sl2vl } : {}),
  };
}

it("blames entries that, mended as it says, let all their pairs arrive and no others", () => {
  fc.assert(
    fc.property(
      randomFabric({ maxSwitches: 6, maxHosts: 6, maxHostPorts: 2 }),
      fc.infiniteStream(fc.nat({ max: 2 ** 20 })),
      fc.boolean(),
      (fabric, stream, discards) => {
        const draw = (below: number): number =>
          (stream.next().value as number) % below;
        const tables = anyTables(fabric, draw, discards);
        const all = { examples: 0, entries: 1000 };
        const { causes, unreachable, disconnected } = auditUnicast(
          fabric,
          tables,
          all,
        );
        const sum = (of: readonly { readonly pairs: number }[]): number =>
          of.reduce((total, { pairs }) => total + pairs, 0);
        expect(sum(causes)).toBe(unreachable.count);
        expect(sum(causes.filter((one) => one.fault === "disconnected"))).toBe(
          disconnected,
        );
        const discarded = causes.filter((one) => one.fault === "no-lane");
        if (!discards) expect(discarded).toEqual([]);
        for (const cause of causes) {
          expect(cause.lids).toBe(cause.entries.length);
          expect(sum(cause.entries)).toBe(cause.pairs);
          // What is mended may be discarded farther on.
          if (discards) continue;
          for (const { lid, pairs, mend } of cause.entries)
            for (const port of mend?.arrives === true ? mend.ports : []) {
              const lft = tables.lft.map((table, sw) =>
                sw === cause.node ? table.with(lid, port) : table,
              );
              expect(
                auditUnicast(fabric, { ...tables, lft }, all).unreachable.count,
              ).toBe(unreachable.count - pairs);
            }
        }
      },
    ),
    { numRuns: 40 },
  );
});

it("counts what packets followed one by one do", () => {
  fc.assert(
    fc.property(
      randomFabric({ maxSwitches: 6, maxHosts: 6, maxHostPorts: 2 }),
      fc.infiniteStream(fc.nat({ max: 2 ** 20 })),
      fc.boolean(),
      (fabric, stream, discards) => {
        const draw = (below: number): number =>
          (stream.next().value as number) % below;
        const tables = anyTables(fabric, draw, discards);
        const walker = new PathWalker(fabric, tables);
        const byEnd: Record<string, number> = {};
        const hops: Record<string, number> = {};
        let longer = 0;
        for (let s = fabric.switchCount; s < fabric.endportCount; s++)
          for (let d = fabric.switchCount; d < fabric.endportCount; d++) {
            const [from, to] = [s as EndportIx, d as EndportIx];
            if (s === d) continue;
            const end = walker.walk(
              from,
              tables.pathLid(from, to),
              tables.pathSl(from, to),
            );
            byEnd[end] = (byEnd[end] ?? 0) + 1;
            if (end !== "delivered") continue;
            const crossed = walker.length - 1;
            hops[crossed] = (hops[crossed] ?? 0) + 1;
            const [a, b] = [fabric.attachment(from), fabric.attachment(to)];
            const least = hopsTo(fabric, b?.sw ?? (0 as SwitchIx));
            if (crossed > (least[a?.sw ?? 0] ?? 0) + 1) longer += 1;
          }
        const audit = auditUnicast(fabric, tables, { examples: 1000 });
        const failed = Object.entries(byEnd).reduce(
          (sum, [end, count]) => sum + (end === "delivered" ? 0 : count),
          0,
        );
        if (!discards)
          expect(unreachedPairs(fabric, tables)).toEqual({
            pairs: audit.pairs - audit.disconnected,
            unreached: failed - audit.disconnected,
          });
        expect(audit.hops).toEqual(hops);
        expect(audit.byEnd).toMatchObject(byEnd);
        expect(audit.unreachable.count).toBe(failed);
        expect(audit.unreachable.examples).toHaveLength(failed);
        expect(audit.nonMinimal.count).toBe(longer);
        expect(audit.places.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(
          failed,
        );
        for (const { source, destination, lid, sl, end } of audit.unreachable
          .examples) {
          expect(walker.walk(source, lid, sl)).toBe(end);
          expect(lid).toBe(tables.pathLid(source, destination));
        }
      },
    ),
    { numRuns: 150 },
  );
});
