import { FabricError } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { refuseShape, unlessRefused } from "../src/index.ts";

const refuse = refuseShape("E_RING_NOT_A_RING", "the fabric is not a ring");

describe("a refused shape", () => {
  it("has the topology's code and says what differs where", () => {
    expect(() => refuse("S1:2", "no cable", "a cable to S2:1")).toThrow(
      expect.objectContaining({
        code: "E_RING_NOT_A_RING",
        where: { path: "S1:2" },
        got: "no cable",
        expected: "a cable to S2:1",
      }),
    );
  });

  it("is undefined to whom it may be another shape", () => {
    expect(
      unlessRefused("E_RING_NOT_A_RING", () => refuse("S1", "x", "y")),
    ).toBeUndefined();
    expect(unlessRefused("E_RING_NOT_A_RING", () => 3)).toBe(3);
  });

  it("hides no other error", () => {
    const other = new FabricError({
      code: "E_OTHER",
      message: "other",
      got: "1",
    });
    expect(() =>
      unlessRefused("E_RING_NOT_A_RING", () => {
        throw other;
      }),
    ).toThrow(other);
  });
});
