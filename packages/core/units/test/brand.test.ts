import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  endportIx,
  FabricError,
  formatGuid,
  hostIx,
  lid,
  linkIx,
  lmc,
  mlid,
  MLID_CAPACITY,
  nodeIx,
  portIx,
  portNum,
  sl,
  switchIx,
  vl,
} from "@fabriclab/units";

describe("branded numbers", () => {
  it.each([
    ["LID 0", () => lid(0)],
    ["LID 0xC000", () => lid(0xc000)],
    ["MLID 0xBFFF", () => mlid(0xbfff)],
    ["MLID 0xFFFF", () => mlid(0xffff)],
    ["port 255", () => portNum(255)],
    ["SL 16", () => sl(16)],
    ["VL 16", () => vl(16)],
    ["LMC 8", () => lmc(8)],
    ["LID 1.5", () => lid(1.5)],
    ["NaN", () => sl(Number.NaN)],
    ["switch -1", () => switchIx(-1)],
    ["host 2^31", () => hostIx(2 ** 31)],
    ["node 0.5", () => nodeIx(0.5)],
    ["port -1, which stands for no port", () => portIx(-1)],
    ["link -1", () => linkIx(-1)],
    ["endport 2^31", () => endportIx(2 ** 31)],
  ])("refuse %s", (_, make) => {
    expect(make).toThrow(FabricError);
  });
  it("are plain numbers at the ends of their ranges", () => {
    expect([
      lid(1),
      lid(0xbfff),
      mlid(0xc000),
      mlid(0xfffe),
      portNum(0),
      portNum(254),
      lmc(7),
    ]).toEqual([1, 0xbfff, 0xc000, 0xfffe, 0, 254, 7]);
  });
});

it("a subnet has 16,383 multicast LIDs, 0xC000 to 0xFFFE", () => {
  expect(MLID_CAPACITY).toBe(16_383);
});

describe("a GUID", () => {
  it("is printed as ibnetdiscover's GUIDs are, with 0x and 16 digits", () => {
    expect(formatGuid(0x200013n)).toBe("0x0000000000200013");
    expect(formatGuid(2n ** 64n - 1n)).toBe("0xffffffffffffffff");
  });
});

describe("FabricError", () => {
  it("is recognised across copies of the package by its marker", () => {
    const foreign = Object.assign(new Error("x"), {
      [Symbol.for("fabriclab.FabricError")]: true,
    });
    expect(FabricError.is(foreign)).toBe(true);
    expect(FabricError.is(new Error("x"))).toBe(false);
  });
  it("has its code where it is printed by name and message", () => {
    const error = new FabricError({ code: "E_X_Y", message: "m" });
    expect(String(error)).toBe("FabricError [E_X_Y]: m");
    expect(inspect(error)).toMatch(/^FabricError \[E_X_Y\]: m\n +at /);
  });
  it("keeps the more exact place when a caller adds its own", () => {
    const error = new FabricError({
      code: "E_X_Y",
      message: "m",
      where: { path: "a" },
    }).at({ path: "b", file: "f" });
    expect(error.where).toEqual({ path: "a", file: "f" });
  });
});
