import { describe, expect, it } from "vitest";
import { withoutLinks } from "@fabriclab/fabric";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type OptionsInput,
} from "@fabriclab/spec";
import { ring } from "@fabriclab/testing-fabrics";
import { readVectors } from "@fabriclab/testing-golden";
import {
  EAST,
  findMeshShape,
  HOST,
  mesh,
  meshShape,
  NORTH,
  SOUTH,
  WEST,
} from "@fabriclab/topology-mesh";
import type { PortIx } from "@fabriclab/units";

const build = (options: OptionsInput<typeof mesh.params>): Fabric =>
  mesh.build(parseOptions(mesh, options));

function neighbour(fabric: Fabric, name: string, num: number): string {
  const node = fabric.findNode(name) ?? -1;
  const peer = fabric.portPeer[(fabric.portStart[node] ?? 0) + num - 1] ?? -1;
  return peer < 0
    ? "none"
    : `${fabric.nodeName[fabric.portNode[peer] ?? -1] ?? "?"}:${fabric.numOf(peer as PortIx)}`;
}

function refusal(make: () => unknown): FabricError {
  try {
    make();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("IbaMesh(m,n)", () => {
  it("says which sizes have as many hosts as asked for", () => {
    const sizes = (hosts: number, given: object = {}) =>
      mesh.claims.sizes?.(hosts, given);
    expect(sizes(200)).toEqual([{ columns: 15, rows: 14 }]);
    expect(sizes(196)).toEqual([{ columns: 14, rows: 14 }]);
    expect(sizes(200, { columns: 7 })).toEqual([{ columns: 7, rows: 29 }]);
    expect(sizes(200, { rows: 50 })).toEqual([{ columns: 4, rows: 50 }]);
    expect(sizes(50, { hostsPerSwitch: 8 })).toEqual([{ columns: 3, rows: 3 }]);
    expect(sizes(2, { wrap: true })).toEqual([{ columns: 3, rows: 3 }]);
    expect(sizes(200, { columns: 7, rows: 28 })).toEqual([]);
    expect(sizes(2 ** 22)).toEqual([]);
  });

  it("cables N(x,y).1 to N(x+1,y).3, N(x,y).2 to N(x,y+1).4 and port 5 to the host", () => {
    const fabric = build({ columns: 4, rows: 3 });
    expect(neighbour(fabric, "N(1,1)", EAST)).toBe("N(2,1):3");
    expect(neighbour(fabric, "N(1,1)", NORTH)).toBe("N(1,2):4");
    expect(neighbour(fabric, "N(1,1)", WEST)).toBe("N(0,1):1");
    expect(neighbour(fabric, "N(1,1)", SOUTH)).toBe("N(1,0):2");
    expect(neighbour(fabric, "N(1,1)", HOST)).toBe("H(1,1):1");
    expect(neighbour(fabric, "N(3,2)", EAST)).toBe("none");
    expect(neighbour(fabric, "N(3,2)", NORTH)).toBe("none");
    expect(neighbour(fabric, "N(0,0)", WEST)).toBe("none");
    expect([fabric.switchCount, fabric.hostCount, fabric.linkCount]).toEqual([
      12,
      12,
      12 + 3 * 3 + 4 * 2,
    ]);
  });

  it("has the port numbers of the vectors", () => {
    const ports = readVectors("000")?.["ports"] as
      | Record<string, number>
      | undefined;
    expect({ E: EAST, N: NORTH, W: WEST, S: SOUTH, host: HOST }).toEqual(
      ports ?? { E: 1, N: 2, W: 3, S: 4, host: 5 },
    );
  });

  it("numbers hosts x·n + y, so that the paper's LIDs are 1 more (T-000-1, T-000-2)", () => {
    const five = build({ columns: 5, rows: 5 });
    const lid = (fabric: Fabric, name: string): number =>
      (fabric.findNode(name) ?? 0) - fabric.switchCount + 1;
    expect(
      ["H(0,3)", "H(0,4)", "H(3,3)", "H(4,0)", "H(4,2)"].map((name) =>
        lid(five, name),
      ),
    ).toEqual([4, 5, 19, 21, 23]);
    expect(lid(build({ columns: 4, rows: 4 }), "H(3,2)")).toBe(15);
  });

  it("closes to a torus", () => {
    const fabric = build({ columns: 3, rows: 4, wrap: true });
    expect(neighbour(fabric, "N(2,1)", EAST)).toBe("N(0,1):3");
    expect(neighbour(fabric, "N(1,3)", NORTH)).toBe("N(1,0):4");
    expect(fabric.linkCount).toBe(12 + 24);
    expect(refusal(() => build({ columns: 2, rows: 4, wrap: true })).code).toBe(
      "E_MESH_WRAP",
    );
  });

  it("holds several hosts at a switch", () => {
    const fabric = build({ columns: 2, rows: 2, hostsPerSwitch: 3 });
    expect(neighbour(fabric, "N(1,0)", 5)).toBe("H(1,0,0):1");
    expect(neighbour(fabric, "N(1,0)", 7)).toBe("H(1,0,2):1");
    expect(fabric.hostCount).toBe(12);
  });

  it("claims the counts that it builds", () => {
    for (const input of [
      { columns: 1, rows: 1 },
      { columns: 5, rows: 2 },
      { columns: 3, rows: 3, wrap: true, hostsPerSwitch: 2 },
    ]) {
      const options = parseOptions(mesh, input);
      const fabric = mesh.build(options);
      expect([
        mesh.claims.switches(options),
        mesh.claims.hosts(options),
        mesh.claims.links(options),
      ]).toEqual([fabric.switchCount, fabric.hostCount, fabric.linkCount]);
    }
  });

  it("refuses meshes that memory does not hold, and says how large they would be", () => {
    // 4 + 3 ports at a switch, 3 at its hosts.
    expect(
      refusal(() => build({ columns: 99_999, rows: 9999, hostsPerSwitch: 3 })),
    ).toMatchObject({
      code: "E_MESH_SIZE",
      got: "999890001 switches, 2999670003 hosts, 9998900010 ports",
      expected: "columns x rows of at most 419430",
    });
    expect(refusal(() => build({ columns: 837, rows: 836 })).code).toBe(
      "E_MESH_SIZE",
    );
    expect(refusal(() => build({ columns: 0 })).code).toBe(
      "E_SPEC_BAD_PARAMETER",
    );
  });
});

describe("meshShape", () => {
  it("finds columns, rows, rings and hosts", () => {
    expect(meshShape(build({ columns: 4, rows: 3 }))).toMatchObject({
      columns: 4,
      rows: 3,
      wrap: false,
      hostsPerSwitch: 1,
    });
    expect(
      meshShape(build({ columns: 3, rows: 5, wrap: true, hostsPerSwitch: 2 })),
    ).toMatchObject({ columns: 3, rows: 5, wrap: true, hostsPerSwitch: 2 });
    expect(meshShape(build({ columns: 1, rows: 1 }))).toMatchObject({
      columns: 1,
      rows: 1,
      wrap: false,
    });
    const fabric = build({ columns: 4, rows: 3 });
    const shape = meshShape(fabric);
    const sw = fabric.findNode("N(2,1)") ?? -1;
    expect([
      shape.x[sw],
      shape.y[sw],
      shape.switchAt[2 * 3 + 1],
      shape.hostSwitch[2 * 3 + 1],
    ]).toEqual([2, 1, sw, sw]);
  });

  it("names the port that differs", () => {
    const fabric = build({ columns: 4, rows: 3 });
    const port = fabric.portStart[fabric.findNode("N(1,1)") ?? -1] ?? -1;
    expect(
      refusal(() =>
        meshShape(withoutLinks(fabric, [fabric.portLink[port] ?? -1])),
      ),
    ).toMatchObject({
      code: "E_MESH_NOT_A_MESH",
      where: { path: "N(1,1):1" },
      got: "no cable",
      expected: "a cable to N(2,1):3",
    });
    expect(findMeshShape(ring(4))).toBeUndefined();
  });
});
