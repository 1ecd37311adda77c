import { FabricBuilder } from "@fabriclab/fabric";
import { FabricError, parseOptions, type Fabric } from "@fabriclab/spec";
import { UNICAST_LID_MAX } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { opensm } from "../src/index.ts";

/** One switch and three hosts whose byte-reversed GUIDs stand in the order b, switch, c, a. */
function small(): Fabric {
  const builder = new FabricBuilder("small");
  const hub = builder.addSwitch("hub", 4, 0x20n);
  const guids = { a: 0x0130n, b: 0xff10n, c: 0x0021n };
  for (const [i, [name, guid]] of Object.entries(guids).entries())
    builder.connect(
      hub,
      i + 1,
      builder.addHost(name, 1, guid, new Map([[1, guid]])),
      1,
    );
  return builder.build();
}

const lidsOf = (fabric: Fabric, options: object = {}) => {
  const { baseLid } = opensm.assign(fabric, parseOptions(opensm, options));
  return Object.fromEntries(
    fabric.nodeName.map((name, node) => [
      name,
      baseLid[fabric.nodeEndport[node] ?? 0],
    ]),
  );
};

describe("LIDs", () => {
  it("follow the GUIDs from their last byte on, switches among hosts", () => {
    expect(lidsOf(small())).toEqual({ b: 1, hub: 2, c: 3, a: 4 });
  });

  it("begin at the subnet manager's port, named or by GUID", () => {
    const due = { a: 1, b: 2, hub: 3, c: 4 };
    expect(lidsOf(small(), { sm: "a" })).toEqual(due);
    expect(lidsOf(small(), { sm: "0x130" })).toEqual(due);
    expect(lidsOf(small(), { sm: "hub" })).toEqual({
      hub: 1,
      b: 2,
      c: 3,
      a: 4,
    });
  });

  it("of a host are aligned, and what is passed over stays unused", () => {
    expect(lidsOf(small(), { lmc: 1 })).toEqual({ b: 2, hub: 4, c: 6, a: 8 });
    expect(lidsOf(small(), { lmc: 2 })).toEqual({ b: 4, hub: 8, c: 12, a: 16 });
  });

  it("of what the manager cannot see come last", () => {
    const builder = new FabricBuilder("planes");
    const [near, far] = [
      builder.addSwitch("near", 2, 0x50n),
      builder.addSwitch("far", 2, 0x10n),
    ];
    builder.connect(near, 1, builder.addHost("n", 1, 0x60n), 1);
    builder.connect(far, 1, builder.addHost("f", 1, 0x20n), 1);
    expect(lidsOf(builder.build(), { sm: "n" })).toEqual({
      n: 1,
      near: 2,
      far: 3,
      f: 4,
    });
  });
});

describe("refusals", () => {
  const refused = (act: () => unknown): unknown => {
    try {
      act();
    } catch (error) {
      if (FabricError.is(error)) return [error.code, error.got];
      throw error;
    }
    return undefined;
  };

  it("name a manager that is not there", () => {
    expect(refused(() => lidsOf(small(), { sm: "d" }))).toEqual([
      "E_OPENSM_LIDS_NO_SM",
      "d",
    ]);
    expect(refused(() => lidsOf(small(), { sm: "0x77" }))).toEqual([
      "E_OPENSM_LIDS_NO_SM",
      "0x77",
    ]);
  });

  it("name a fabric of too many LIDs", () => {
    const builder = new FabricBuilder("wide");
    for (let s = 0; s < 2; s++) {
      const hub = builder.addSwitch(`s${s}`, 200);
      for (let i = 1; i <= 192; i++)
        builder.connect(hub, i, builder.addHost(`h${s}_${i}`), 1);
    }
    // 384 blocks of 128 LIDs and those before the first end at 49,279.
    expect(refused(() => lidsOf(builder.build(), { lmc: 7 }))).toEqual([
      "E_OPENSM_LIDS_OVERFLOW",
      "384 host ports of 128 LIDs each and 2 switches",
    ]);
  });

  it("name a fabric of too many ports, with one LID each", () => {
    const builder = new FabricBuilder("alone");
    builder.addSwitch("s", 1);
    for (let i = 0; i < UNICAST_LID_MAX; i++) builder.addHost(`h${i}`);
    expect(refused(() => lidsOf(builder.build(), { lmc: 0 }))).toEqual([
      "E_OPENSM_LIDS_OVERFLOW",
      "49151 host ports of 1 LID each and 1 switch",
    ]);
  });
});
