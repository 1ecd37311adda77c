import { readFileSync } from "node:fs";
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

it("was thrown where it was first thrown, wherever its place was filled in", () => {
  const thrower = (): FabricError =>
    new FabricError({ code: "E_X_Y", message: "wrong" });
  const first = thrower();
  expect(first.stack).toContain("thrower");
  for (const other of [
    first.at({ path: "a" }),
    first.moved("b"),
    first.hinting("less"),
  ])
    expect(other.stack).toBe(first.stack);
});

it("keeps its name when it is built: its body does not construct itself by name, for which esbuild would call it _FabricError", () => {
  const body = readFileSync(
    new URL("../src/fabric-error.ts", import.meta.url),
    "utf8",
  ).split("export class FabricError")[1];
  const ofClass = body?.slice(0, body.indexOf("\n}\n"));
  expect(ofClass).toContain("again");
  expect(ofClass).not.toMatch(/new FabricError|FabricError\.|instanceof/);
});
