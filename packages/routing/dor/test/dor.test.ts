import { opensm } from "@fabriclab/addressing-opensm";
import { FabricBuilder } from "@fabriclab/fabric";
import { parseOptions, type Fabric, type RoutingEngine } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { dor } from "../src/index.ts";

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
    dor.create({ fabric, lids }, parseOptions(dor, {})) as RoutingEngine
  ).tables();
  return nodes.map((name) => {
    const endport = fabric.nodeEndport[fabric.findNode(name) ?? -1] ?? -1;
    return lft[fabric.findNode(at) ?? -1]?.[
      (lids.baseLid[endport] ?? 0) + offset
    ];
  });
}

/** A square a-b-d, a-c-d where a has two cables to b, on ports 1 and 3, and c on port 2; d carries D1 to D3. */
function square(): Fabric {
  const builder = new FabricBuilder("square");
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) =>
    builder.addSwitch(name, 5),
  );
  if (!a || !b || !c || !d) throw new Error("unreachable");
  builder.connect(a, 1, b, 1);
  builder.connect(a, 2, c, 1);
  builder.connect(a, 3, b, 2);
  builder.connect(b, 3, d, 1);
  builder.connect(c, 2, d, 2);
  for (const i of [1, 2, 3])
    builder.connect(d, 2 + i, builder.addHost(`D${i}`), 1);
  return builder.build();
}

describe("dor, by hand", () => {
  it("keeps to the neighbour behind the lowest port and spreads over its cables", () => {
    expect(ports(square(), "a", ["D1", "D2", "D3"])).toEqual([1, 3, 1]);
  });

  it("gives a second LID the other cable to that neighbour", () => {
    // Loads 2 and 1: port 3; then 2 and 2: both equal, D2 used port 3 before, so port 1; then 3 and 2.
    expect(ports(square(), "a", ["D1", "D2", "D3"], 1, 1)).toEqual([3, 1, 3]);
  });
});
