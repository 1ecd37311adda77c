import { FabricBuilder } from "@fabriclab/fabric";
import { flood } from "@fabriclab/paths";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type MulticastGroup,
  type MulticastTables,
} from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx, Mlid, SwitchIx } from "@fabriclab/units";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { multicastSpanningTree, spanningTrees } from "../src/index.ts";

const tree = (ports: number, levels: number): Fabric =>
  fatTree.build(parseOptions(fatTree, { ports, levels }));

function build(
  fabric: Fabric,
  groups: readonly MulticastGroup[],
  options: object = {},
): MulticastTables {
  return spanningTrees(
    { fabric, groups },
    parseOptions(multicastSpanningTree, options),
  );
}

function endport(fabric: Fabric, name: string): EndportIx {
  return (fabric.nodeEndport[fabric.findNode(name) ?? -1] ?? -1) as EndportIx;
}

function group(
  fabric: Fabric,
  members: string[],
  sources: string[] = members,
  id = 0,
): MulticastGroup {
  return {
    id,
    name: "G",
    members: members.map((name) => endport(fabric, name)),
    sources: sources.map((name) => endport(fabric, name)),
  };
}

function portsOf(
  fabric: Fabric,
  tables: MulticastTables,
): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  for (let sw = 0; sw < fabric.switchCount; sw++)
    for (let num = 0; num < 32; num++)
      if (
        ((tables.masks[sw * tables.mlidCount * tables.words] ?? 0) &
          (1 << num)) !==
        0
      )
        (found[fabric.nodeName[sw] ?? ""] ??= []).push(num);
  return found;
}

