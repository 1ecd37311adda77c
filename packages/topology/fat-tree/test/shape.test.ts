import { describe, expect, it } from "vitest";
import { FabricBuilder, withoutLinks, type NodeRef } from "@fabriclab/fabric";
import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import { ring } from "@fabriclab/testing-fabrics";
import {
  fatTree,
  fatTreeShape,
  findFatTreeShape,
  gcp,
  gcpg,
  lca,
  rank,
  type FatTreeShape,
} from "@fabriclab/topology-fat-tree";
import type { HostIx, PortIx, SwitchIx } from "@fabriclab/units";

const build = (ports: number, levels: number): Fabric =>
  fatTree.build(parseOptions(fatTree, { ports, levels }));

/** The same cables with nodes added backwards, and names changed by `rename`. */
function copyBackwards(
  fabric: Fabric,
  rename: (name: string) => string = (name) => name,
  swap?: readonly [string, string],
): Fabric {
  const builder = new FabricBuilder("copy");
  const refs = new Map<number, NodeRef>();
  const nodes = Array.from(
    { length: fabric.nodeCount },
    (_, i) => fabric.nodeCount - 1 - i,
  );
  const named = (node: number): string => {
    const name = fabric.nodeName[node] ?? "";
    if (swap !== undefined && name === swap[0]) return swap[1];
    if (swap !== undefined && name === swap[1]) return swap[0];
    return rename(name);
  };
  for (const node of nodes) {
    const radix =
      (fabric.portStart[node + 1] ?? 0) - (fabric.portStart[node] ?? 0);
    refs.set(
      node,
      node < fabric.switchCount
        ? builder.addSwitch(named(node), radix)
        : builder.addHost(named(node), radix),
    );
  }
  for (let link = 0; link < fabric.linkCount; link++) {
    const [a = 0, b = 0] = [
      fabric.linkPorts[2 * link],
      fabric.linkPorts[2 * link + 1],
    ];
    const one = refs.get(fabric.portNode[a] ?? -1);
    const other = refs.get(fabric.portNode[b] ?? -1);
    if (one !== undefined && other !== undefined)
      builder.connect(
        one,
        fabric.numOf(a as PortIx),
        other,
        fabric.numOf(b as PortIx),
      );
  }
  return builder.build();
}

