import { mesh } from "@fabriclab/topology-mesh";
import {
  parseOptions,
  type Fabric,
  type TopologyPlugin,
} from "@fabriclab/spec";
import { neighbours } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { torus } from "../src/index.ts";

const make = (options: object): Fabric =>
  torus.build(parseOptions(torus, options));

/** Cables between switches, as sorted pairs of names. */
function cables(fabric: Fabric): string[] {
  const found: string[] = [];
  for (let port = 0; port < fabric.portCount; port++) {
    const peer = fabric.portPeer[port]!;
    if (peer < port) continue;
    const ends = [port, peer].map((end) => fabric.portNode[end]!);
    if (ends.some((node) => node >= fabric.switchCount)) continue;
    found.push(
      ends
        .map((node) => fabric.nodeName[node]!)
        .sort()
        .join(" "),
    );
  }
  return found.sort();
}

describe("a torus of 4 x 3 x 2 switches", () => {
  const fabric = make({ x: 4, y: 3, z: 2 });

  it("closes rings, and joins two switches once", () => {
    expect(neighbours(fabric, "N(0,0,0)")).toEqual([
      "N(1,0,0):2",
      "N(3,0,0):1",
      "N(0,1,0):4",
      "N(0,2,0):3",
      "N(0,0,1):6",
      "-",
      "P(0,0,0):1",
    ]);
    expect(neighbours(fabric, "N(3,2,1)")).toEqual([
      "N(0,2,1):2",
      "N(2,2,1):1",
      "N(3,0,1):4",
      "N(3,1,1):3",
      "-",
      "N(3,2,0):5",
      "P(3,2,1):1",
    ]);
  });
});

describe("tori and meshes of two dimensions", () => {
  it.each([true, false])("are those of mesh, wrap: %s", (wrap) => {
    const flat = (plugin: TopologyPlugin<never>, options: object) =>
      cables(plugin.build(parseOptions(plugin, options) as never));
    expect(
      flat(torus as never, { x: 5, y: 4, z: 1, open: !wrap }).map((names) =>
        names.replaceAll(",0)", ")"),
      ),
    ).toEqual(flat(mesh as never, { columns: 5, rows: 4, wrap }));
  });
});

describe("sizes", () => {
  const sizes = (hosts: number, given: object = {}) =>
    torus.claims.sizes!(hosts, given);
  it.each([
    [64, {}, { x: 4, y: 4, z: 4 }],
    [65, {}, { x: 5, y: 4, z: 4 }],
    [100, {}, { x: 5, y: 5, z: 4 }],
    [128, { hostsPerSwitch: 2, z: 1 }, { x: 8, y: 8, z: 1 }],
    [30, { x: 10 }, { x: 10, y: 2, z: 2 }],
  ])("for %i hosts, given %j", (hosts, given, size) => {
    expect(sizes(hosts, given)).toEqual([size]);
  });

  it("are none where what is given is too small, or the torus too large", () => {
    expect(sizes(100, { x: 2, y: 2, z: 2 })).toEqual([]);
    expect(sizes(1e7)).toEqual([]);
  });
});