function refusal(run: () => unknown): FabricError {
  try {
    run();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("the tree of OpenSM", () => {
  it("goes over the root with the lowest GUID, by the lowest-numbered ports, and points back up", () => {
    const fabric = tree(4, 3);
    // Pods 1 and 3: on IBFT all roots tie, and SW<00,0> has the lowest GUID.
    const tables = build(fabric, [group(fabric, ["P(100)", "P(300)"])]);
    expect(portsOf(fabric, tables)).toEqual({
      "SW<00,0>": [2, 4],
      "SW<10,1>": [1, 3],
      "SW<30,1>": [1, 3],
      "SW<10,2>": [1, 3],
      "SW<30,2>": [1, 3],
    });
  });

  it("stays inside a leaf whose hosts are the only members", () => {
    const fabric = tree(4, 3);
    expect(
      portsOf(fabric, build(fabric, [group(fabric, ["P(000)", "P(001)"])])),
    ).toEqual({ "SW<00,2>": [1, 2] });
  });

  it("chooses the root in the order of byte-reversed GUIDs", () => {
    // Two spines; byte-reversed, 0x200000 is before 0x1000001.
    const make = (first: bigint, second: bigint): string[] => {
      const builder = new FabricBuilder("two spines");
      const spines = [
        builder.addSwitch("A", 2, first),
        builder.addSwitch("B", 2, second),
      ];
      const leaves = [
        builder.addSwitch("L0", 3, 0xff000001n),
        builder.addSwitch("L1", 3, 0xff000002n),
      ];
      leaves.forEach((leaf, i) => {
        spines.forEach((spine, j) =>
          builder.connect(leaf, j + 1, spine, i + 1),
        );
        builder.connect(leaf, 3, builder.addHost(`H${i}`), 1);
      });
      const fabric = builder.build();
      return Object.keys(
        portsOf(fabric, build(fabric, [group(fabric, ["H0", "H1"])])),
      );
    };
    // From the leaves two hops, from a spine one: the spines tie.
    expect(make(0x1000001n, 0x200000n)).toContain("B");
    expect(make(0x200000n, 0x1000001n)).toContain("A");
    expect(make(0x100n, 0x1n)).toContain("A");
  });

  it("serves all sources of a group by one MLID, the groups in order from the first", () => {
    const fabric = tree(4, 2);
    const names = ["P(00)", "P(10)", "P(20)"];
    const tables = build(
      fabric,
      [
        group(fabric, names, names, 3),
        group(fabric, ["P(01)", "P(11)"], ["P(01)"], 5),
      ],
      { firstMlid: 1 },
    );
    expect(tables.mlidCount).toBe(2);
    expect(names.map((name) => tables.mlids(endport(fabric, name), 3))).toEqual(
      [[0xc001], [0xc001], [0xc001]],
    );
    expect(tables.mlids(endport(fabric, "P(01)"), 5)).toEqual([0xc002]);
    expect(tables.plan).toBe("one per group");
    expect(refusal(() => tables.mlids(endport(fabric, "P(11)"), 5)).code).toBe(
      "E_TABLES_NOT_A_SOURCE",
    );
  });
});

describe("a source that is no member", () => {
  const fabric = tree(4, 2);
  const declared = [group(fabric, ["P(10)", "P(20)"], ["P(00)", "P(30)"])];
  const copies = (options: object): Record<string, number> => {
    const { deliveries } = flood(
      fabric,
      build(fabric, declared, options),
      endport(fabric, "P(00)"),
      0xc000 as Mlid,
    );
    return Object.fromEntries(
      ["P(00)", "P(10)", "P(20)", "P(30)"].map((name) => [
        name,
        deliveries[endport(fabric, name)] ?? 0,
      ]),
    );
  };

  it("gets a port in the tables, as from OpenSM, and so the packets of other sources", () => {
    expect(copies({})).toEqual({
      "P(00)": 0,
      "P(10)": 1,
      "P(20)": 1,
      "P(30)": 1,
    });
  });
});

describe("refusals", () => {
  const fabric = tree(4, 2);

  it("name a group of one whose only member is the source", () => {
    const error = refusal(() => build(fabric, [group(fabric, ["P(00)"])]));
    expect(error.code).toBe("E_TABLES_GROUP_TOO_SMALL");
    expect(error.got).toBe("a group of one, its own source");
  });

  it("say when members are in parts that no cable joins", () => {
    const builder = new FabricBuilder("two islands");
    for (const name of ["A", "B"])
      builder.connect(
        builder.addSwitch(name, 2),
        1,
        builder.addHost(`H${name}`),
        1,
      );
    const islands = builder.build();
    expect(
      refusal(() => build(islands, [group(islands, ["HA", "HB"])])).code,
    ).toBe("E_MULTICAST_SPANNING_TREE_UNREACHABLE");
  });

  it("name the switch that hop counts of a routing would enter twice", () => {
    // R to A and B, both to C, and D1 and D2 behind it: no shortest paths part at R, but counts of one's own may say so.
    const builder = new FabricBuilder("diamond");
    const [r, a, b, c, d1, d2] = ["R", "A", "B", "C", "D1", "D2"].map((name) =>
      builder.addSwitch(name, 4),
    );
    builder.connect(r!, 1, a!, 1);
    builder.connect(r!, 2, b!, 1);
    builder.connect(a!, 2, c!, 1);
    builder.connect(b!, 2, c!, 2);
    builder.connect(c!, 3, d1!, 1);
    builder.connect(c!, 4, d2!, 1);
    builder.connect(d1!, 2, builder.addHost("H1"), 1);
    builder.connect(d2!, 2, builder.addHost("H2"), 1);
    const fabric = builder.build();
    const [R, A, B, C, D1] = ["R", "A", "B", "C", "D1"].map(
      (name): number | undefined => fabric.findNode(name),
    );
    const error = refusal(() =>
      spanningTrees(
        { fabric, groups: [group(fabric, ["H1", "H2"])] },
        parseOptions(multicastSpanningTree, {}),
        {
          root: R as SwitchIx,
          hops: {
            least: () => 1,
            // To D1 by A, to D2 by B; from there to C; C's third port leads to D1, its fourth to D2.
            port: (from, to) =>
              from === R
                ? to === D1
                  ? 1
                  : 2
                : from === A || from === B
                  ? 2
                  : from === C
                    ? to === D1
                      ? 3
                      : 4
                    : 0,
          },
        },
      ),
    );
    expect(error.code).toBe("E_MULTICAST_SPANNING_TREE_NOT_A_TREE");
    expect(error.where.path).toBe("C");
    expect(error.got).toBe("ports 1 and 2");
  });

  it("say how many MLIDs there are", () => {
    const error = refusal(() =>
      build(
        fabric,
        [
          group(fabric, ["P(00)", "P(10)"]),
          group(fabric, ["P(00)", "P(10)"], [], 1),
        ],
        { firstMlid: 16382 },
      ),
    );
    expect(error.code).toBe("E_MULTICAST_SPANNING_TREE_MLID_OVERFLOW");
    expect(error.expected).toBe("at most 1");
  });
});

describe("random groups on fat trees", () => {
  it.each([
    [4, 3],
    [8, 2],
    [8, 3],
  ])(
    "reach every member exactly once from every member, IBFT(%i,%i)",
    (ports, levels) => {
      const fabric = tree(ports, levels);
      const host = fc
        .integer({ min: fabric.switchCount, max: fabric.endportCount - 1 })
        .map((index) => index as EndportIx);
      fc.assert(
        fc.property(
          fc.uniqueArray(host, { minLength: 2, maxLength: 20 }),
          (members) => {
            const tables = build(fabric, [
              { id: 0, name: "random", members, sources: members },
            ]);
            for (const source of members) {
              const { deliveries, loop, dead } = flood(
                fabric,
                tables,
                source,
                0xc000 as Mlid,
              );
              expect(loop).toBeUndefined();
              expect(dead).toBe(0);
              const expected = new Float64Array(fabric.endportCount);
              for (const member of members)
                if (member !== source) expected[member] = 1;
              expect([...deliveries]).toEqual([...expected]);
            }
          },
        ),
        { numRuns: 40 },
      );
    },
  );
});
