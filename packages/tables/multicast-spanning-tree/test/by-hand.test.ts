import {
  parseOptions,
  type Fabric,
  type MulticastTables,
} from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { multicastSpanningTree, spanningTrees } from "../src/index.ts";

function treeOf(fabric: Fabric, members: readonly string[]): Ports {
  const endports = members.map(
    (name) => fabric.nodeEndport[fabric.findNode(name) ?? -1] as EndportIx,
  );
  return portsOf(
    fabric,
    spanningTrees(
      {
        fabric,
        groups: [{ id: 0, name: "G", members: endports, sources: endports }],
      },
      parseOptions(multicastSpanningTree, {}),
    ),
  );
}

/** Switch -> its ports in the table, in order; switches without any are left out. */
type Ports = Record<string, readonly number[]>;

function portsOf(fabric: Fabric, { masks, words }: MulticastTables): Ports {
  const ports: Record<string, number[]> = {};
  for (let sw = 0; sw < fabric.switchCount; sw++)
    for (let num = 0; num < 32 * words; num++)
      if ((masks[sw * words + (num >> 5)]! >>> (num & 31)) & 1)
        (ports[fabric.nodeName[sw]!] ??= []).push(num);
  return ports;
}

describe("the tree of OpenSM, worked out by hand", () => {
  it("on a 3 x 3 mesh grows from the first switch with the least greatest distance, by the lowest of equally short ports", () => {
    // Greatest distances to (0,0), (2,1), (2,2), in the order of GUIDs: 4, 3, 3, 3, then 2 of (1,1); later (2,0) has 2, too, nobody less. From the
    // root (1,1), (0,0) is as far by west (3) as by south (4): west, then south from (0,1). (2,2) is as far by east (1) as by north (2): east,
    // straight to (2,1), then north. Every other switch has the port back to the root. Hosts are on port 5.
    const fabric = mesh.build(parseOptions(mesh, { columns: 3, rows: 3 }));
    const members = [
      [0, 0],
      [2, 1],
      [2, 2],
    ] as const;
    const at = (x: number, y: number): string => fabric.nodeName[3 * x + y]!;
    const hosts = members.map(
      ([x, y]) => fabric.nodeName[fabric.switchCount + 3 * x + y]!,
    );
    expect(treeOf(fabric, hosts)).toEqual({
      [at(0, 0)]: [2, 5],
      [at(0, 1)]: [1, 4],
      [at(1, 1)]: [1, 3],
      [at(2, 1)]: [2, 3, 5],
      [at(2, 2)]: [4, 5],
    });
  });

  it("on IBFT(4,3) joins P(000), P(011), P(200), P(311) over SW<00,0>", () => {
    // All roots are two hops from every leaf, so the first of them is the root. A switch below has its up port 3 and a port per digit of the members.
    const fabric = fatTree.build(
      parseOptions(fatTree, { ports: 4, levels: 3 }),
    );
    expect(treeOf(fabric, ["P(000)", "P(011)", "P(200)", "P(311)"])).toEqual({
      "SW<00,0>": [1, 3, 4],
      "SW<00,1>": [1, 2, 3],
      "SW<20,1>": [1, 3],
      "SW<30,1>": [2, 3],
      "SW<00,2>": [1, 3],
      "SW<01,2>": [2, 3],
      "SW<20,2>": [1, 3],
      "SW<31,2>": [2, 3],
    });
  });
});

describe("the tree of OpenSM in closed form", () => {
  it.each([
    [4, 2],
    [4, 3],
    [4, 4],
    [8, 2],
    [8, 3],
  ])(
    "on IBFT(%i,%i), for any group of two pods: below SW<0..0,0> port p_l + 1 at SW<p_0..p_(l-1) 0..0,l> for every member, and the first up port",
    (ports, levels) => {
      const fabric = fatTree.build(parseOptions(fatTree, { ports, levels }));
      const hosts = Array.from(
        { length: fabric.nodeCount - fabric.switchCount },
        (_, i) => fabric.nodeName[fabric.switchCount + i]!,
      );
      const due = (members: readonly string[]): Ports => {
        const found = new Map<string, Set<number>>();
        for (const member of members) {
          const digits = member.slice(2, -1);
          for (let level = 0; level < levels; level++) {
            const prefix = digits.slice(0, level).padEnd(levels - 1, "0");
            const name = `SW<${prefix},${level}>`;
            const used = found.get(name) ?? new Set<number>();
            used.add(Number(digits[level]) + 1);
            if (level > 0) used.add(ports / 2 + 1);
            found.set(name, used);
          }
        }
        return Object.fromEntries(
          [...found].map(([name, used]) => [
            name,
            [...used].sort((a, b) => a - b),
          ]),
        );
      };
      fc.assert(
        fc.property(
          fc
            .uniqueArray(fc.constantFrom(...hosts), {
              minLength: 2,
              maxLength: 12,
            })
            .filter((names) => new Set(names.map((name) => name[2])).size > 1),
          (members) => {
            expect(treeOf(fabric, members)).toEqual(due(members));
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});
