import { linkParams, type LinkOptions } from "@fabriclab/fabric";
import { FabricError, parseOptions } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const plugin = { kind: "topology", name: "any", params: z.object(linkParams) };
const read = (width: unknown): LinkOptions => parseOptions(plugin, { width });
const refusal = (width: unknown): FabricError => {
  try {
    read(width);
  } catch (error) {
    if (FabricError.is(error)) return error;
  }
  throw new Error("not refused");
};

describe("the lanes of a link", () => {
  it("may be written as fabrics' files and messages have them, 4x or 4X", () => {
    for (const [written, lanes] of [
      ["1x", 1],
      ["4x", 4],
      ["4X", 4],
      ["12x", 12],
      [8, 8],
    ])
      expect(read(written).width).toBe(lanes);
    expect(parseOptions(plugin, {}).width).toBe(1);
  });

  it.each(["3x", "x4", "4x4", "4 x", "", "x", [4], true])(
    "are refused as they were written: %j",
    (width) => {
      expect(refusal(width)).toMatchObject({
        code: "E_SPEC_BAD_PARAMETER",
        got: JSON.stringify(width),
        expected: "one of 1, 2, 4, 8, 12",
      });
    },
  );
});
