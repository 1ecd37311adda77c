import { describe, expect, it } from "vitest";
import {
  compareGuids,
  endportGuid,
  endportsByGuid,
  endportsInGuidOrder,
  FabricBuilder,
  switchesInGuidOrder,
} from "../src/index.ts";

describe("OpenSM's map order", () => {
  const builder = new FabricBuilder("three");
  const a = builder.addSwitch("A", 2, 0x2_01n);
  const b = builder.addSwitch("B", 2, 0x1_02n);
  const host = builder.addHost("H", 2, 0x900n);
  builder.connect(a, 1, b, 1);
  builder.connect(a, 2, host, 1);
  builder.connect(b, 2, host, 2);
  const fabric = builder.build();

  it("compares GUIDs from their last byte on", () => {
    expect(compareGuids(0x100n, 0x1n)).toBe(-1);
    expect(compareGuids(0xff01n, 0x0002n)).toBe(-1);
    expect(compareGuids(0x0201n, 0x0101n)).toBe(1);
    expect(compareGuids(7n, 7n)).toBe(0);
    // All eight bytes count, the first ones least; a byte of 0x80 and more is no sign.
    expect(compareGuids(0x0200_0000_0000_0000n, 0x01ff_0000_0000_0000n)).toBe(
      -1,
    );
    expect(compareGuids(0x0200_0000_0000_0000n, 0x0100_0000_0000_0000n)).toBe(
      1,
    );
    expect(compareGuids(0x80n, 0x7fn)).toBe(1);
    expect(compareGuids(0xff00_0000_0000_0000n, 0x7f00_0000_0000_0000n)).toBe(
      1,
    );
  });

  it("interleaves switches, by NodeGUID, and host ports, by PortGUID", () => {
    expect(switchesInGuidOrder(fabric)).toEqual([0, 1]);
    const guids = endportsInGuidOrder(fabric).map((endport) =>
      endportGuid(fabric, endport),
    );
    // Last bytes 1, 1, 2, 2; then the bytes before them: 2, 9 and 1, 9.
    expect(guids).toEqual([0x201n, 0x901n, 0x102n, 0x902n]);
    expect(endportsByGuid(fabric).get(0x902n)).toBe(3);
  });
});
