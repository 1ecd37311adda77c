import { lidTable, type ForwardingTables } from "@fabriclab/spec";
import { hostEndports, star } from "@fabriclab/testing-fabrics";
import type { Lid, Sl } from "@fabriclab/units";
import { expect, it } from "vitest";
import { PathClasses } from "../src/index.ts";

it("classes of LIDs up to the last one are told apart, however their sources alternate", () => {
  const fabric = star(8);
  const [destination, ...others] = hostEndports(fabric);
  const last = 0xbfff;
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
  const classes = new PathClasses(fabric, tables, [destination!, ...others]);
  classes.load(destination!);
  expect(classes.count).toBe(2);
  const first = others[0]! % 2;
  expect([...classes.classOf]).toEqual([
    -1,
    ...others.map((host) => (host % 2 === first ? 0 : 1)),
  ]);
  for (const [index, parity] of [first, 1 - first].entries())
    expect([
      classes.lid(index),
      classes.sl(index),
      classes.sources(index)[0],
    ]).toEqual([
      last - parity,
      parity === 0 ? 15 : 0,
      others.filter((host) => host % 2 === parity).length,
    ]);
});
