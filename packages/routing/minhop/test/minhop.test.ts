import { opensm } from "@fabriclab/addressing-opensm";
import { FabricBuilder } from "@fabriclab/fabric";
import { parseOptions, type Fabric, type RoutingEngine } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { minhop } from "../src/index.ts";

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
): (number | undefined)[] {
  const lids = opensm.assign(fabric, parseOptions(opensm, { lmc }));
  const { lft } = (
    minhop.create({ fabric, lids }, parseOptions(minhop, {})) as RoutingEngine
  ).tables();
  return nodes.map((name) => {
    const endport = fabric.nodeEndport[fabric.findNode(name) ?? -1] ?? -1;
    return lft[fabric.findNode(at) ?? -1]?.[
      (lids.baseLid[endport] ?? 0) + offset
    ];
  });
}

const B = ["B1", "B2", "B3"];

describe("minhop, by hand", () => {
  it("gives a destination the cable with fewest destinations, the lower of equal ones", () => {
    expect(ports(pair(), "a", B)).toEqual([1, 2, 1]);
    expect(ports(pair(), "b", ["A1", "A2"])).toEqual([1, 2]);
    expect(ports(pair(), "b", B)).toEqual([3, 4, 5]);
  });

  it("routes switches after the hosts and does not count them", () => {
    // At a, cable 1 carries two hosts and cable 2 one; at b both carry one.
    expect(ports(pair(), "a", ["a", "b"])).toEqual([0, 2]);
    expect(ports(pair(), "b", ["a", "b"])).toEqual([1, 0]);
  });

  it("looks for a second LID's port from the one after the first LID's", () => {
    // b is in use by every first LID, so the load decides: 2 and 1, then 2 and 2, then 3 and 2.
    expect(ports(pair(), "a", B, 1, 1)).toEqual([2, 1, 2]);
  });

  it("gives a second LID a neighbour that the first does not use, though it carries more", () => {
    const builder = new FabricBuilder("diamond");
    const [a, b, c, d] = ["a", "b", "c", "d"].map((name) =>
      builder.addSwitch(name, 5),
    );
    if (!a || !b || !c || !d) throw new Error("unreachable");
    builder.connect(a, 1, b, 1);
    builder.connect(a, 2, b, 2);
    builder.connect(a, 3, c, 1);
    builder.connect(b, 3, d, 1);
    builder.connect(c, 2, d, 2);
    for (const i of [1, 2])
      builder.connect(d, 2 + i, builder.addHost(`D${i}`), 1);
    const fabric = builder.build();
    expect(ports(fabric, "a", ["D1", "D2"], 1, 0)).toEqual([1, 2]);
    // D1 used b: only c is new. D2 used b as well: c again, although its load is 1 and that of ports 1 and 2 no more.
    expect(ports(fabric, "a", ["D1", "D2"], 1, 1)).toEqual([3, 3]);
  });
});
