import { FabricBuilder } from "@fabriclab/fabric";
import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, expect, it } from "vitest";
import { sequential } from "../src/index.ts";

const assign = (fabric: Fabric, options: object = {}) =>
  sequential.assign(fabric, parseOptions(sequential, options));

describe("sequential LIDs", () => {
  it("are PID + 1 for the hosts of a fat tree, and the switches come after", () => {
    const fabric = fatTree.build(
      parseOptions(fatTree, { ports: 4, levels: 2 }),
    );
    const lids = assign(fabric);
    // P(31) has PID 3·2 + 1 = 7.
    expect(
      lids.baseLid[fabric.nodeEndport[fabric.findNode("P(31)") ?? -1] ?? -1],
    ).toBe(8);
    expect(Array.from(lids.baseLid)).toEqual([
      9, 10, 11, 12, 13, 14, 1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    expect(lids.topLid).toBe(14);
    expect(lids.owner[8]).toBe(13);
    expect(lids.owner[0]).toBe(-1);
    expect(Array.from(lids.lmc)).toEqual(new Array(14).fill(0));
  });

  it("start where they are told, with the switches first if so asked", () => {
    const builder = new FabricBuilder("pair");
    const hub = builder.addSwitch("hub", 3);
    const twin = builder.addHost("twin", 2);
    builder.connect(hub, 1, twin, 1);
    builder.connect(hub, 2, twin, 2);
    const lids = assign(builder.build(), {
      start: 0x100,
      order: "switches-first",
    });
    expect(Array.from(lids.baseLid)).toEqual([0x100, 0x101, 0x102]);
  });

  it("are refused when the range is too short, with the numbers", () => {
    const builder = new FabricBuilder("pair");
    const hub = builder.addSwitch("hub", 2);
    for (let i = 0; i < 2; i++)
      builder.connect(hub, i + 1, builder.addHost(`h${i}`), 1);
    const fabric = builder.build();
    try {
      assign(fabric, { start: 0xbffe });
      expect.unreachable();
    } catch (error) {
      if (!FabricError.is(error)) throw error;
      expect(error.code).toBe("E_SEQUENTIAL_OVERFLOW");
      expect([error.got, error.expected]).toEqual(["3 endports", "at most 2"]);
    }
    expect(assign(fabric, { start: 0xbffd }).topLid).toBe(0xbfff);
  });
});
