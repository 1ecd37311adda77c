import { describe, expect, it } from "vitest";
import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import { readVectors } from "@fabriclab/testing-golden";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx, PortIx } from "@fabriclab/units";

const build = (ports: number, levels: number): Fabric =>
  fatTree.build(parseOptions(fatTree, { ports, levels }));

function refusal(make: () => unknown): FabricError {
  try {
    make();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

/** Cables as the vectors write them: `["00,0", 1, "00,1", 3]`, upper end first, hosts as `P000`. */
function cables(fabric: Fabric): (string | number)[][] {
  const end = (port: number): [string, number] => {
    const name = fabric.nodeName[fabric.portNode[port] ?? -1] ?? "";
    return [
      name.replace(/^SW<(.*)>$/, "$1").replace(/^P\((.*)\)$/, "P$1"),
      fabric.numOf(port as PortIx),
    ];
  };
  return Array.from({ length: fabric.linkCount }, (_, link) => [
    ...end(fabric.linkPorts[2 * link] ?? -1),
    ...end(fabric.linkPorts[2 * link + 1] ?? -1),
  ]);
}

describe("IBFT(m,n)", () => {
  // T-001-1
  it.each([
    [4, 3, 16, 20],
    [8, 3, 128, 80],
    [8, 2, 32, 12],
  ])(
    "(%i,%i) has %i hosts and %i switches",
    (ports, levels, hosts, switches) => {
      const fabric = build(ports, levels);
      expect([fabric.hostCount, fabric.switchCount]).toEqual([hosts, switches]);
    },
  );

  it("(4,3) is wired as printed: the six cables of the paper's first root and leaf", () => {
    const all = cables(build(4, 3)).map((cable) => JSON.stringify(cable));
    for (const cable of [
      ["00,0", 1, "00,1", 3],
      ["01,0", 1, "00,1", 4],
      ["10,0", 1, "01,1", 3],
      ["20,1", 2, "21,2", 3],
      ["20,2", 1, "P200", 1],
      ["20,2", 2, "P201", 1],
    ]) {
      expect(all).toContain(JSON.stringify(cable));
    }
  });

  const vectors = readVectors("001");
  it.skipIf(vectors === undefined)(
    "(4,3) has exactly the cables of the vectors",
    () => {
      const sorted = (list: unknown[][]): string[] =>
        list.map((cable) => JSON.stringify(cable)).sort();
      expect(sorted(cables(build(4, 3)))).toEqual(
        sorted(vectors?.["links_4x3"] as unknown[][]),
      );
    },
  );

  it.each([
    [4, 2],
    [4, 3],
    [4, 4],
    [8, 2],
    [8, 3],
    [6, 3],
    [2, 3],
    [4, 1],
    [254, 1],
    [12, 2],
  ])("(%i,%i) uses every port exactly once", (ports, levels) => {
    const fabric = build(ports, levels);
    // every port is cabled, and there are half as many cables as ports: none is used twice
    expect(fabric.portPeer.includes(-1)).toBe(false);
    expect(fabric.linkCount * 2).toBe(fabric.portCount);
    expect(new Set(fabric.linkPorts).size).toBe(fabric.portCount);
  });

  it("joins digits by points when one may need two figures", () => {
    const fabric = build(12, 2);
    expect(fabric.nodeName[0]).toBe("SW<0,0>");
    expect(fabric.findNode("SW<11,1>")).toBeDefined();
    expect(fabric.findNode("P(11.5)")).toBeDefined();
    expect(build(10, 2).findNode("P(94)")).toBeDefined();
  });

  it("numbers roots first by w, hosts by PID, and gives ibsim's GUIDs in that order", () => {
    const fabric = build(4, 3);
    expect(fabric.nodeName.slice(0, 6)).toEqual([
      "SW<00,0>",
      "SW<01,0>",
      "SW<10,0>",
      "SW<11,0>",
      "SW<00,1>",
      "SW<01,1>",
    ]);
    expect(fabric.nodeGuid[0]).toBe(0x200000n);
    const p211 = fabric.findNode("P(211)") ?? 0;
    expect(fabric.nodeGuid[p211]).toBe(0x100000n + 2n * 11n); // PID 11
    expect(
      fabric.attachment((fabric.nodeEndport[p211] ?? 0) as EndportIx),
    ).toEqual({ sw: fabric.findNode("SW<21,2>"), num: 2 });
  });

  it("takes the papers' links by default and others on request", () => {
    const fabric = fatTree.build(
      parseOptions(fatTree, {
        ports: 4,
        levels: 2,
        speed: "EDR",
        width: 4,
        flight: "3m",
      }),
    );
    expect([fabric.linkBytePsNum[0], fabric.linkFlightPs[0]]).toEqual([
      80, 15_000,
    ]);
    expect([build(4, 2).linkBytePsNum[0], build(4, 2).linkFlightPs[0]]).toEqual(
      [4000, 20_000],
    );
  });

  it("makes 11,664 hosts under 36-port switches on three levels", () => {
    const fabric = build(36, 3);
    expect([fabric.hostCount, fabric.switchCount, fabric.linkCount]).toEqual([
      11_664, 1620, 34_992,
    ]);
  });

  it("refuses odd ports and says which would do", () => {
    expect(refusal(() => build(7, 3))).toMatchObject({
      code: "E_FAT_TREE_PORTS_ODD",
      got: "7",
      hint: "6 or 8 ports would do",
    });
  });

  it("refuses sizes that cannot be", () => {
    expect(refusal(() => build(256, 2)).code).toBe("E_SPEC_BAD_PARAMETER");
    expect(refusal(() => build(4, 0)).code).toBe("E_SPEC_BAD_PARAMETER");
    const options = parseOptions(fatTree, {});
    expect(refusal(() => fatTree.build({ ...options, ports: 256 })).code).toBe(
      "E_FAT_TREE_PORTS",
    );
    expect(refusal(() => fatTree.build({ ...options, levels: 0 })).code).toBe(
      "E_FAT_TREE_LEVELS",
    );
    expect(refusal(() => build(36, 9))).toMatchObject({
      code: "E_FAT_TREE_TOO_LARGE",
      // (7·18^3)·36 + 2·18^4 = 1,679,616; another level is some 23 times as large
      expected: "at most 4 levels of 36-port switches",
    });
    // 2·64^4 hosts under 7·64^3 switches
    expect(refusal(() => build(128, 4))).toMatchObject({
      code: "E_FAT_TREE_TOO_LARGE",
      got: "1835008 switches, 33554432 hosts, 268435456 ports",
      expected: "at most 3 levels of 128-port switches",
    });
  });

  it("says which sizes have as many hosts as asked for", () => {
    const sizes = (hosts: number, given: object = {}): number[][] =>
      (fatTree.claims.sizes?.(hosts, given) ?? []).map(({ ports, levels }) => [
        ports ?? 0,
        levels ?? 0,
      ]);
    // 2·(m/2)^n: 200 of one switch, 2·10^2, 2·5^3, 2·4^4.
    expect(sizes(200)).toEqual([
      [200, 1],
      [20, 2],
      [10, 3],
      [8, 4],
    ]);
    // 36-port switches: 36 hosts on one, 648 on two levels, 11664 on three.
    expect(sizes(36, { ports: 36 })).toEqual([[36, 1]]);
    expect(sizes(37, { ports: 36 })).toEqual([[36, 2]]);
    expect(sizes(649, { ports: 36 })).toEqual([[36, 3]]);
    expect(sizes(129, { ports: 8, levels: 3 })).toEqual([]);
    expect(sizes(251, { levels: 3 })).toEqual([[12, 3]]);
    expect(refusal(() => sizes(20, { ports: 7 })).code).toBe(
      "E_FAT_TREE_PORTS_ODD",
    );
  });

  it("claims the counts that it builds", () => {
    for (const [ports, levels] of [
      [4, 3],
      [8, 2],
      [6, 3],
      [2, 2],
    ] as const) {
      const options = parseOptions(fatTree, { ports, levels });
      const fabric = fatTree.build(options);
      expect([
        fatTree.claims.switches(options),
        fatTree.claims.hosts(options),
        fatTree.claims.links(options),
      ]).toEqual([fabric.switchCount, fabric.hostCount, fabric.linkCount]);
    }
  });
});
