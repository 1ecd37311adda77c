import { sequential } from "@fabriclab/addressing-sequential";
import { flood } from "@fabriclab/paths";
import { spf } from "@fabriclab/routing-spf";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type MulticastGroup,
  type RoutingRule,
} from "@fabriclab/spec";
import {
  kimFigure4a,
  randomFabric,
  twoPlanes,
} from "@fabriclab/testing-fabrics";
import { fig6like } from "@fabriclab/topology-irregular";
import type { EndportIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { multicastSourceTree } from "../src/index.ts";

function build(
  fabric: Fabric,
  groups: readonly MulticastGroup[],
  options: object = {},
) {
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const routing = spf.create(
    { fabric, lids },
    parseOptions(spf, {}),
  ) as RoutingRule;
  return multicastSourceTree.build(
    { fabric, lids, routing, routingName: "spf", groups },
    parseOptions(multicastSourceTree, options),
  );
}

const hosts = (fabric: Fabric): EndportIx[] =>
  Array.from(
    { length: fabric.endportCount - fabric.switchCount },
    (_, i) => (fabric.switchCount + i) as EndportIx,
  );

/** Ports of the k-th MLID at a switch. */
function ports(
  tables: ReturnType<typeof build>,
  sw: number,
  k: number,
): number[] {
  const mask = tables.masks[(sw * tables.mlidCount + k) * tables.words] ?? 0;
  return Array.from({ length: 32 }, (_, num) => num).filter(
    (num) => (mask >>> num) & 1,
  );
}

describe("multicast-source-tree on Figure 4(a) of kim2007, edges ab, ac, bc, bd, cd", () => {
  const fabric = kimFigure4a();
  const everybody = hosts(fabric);
  const tables = build(fabric, [
    { id: 7, name: "all", members: everybody, sources: everybody },
  ]);

  it("has an MLID for every source, in their order", () => {
    expect(tables.mlidCount).toBe(4);
    expect(everybody.map((host) => tables.mlids(host, 7))).toEqual([
      [0xc000],
      [0xc001],
      [0xc002],
      [0xc003],
    ]);
  });

  it("sends A's packets to b and c, by b to d, and to no host twice", () => {
    // a: 1 = b, 2 = c, 3 = A; b: 1 = a, 2 = c, 3 = d, 4 = B; c: 1 = a, 2 = b, 3 = d, 4 = C; d: 1 = b, 2 = c, 3 = D
    expect([0, 1, 2, 3].map((sw) => ports(tables, sw, 0))).toEqual([
      [1, 2],
      [3, 4],
      [4],
      [3],
    ]);
  });

  it("sends D's by b to a, though c is as near", () => {
    expect([0, 1, 2, 3].map((sw) => ports(tables, sw, 3))).toEqual([
      [3],
      [1, 4],
      [4],
      [1, 2],
    ]);
  });

  it("leaves out what leads to no member", () => {
    const [a, b, c, d] = everybody as [
      EndportIx,
      EndportIx,
      EndportIx,
      EndportIx,
    ];
    const pair = build(fabric, [
      { id: 0, name: "C from A", members: [c], sources: [a] },
      { id: 1, name: "B and D from B", members: [b, d], sources: [b] },
    ]);
    expect([0, 1, 2, 3].map((sw) => ports(pair, sw, 0))).toEqual([
      [2],
      [],
      [4],
      [],
    ]);
    expect([0, 1, 2, 3].map((sw) => ports(pair, sw, 1))).toEqual([
      [],
      [3],
      [],
      [3],
    ]);
  });
});

describe("the cost in MLIDs", () => {
  const fabric = fig6like.build(parseOptions(fig6like, {}));
  const all = hosts(fabric);
  const groups = [0, 1, 2].map((id) => ({
    id,
    name: `group ${id}`,
    members: all.slice(4 * id, 4 * id + 4),
    sources: all,
  }));

  it("is 3 x 15 for three groups that 15 nodes send to, as kim2007 counts", () => {
    const { mlidCount, plan } = build(fabric, groups);
    expect(mlidCount).toBe(3 * 15);
    expect(plan).toBe("per-source");
  });

  it("is refused where MLIDs end", () => {
    const last = { firstMlid: 0xfffe - 0xc000 - 44 };
    expect(build(fabric, groups, last).mlids(all[14]!, 2)).toEqual([0xfffe]);
    const error = refusal(() =>
      build(fabric, groups, { firstMlid: last.firstMlid + 1 }),
    );
    expect(error.code).toBe("E_MULTICAST_SOURCE_TREE_MLID_OVERFLOW");
    expect(error.expected).toBe("at most 44");
  });
});

it("refuses a group in two parts of a fabric", () => {
  const fabric = twoPlanes();
  const error = refusal(() =>
    build(fabric, [
      {
        id: 0,
        name: "torn",
        members: hosts(fabric),
        sources: [hosts(fabric)[0]!],
      },
    ]),
  );
  expect(error.code).toBe("E_MULTICAST_SOURCE_TREE_UNREACHABLE");
  expect(error.where.path).toBe("torn");
});

it("refuses a source that was not declared", () => {
  const fabric = kimFigure4a();
  const [a, b] = hosts(fabric);
  const tables = build(fabric, [
    { id: 0, name: "pair", members: [b!], sources: [a!] },
  ]);
  expect(refusal(() => tables.mlids(b!, 0)).code).toBe("E_TABLES_NOT_A_SOURCE");
});

it("sends every copy over a shortest path of the cables, on random fabrics", () => {
  fc.assert(
    fc.property(
      randomFabric({ minHosts: 3, maxSwitches: 9, maxExtraLinks: 12 }),
      fc.nat(),
      (fabric, draw) => {
        const all = hosts(fabric);
        const source = all[draw % all.length]!;
        const tables = build(fabric, [
          { id: 0, name: "all", members: all, sources: [source] },
        ]);
        const { deliveries } = flood(fabric, tables, source, 0xc000 as never);
        for (const host of all)
          expect(deliveries[host]).toBe(host === source ? 0 : 1);
        // Every switch that the packet visits is as many links away as links lead to it by the tree.
        const far = bellmanFord(fabric, fabric.attachment(source)!.sw);
        const start = fabric.attachment(source)!.sw;
        const seen = [[start, 0] as const];
        for (const [at, depth] of seen) {
          expect(depth).toBe(far[at]);
          for (const num of ports(tables, at, 0)) {
            const port = fabric.portStart[at]! + num - 1;
            const next = fabric.portNode[fabric.portPeer[port]!]!;
            if (next < fabric.switchCount)
              (seen as (readonly [number, number])[]).push([next, depth + 1]);
          }
        }
      },
    ),
  );
});

/** Links from one switch to every other, by relaxing all links again and again. */
function bellmanFord(fabric: Fabric, from: number): number[] {
  const far = new Array<number>(fabric.switchCount).fill(Infinity);
  far[from] = 0;
  for (let i = 0; i < fabric.switchCount; i++)
    for (const [port, peer] of fabric.portPeer.entries()) {
      const [a, b] = [
        fabric.portNode[port]!,
        fabric.portNode[peer] ?? Infinity,
      ];
      if (Math.max(a, b) < fabric.switchCount)
        far[b] = Math.min(far[b]!, far[a]! + 1);
    }
  return far;
}

function refusal(act: () => unknown): FabricError {
  try {
    act();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
