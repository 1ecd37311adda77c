import { describe, expect, it } from "vitest";
import { TABLE_FILES, tableKindOf, writeTables } from "../src/index.ts";
import { small } from "./small-fabric.ts";

describe("the kind of a file of tables by its first lines", () => {
  it("is that of the name under which it is written", () => {
    const { fabric, tables } = small();
    const files = writeTables(fabric, tables);
    for (const [kind, [name]] of Object.entries(TABLE_FILES)) {
      const text = files[name] ?? "";
      if (text === "") continue;
      expect([name, tableKindOf(text)]).toEqual([
        name,
        kind === "guid2lid" ? "unsure" : kind,
      ]);
    }
  });

  // One line of each dialect of shared descriptions.
  it.each([
    ["lfts", "Unicast lids [0x0-0x16f] of switch Lid 17 guid 0x2c9 (name):"],
    ["lfts", "\r\nosm_ucast_mgr_dump_ucast_routes: Switch 0x2c9\r\n"],
    ["lfts", "dump_ucast_routes: Switch 0x2c9"],
    [
      "mcfdbs",
      "Multicast mlids [0xc000-0xc01f] of switch Lid 1 guid 0x2c9 (n):",
    ],
    ["mcfdbs", "\nSwitch 0x2c9\nLID    : Out Port(s)\n"],
    ["mcfdbs", "\nSwitch 0x2c9\nLID    : 0xC000\n"],
    ["sl2vl", '\nSwitch 0x2c9, base LID 28, "name"\n'],
    ["sl2vl", "0x2c9 1 2 0x01 0x23 0x45 0x67 0x01 0x23 0x45 0x67"],
    ["unsure", "0x0002c90300000001 0x0001 0x0001"],
    ["unsure", "4 5 1"],
    [undefined, "Switch: guid 0x2c9\n0x0006: 00 02 # portguid 0x2c9"],
    [undefined, "0x0048\tdescription\n"],
    [undefined, 'Switch 36 "S-0002c90300000001"'],
    [undefined, ""],
  ])("is %s for %j", (kind, text) => {
    expect(tableKindOf(text)).toBe(kind);
  });
});
