import { sequential } from "@fabriclab/addressing-sequential";
import { FabricBuilder } from "@fabriclab/fabric";
import { FabricError, parseOptions } from "@fabriclab/spec";
import {
  complete,
  kimFigure4a,
  parallel,
  twoPlanes,
} from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { SwitchIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { multipath } from "../src/index.ts";
import { bitsOf, graph } from "./drawn.ts";

function refusal(run: () => unknown): FabricError {
  try {
    run();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

/** A square 0-1-2-3 with a triangle 0-1-4 on it, and a long way round 2-5-6-7-3. */
const three = graph(8, [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 0],
  [0, 4],
  [4, 1],
  [2, 5],
  [5, 6],
  [6, 7],
  [7, 3],
]);
const lengths = (options: object, bits: number): number[] =>
  bitsOf(three, options, { bits }).cycles.map(
    ({ switches }) => switches.length,
  );

describe("cycles", () => {
  it("are the triangle, the square and the long way round from switch 0", () => {
    expect([...lengths({ root: "0" }, 3)].sort()).toEqual([3, 4, 5]);
  });

  it("are longer from switch 6, where a back edge has only sums of others before", () => {
    // Back edges 23 (the square), then one of the square's or the triangle's top, then a side of the triangle: 3 and 5 are taken or sums, 8 is left.
    expect([...lengths({ root: "6" }, 3)].sort()).toEqual([3, 4, 8]);
  });

  it("are the first found, or the shortest, where bits are fewer", () => {
    const all = lengths({ root: "6" }, 3);
    expect(all[0]).toBe(4);
    expect(lengths({ root: "6" }, 1)).toEqual([4]);
    expect(lengths({ root: "6", keep: "shortest" }, 2)).toEqual([3, 4]);
  });

  it("by the letter are the shortest through each back edge, so that two may be one", () => {
    // K4 from 0: back edges 12, 13, 23; the shortest cycle through each has three switches.
    const literal = bitsOf(complete(4), { cycles: "literal" });
    expect(literal.cycles.map(({ switches }) => switches.length)).toEqual([
      3, 3, 3,
    ]);
    expect(literal.cycleCount).toBe(3);
  });

  it("of parallel cables have two switches, and the bit says which cable", () => {
    const { cycles, patterns } = bitsOf(parallel(2));
    expect(cycles.map(({ switches }) => switches)).toEqual([[0, 1]]);
    const found = patterns(0 as SwitchIx, 1 as SwitchIx);
    expect(found.map(({ care }) => care)).toEqual([1, 1]);
    expect(found.map(({ value }) => value).sort()).toEqual([0, 1]);
    expect(new Set(found.map(({ port }) => port))).toEqual(new Set([1, 2]));
  });

  it("are searched part by part in a fabric of several", () => {
    const parts = graph(6, [
      [0, 1],
      [1, 2],
      [2, 0],
      [3, 4],
      [4, 5],
      [5, 3],
    ]);
    const { cycles, cycleCount, patterns } = bitsOf(parts);
    expect(cycleCount).toBe(2);
    expect(cycles.map(({ switches }) => [...switches].sort())).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect(patterns(0 as SwitchIx, 3 as SwitchIx)).toEqual([]);
    expect(bitsOf(twoPlanes()).cycleCount).toBe(0);
  });
});

it("takes hosts back to back, which have no cycles and no root", () => {
  const builder = new FabricBuilder("back to back");
  builder.connect(builder.addHost("a"), 1, builder.addHost("b"), 1);
  const fabric = builder.build();
  expect(bitsOf(fabric).cycles).toEqual([]);
  const named = refusal(() => bitsOf(fabric, { root: "a" }));
  expect(named.code).toBe("E_MULTIPATH_ROOT");
  expect(named.expected).toBe("no root: the fabric has no switches");
});

describe("refusals", () => {
  it("name a root that is no switch", () => {
    const host = refusal(() => bitsOf(kimFigure4a(), { root: "A" }));
    expect(host.code).toBe("E_MULTIPATH_ROOT");
    expect(host.got).toBe("A, which is a host");
    for (const root of ["e", 4])
      expect(refusal(() => bitsOf(kimFigure4a(), { root })).code).toBe(
        "E_MULTIPATH_ROOT",
      );
    const root = `0x${(kimFigure4a().nodeGuid[1] ?? 0n).toString(16)}`;
    for (const b of [1, root])
      expect(bitsOf(kimFigure4a(), { root: b }).cycles).toEqual(
        bitsOf(kimFigure4a(), { root: "b" }).cycles,
      );
  });

  it("ask for blocks of LIDs", () => {
    const fabric = kimFigure4a();
    const lids = sequential.assign(fabric, parseOptions(sequential, {}));
    const error = refusal(() =>
      multipath.create({ fabric, lids }, parseOptions(multipath, {})),
    );
    expect(error.code).toBe("E_MULTIPATH_LIDS");
    expect(error.hint).toContain("path-bits");
  });

  it("stop at too many paths and say what helps; shortest paths alone are few", () => {
    const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
    const first = (options: object) =>
      bitsOf(tree, options, {}).patterns(1 as SwitchIx, 0 as SwitchIx);
    const error = refusal(() => first({ maxPaths: 1000 }));
    expect(error.code).toBe("E_MULTIPATH_TOO_MANY_PATHS");
    expect(error.got).toContain("more than 1000 simple paths");
    expect(error.message).toContain("20 switches, 32 cables");
    expect(error.hint).toContain("detour");
    expect(first({ maxPaths: 1000, detour: 0 }).length).toBeGreaterThan(0);
  });
});