function refusal(fabric: Fabric): FabricError {
  try {
    fatTreeShape(fabric);
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const hostNamed = (fabric: Fabric, name: string): HostIx =>
  ((fabric.findNode(name) ?? 0) - fabric.switchCount) as HostIx;

describe("fatTreeShape", () => {
  it.each([
    [4, 3],
    [8, 2],
    [6, 3],
    [4, 1],
    [12, 2],
    [2, 3],
  ])(
    "finds m and n of IBFT(%i,%i), whatever the order of nodes",
    (ports, levels) => {
      for (const fabric of [
        build(ports, levels),
        copyBackwards(build(ports, levels)),
      ]) {
        const shape = fatTreeShape(fabric);
        expect([shape.ports, shape.levels, shape.half]).toEqual([
          ports,
          levels,
          ports / 2,
        ]);
        for (let host = 0; host < fabric.hostCount; host++)
          expect(shape.hostOfPid[shape.pid[host] ?? -1]).toBe(host);
      }
    },
  );

  it("knows who hangs below a switch: those that descending ports reach", () => {
    const fabric = copyBackwards(build(4, 3));
    const shape = fatTreeShape(fabric);
    // Down-ports: 1…h, at the roots all m. Hosts below by walking down them.
    const below = (sw: number): Set<number> => {
      const down = shape.switchLevel[sw] === 0 ? shape.ports : shape.half;
      const found = new Set<number>();
      for (let num = 1; num <= down; num++) {
        const node =
          fabric.portNode[
            fabric.portPeer[(fabric.portStart[sw] ?? 0) + num - 1] ?? -1
          ] ?? -1;
        if (node >= fabric.switchCount) found.add(node - fabric.switchCount);
        else for (const host of below(node)) found.add(host);
      }
      return found;
    };
    for (let sw = 0; sw < fabric.switchCount; sw++) {
      const hosts = below(sw);
      for (let host = 0; host < fabric.hostCount; host++)
        expect(shape.isBelow(host as HostIx, sw as SwitchIx)).toBe(
          hosts.has(host),
        );
    }
  });

  it("names the port where a cable is missing", () => {
    const fabric = build(4, 3);
    const port = (fabric.portStart[fabric.findNode("SW<20,1>") ?? 0] ?? 0) + 2;
    const error = refusal(withoutLinks(fabric, [fabric.portLink[port] ?? -1]));
    expect(error).toMatchObject({
      code: "E_FAT_TREE_NOT_A_FAT_TREE",
      where: { path: "SW<20,1>:3" },
      got: "no cable",
      expected: "a cable to SW<00,0>:3",
    });
  });

  it("names the port where a cable goes elsewhere than the names say", () => {
    const error = refusal(
      copyBackwards(build(4, 3), undefined, ["SW<00,0>", "SW<01,0>"]),
    );
    expect(error.where.path).toMatch(/^SW<\d\d,1>:[34]$/);
    expect(error.got).toMatch(/^a cable to SW<0[01],0>:\d$/);
  });

  it("refuses other names, other fabrics, and two nodes of one name", () => {
    expect(refusal(ring(4))).toMatchObject({
      code: "E_FAT_TREE_NOT_A_FAT_TREE",
    });
    expect(
      refusal(copyBackwards(build(4, 2), (name) => name.replace("SW", "sw")))
        .got,
    ).toMatch(/^the name sw</);
    expect(
      refusal(
        copyBackwards(build(4, 2), (name) => name.replace("P(31)", "P(30)")),
      ).got,
    ).toBe("two nodes named P(30)");
    expect(
      refusal(
        copyBackwards(build(4, 2), (name) =>
          name.replace("SW<3,1>", "SW<2,1>"),
        ),
      ).got,
    ).toBe("two nodes named SW<2,1>");
    expect(findFatTreeShape(ring(4))).toBeUndefined();
    expect(findFatTreeShape(build(4, 2))?.levels).toBe(2);
  });
});

describe("prefixes on IBFT(4,3)", () => {
  // T-001-2
  const fabric = build(4, 3);
  const shape: FatTreeShape = fatTreeShape(fabric);
  const host = (digits: string): HostIx => hostNamed(fabric, `P(${digits})`);
  const names = (hosts: readonly HostIx[]): string[] =>
    hosts.map((one) => fabric.nodeName[fabric.hostNode(one)] ?? "");

  it("gcp(200, 211) = 2, one digit long", () => {
    expect(gcp(shape, host("200"), host("211"))).toBe(1);
    expect(gcp(shape, host("200"), host("200"))).toBe(3);
    expect(gcp(shape, host("200"), host("000"))).toBe(0);
  });
  it("lca(200, 211) = {<20,1>, <21,1>}", () => {
    expect(
      lca(shape, host("200"), host("211")).map((sw) => fabric.nodeName[sw]),
    ).toEqual(["SW<20,1>", "SW<21,1>"]);
    expect(lca(shape, host("200"), host("000"))).toHaveLength(4);
    expect(
      lca(shape, host("200"), host("201")).map((sw) => fabric.nodeName[sw]),
    ).toEqual(["SW<20,2>"]);
    expect(lca(shape, host("200"), host("200"))).toEqual([]);
  });
  it("gcpg(2, 1) = {200, 201, 210, 211}, and the empty prefix has all 16", () => {
    expect(names(gcpg(shape, [2]))).toEqual([
      "P(200)",
      "P(201)",
      "P(210)",
      "P(211)",
    ]);
    expect(names(gcpg(shape, [1]))).toEqual(
      expect.arrayContaining(["P(100)", "P(111)"]),
    );
    expect(gcpg(shape, [])).toHaveLength(16);
    expect(gcpg(shape, [4])).toEqual([]);
  });
  it("rank(gcpg(2, 1), 200) = 0 and of 211 = 3; PIDs 8 and 11", () => {
    expect([rank(shape, host("200"), 1), rank(shape, host("211"), 1)]).toEqual([
      0, 3,
    ]);
    expect([shape.pid[host("200")], shape.pid[host("211")]]).toEqual([8, 11]);
  });
});
