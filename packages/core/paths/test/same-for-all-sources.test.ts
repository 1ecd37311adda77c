import { lidTable, type ForwardingTables } from "@fabriclab/spec";
import { randomFabric } from "@fabriclab/testing-fabrics";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";
import fc from "fast-check";
import { expect, it } from "vitest";
import { PathClasses } from "../src/index.ts";

it("classes are the same whether sources are asked one by one or known to be alike", () => {
  fc.assert(
    fc.property(
      randomFabric({ maxSwitches: 5, maxHosts: 6 }),
      fc.infiniteStream(fc.nat({ max: 1000 })),
      fc.boolean(),
      (fabric, stream, twice) => {
        const lids = lidTable(
          Uint16Array.from({ length: fabric.endportCount }, (_, i) => i + 1),
          new Uint8Array(fabric.endportCount),
        );
        const asked: ForwardingTables = {
          lids,
          lft: Array.from(
            { length: fabric.switchCount },
            () => new Uint8Array(lids.topLid + 1),
          ),
          lanes: 1,
          engine: "none",
          pathLid: (_, d) => (lids.baseLid[d] ?? 0) as Lid,
          pathSl: (_, d) => (d % 4) as Sl,
        };
        const some = Array.from(
          { length: fabric.endportCount },
          (_, i) => i as EndportIx,
        ).filter(() => (stream.next().value as number) % 3 > 0);
        const endports = twice ? [...some, ...some.slice(0, 1)] : some;
        const one = new PathClasses(fabric, asked, endports);
        const other = new PathClasses(
          fabric,
          { ...asked, sameForAllSources: true },
          endports,
        );
        for (let d = 0; d < fabric.endportCount; d++) {
          one.load(d as EndportIx);
          other.load(d as EndportIx);
          expect(other.count).toBe(one.count);
          expect(other.classOf).toEqual(one.classOf);
          for (let i = 0; i < one.count; i++)
            expect([
              other.lid(i),
              other.sl(i),
              other.aside(i),
              [...other.sources(i)],
            ]).toEqual([
              one.lid(i),
              one.sl(i),
              one.aside(i),
              [...one.sources(i)],
            ]);
        }
      },
    ),
    { numRuns: 200 },
  );
});
