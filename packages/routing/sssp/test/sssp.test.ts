import { opensm } from "@fabriclab/addressing-opensm";
import { FabricBuilder } from "@fabriclab/fabric";
import { parseOptions, type Fabric, type RoutingEngine } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { sssp } from "../src/index.ts";

/** Two switches joined by two cables on ports 1 and 2; a carries A1 and A2, b carries B1 to B3, from port 3 on. */
function pair(): Fabric {
  const builder = new FabricBuilder("pair");
  const [a, b] = [builder.addSwitch("a", 5), builder.addSwitch("b", 5)];
  for (const cable of [1, 2]) builder.connect(a, cable, b, cable);
  for (const i of [1, 2])
    builder.connect(a, 2 + i, builder.addHost(`A${i}`), 1);
  for (const i of [1, 2, 3])
    builder.connect(b, 2 + i, builder.addHost(`B${i}`), 1);
  return builder.build();
}

/** Ports of switch `at` for LID base + offset of nodes. */
function ports(
  fabric: Fabric,
  at: string,
  nodes: readonly string[],
  lmc = 0,
  offset = 0,
  options: object = {},
): (number | undefined)[] {
  const lids = opensm.assign(fabric, parseOptions(opensm, { lmc }));
  const { lft } = (
    sssp.create({ fabric, lids }, parseOptions(sssp, options)) as RoutingEngine
  ).tables();
  return nodes.map((name) => {
    const endport = fabric.nodeEndport[fabric.findNode(name) ?? -1] ?? -1;
    return lft[fabric.findNode(at) ?? -1]?.[
      (lids.baseLid[endport] ?? 0) + offset
    ];
  });
}

describe("sssp, by hand", () => {
  it("takes the cable that fewest paths cross", () => {
    // A path to B1 makes cable 1 heavier by 3: two hosts at a, and a itself.
    expect(ports(pair(), "a", ["B1", "B2", "B3"])).toEqual([1, 2, 1]);
    expect(ports(pair(), "b", ["A1", "A2"])).toEqual([1, 2]);
  });

  it("routes switches last, by what their hosts left", () => {
    expect(ports(pair(), "a", ["a", "b"])).toEqual([0, 2]);
    expect(ports(pair(), "b", ["a", "b"])).toEqual([1, 0]);
  });

  it("lays the paths to compute nodes first, then those to I/O nodes", () => {
    const to = (options: object) =>
      ports(pair(), "a", ["B1", "B2", "B3"], 0, 0, options);
    // B3 takes cable 1, B1 cable 2, and B2 cable 1 again.
    expect(to({ compute: "B3" })).toEqual([2, 1, 1]);
    expect(to({ io: ["B2"] })).toEqual([2, 1, 1]);
    // B3, B2, B1.
    expect(to({ io: "B2", compute: ["B3"] })).toEqual([1, 2, 1]);
    // A node on both lists is a compute node: B1, B3, B2.
    expect(to({ compute: "B1", io: ["B3", "B1"] })).toEqual([1, 1, 2]);
  });

  it("refuses a list that names what is no host", () => {
    for (const name of ["nobody", "a", "0x77"])
      expect(() =>
        ports(pair(), "a", ["B1"], 0, 0, { compute: [name] }),
      ).toThrow(expect.objectContaining({ code: "E_SSSP_NO_SUCH_NODE" }));
  });

  it("routes every LID of a host for itself", () => {
    // B1's LIDs by 1 and 2, B2's and B3's too: each pair adds as much to both.
    expect(ports(pair(), "a", ["B1", "B2", "B3"], 1, 0)).toEqual([1, 1, 1]);
    expect(ports(pair(), "a", ["B1", "B2", "B3"], 1, 1)).toEqual([2, 2, 2]);
  });
});
