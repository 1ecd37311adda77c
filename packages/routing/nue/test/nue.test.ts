import { opensm } from "@fabriclab/addressing-opensm";
import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { FabricBuilder } from "@fabriclab/fabric";
import { hostEndports, walk } from "@fabriclab/paths";
import {
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type RoutingEngine,
} from "@fabriclab/spec";
import { irregularFabric, ring } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nue } from "../src/index.ts";

function tables(fabric: Fabric, lanes: number, lmc = 0): ForwardingTables {
  const lids = opensm.assign(fabric, parseOptions(opensm, { lmc }));
  const engine = nue.create({ fabric, lids }, parseOptions(nue, { lanes }));
  return (engine as RoutingEngine).tables();
}

/** Hops of all paths between hosts; fails where one does not arrive. */
function hops(fabric: Fabric, made: ForwardingTables): number {
  let sum = 0;
  for (const from of hostEndports(fabric, made))
    for (const to of hostEndports(fabric, made)) {
      if (from === to) continue;
      const path = walk(fabric, made, from, to);
      expect(path.end).toBe("delivered");
      sum += path.switches.length;
    }
  return sum;
}

describe("nue", () => {
  it("reaches all hosts of irregular fabrics without a credit loop on 1 to 8 lanes, and uses no more", () => {
    fc.assert(
      fc.property(
        fc.record({
          switches: fc.integer({ min: 2, max: 24 }),
          ports: fc.integer({ min: 4, max: 8 }),
          extraLinks: fc.integer({ min: 0, max: 40 }),
          seed: fc.nat(),
        }),
        fc.constantFrom(1, 2, 4, 8),
        fc.integer({ min: 0, max: 1 }),
        (options, lanes, lmc) => {
          const fabric = irregularFabric(options);
          const made = tables(fabric, lanes, lmc);
          expect(made.lanes).toBeLessThanOrEqual(lanes);
          expect(isDeadlockFree(fabric, made)).toBe(true);
          hops(fabric, made);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("leaves one cable of a ring of five unturned on one lane, and none on five", () => {
    // Shortest paths: 5 sources, 2 at one cable's distance, 2 at two. Without turns past one switch two of the paths of two cables, to either
    // side of it, take three.
    const shortest = 5 * (2 * 2 + 2 * 3);
    expect(hops(ring(5), tables(ring(5), 5))).toBe(shortest);
    expect(hops(ring(5), tables(ring(5), 1))).toBe(shortest + 2);
  });

  it("takes shortest paths on one lane where up and down loses none: trees and meshes", () => {
    const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
    // IBFT(4,3): 16 hosts; 1 other at the same leaf, 2 in the same half pod by 3 switches, 12 by 5.
    expect(hops(tree, tables(tree, 1))).toBe(16 * (1 + 2 * 3 + 12 * 5));
  });

  it("routes each part of a fabric that is not joined by itself", () => {
    const builder = new FabricBuilder("two parts");
    for (const part of ["a", "b"]) {
      const pair = [0, 1].map((i) => builder.addSwitch(`${part}${i}`, 2));
      builder.connect(pair[0] ?? never(), 1, pair[1] ?? never(), 1);
      for (const [i, sw] of pair.entries())
        builder.connect(builder.addHost(`h${part}${i}`), 1, sw, 2);
    }
    const fabric = builder.build();
    const made = tables(fabric, 2);
    const host = (name: string) =>
      (fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0) as never;
    const ends = ["hb1", "ha1"].map(
      (name) => walk(fabric, made, host("hb0"), host(name)).end,
    );
    expect(ends).toEqual(["delivered", "no-path"]);
  });

  it("puts all paths to a switch's hosts on one lane, whoever sends", () => {
    const fabric = mesh.build(
      parseOptions(mesh, { columns: 4, rows: 4, hostsPerSwitch: 2 }),
    );
    const made = tables(fabric, 4);
    const used = new Set<number>();
    for (const to of hostEndports(fabric, made)) {
      const levels = new Set(
        hostEndports(fabric, made).map((from) => made.pathSl(from, to)),
      );
      expect(levels.size).toBe(1);
      for (const level of levels) used.add(level);
    }
    expect([...used].sort()).toEqual([0, 1, 2, 3]);
  });
});

function never(): never {
  throw new Error("no switch");
}
