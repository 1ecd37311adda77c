import { expect, it } from "vitest";
import { FabricError } from "../src/index.ts";

const error = new FabricError({
  code: "E_X_Y",
  message: "wrong",
  where: { file: "net.yaml", line: 3, path: "load" },
  got: "2",
  expected: "1",
  hint: "less",
  cause: "because",
});
const { where: _, ...rest } = error;

it("is the same error at another place, with all that it says", () => {
  for (const [other, where] of [
    [error.placed({ path: "--load" }), { path: "--load" }],
    [error.moved("a.load"), { file: "net.yaml", line: 3, path: "a.load" }],
    [
      error.at({ path: "not this", column: 5 }),
      { file: "net.yaml", line: 3, path: "load", column: 5 },
    ],
  ] as const) {
    expect(other.where).toEqual(where);
    expect(other).toMatchObject(rest);
    expect([other.message, other.cause]).toEqual(["wrong", "because"]);
    expect(FabricError.is(other)).toBe(true);
  }
});
