import { describe, expect, it } from "vitest";
import { FabricError, lidTable } from "../src/index.ts";

function refusal(run: () => unknown): FabricError {
  try {
    run();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("a LID table", () => {
  it("names the owner of every LID of every block, and nobody between blocks", () => {
    const { owner, topLid } = lidTable(
      Uint16Array.of(4, 0, 9),
      Uint8Array.of(2, 0, 0),
    );
    expect(topLid).toBe(9);
    expect([...owner]).toEqual([-1, -1, -1, -1, 0, 0, 0, 0, -1, 2]);
  });

  it("refuses blocks that overlap, naming the LID and both owners", () => {
    const error = refusal(() =>
      lidTable(Uint16Array.of(4, 7), Uint8Array.of(2, 0)),
    );
    expect(error.code).toBe("E_SPEC_LID_COLLISION");
    expect([error.message, error.got]).toEqual([
      "two endports own LID 7",
      "endports 0 and 1",
    ]);
  });

  it("refuses a block that leaves the unicast range", () => {
    const error = refusal(() =>
      lidTable(Uint16Array.of(0xbffe), Uint8Array.of(2)),
    );
    expect(error.code).toBe("E_SPEC_LID_RANGE");
    expect(error.got).toBe("0xbffe to 0xc001");
  });
});
