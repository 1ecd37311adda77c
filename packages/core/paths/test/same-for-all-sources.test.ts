import { FabricBuilder } from "@fabriclab/fabric";
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

it("classes of LIDs up to the last one are told apart, however their sources alternate", () => {
  const builder = new FabricBuilder("one switch");
  const node = builder.addSwitch("S", 8);
  for (let i = 0; i < 8; i++)
    builder.connect(node, i + 1, builder.addHost(`H${i}`), 1);
  const fabric = builder.build();
  const hosts = Array.from(
    { length: fabric.endportCount },
    (_, i) => i as EndportIx,
  ).filter((endport) => (fabric.endportPort[endport] ?? -1) >= 0);
  const last = 0xbfff;
  const destination = hosts[0]!;
  const lids = lidTable(
    Uint16Array.from({ length: fabric.endportCount }, (_, i) =>
      i === destination ? last - 1 : 2 * i + 2,
    ),
    Uint8Array.from({ length: fabric.endportCount }, () => 1),
  );
  const tables: ForwardingTables = {
    lids,
    lft: [new Uint8Array(lids.topLid + 1)],
    lanes: 1,
    engine: "none",
    pathLid: (s) => (last - (s % 2)) as Lid,
    pathSl: (s) => (s % 2 === 0 ? 15 : 0) as Sl,
  };
  const classes = new PathClasses(fabric, tables, hosts);
  classes.load(destination);
  expect(classes.count).toBe(2);
  const [, ...others] = hosts;
  const first = others[0]! % 2;
  expect([...classes.classOf]).toEqual([
    -1,
    ...others.map((host) => (host % 2 === first ? 0 : 1)),
  ]);
  const odd = others.filter((host) => host % 2 === 1).length;
  const found = [0, 1].map((index) => [
    classes.lid(index),
    classes.sl(index),
    classes.sources(index)[0],
  ]);
  expect(found.sort()).toEqual([
    [last - 1, 0, odd],
    [last, 15, others.length - odd],
  ]);
});
