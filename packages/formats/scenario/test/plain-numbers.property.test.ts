import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueOf } from "../src/override.ts";
import { plainNumbers } from "../src/plain-numbers.ts";

/** Numbers as people write them, and what looks like one. */
const word = fc.oneof(
  fc.double({ noNaN: true }).map(String),
  fc.integer().map(String),
  fc.stringMatching(/^[-+]?[0-9]{1,18}\.?[0-9]{0,18}(e[-+]?[0-9])?$/),
);
const text = fc.oneof(
  word,
  fc
    .array(word)
    .chain((words) =>
      fc.constantFrom(
        `[${words.join(",")}]`,
        `[ ${words.join(", ")} ]`,
        `[${words.join(" , ")},]`,
        words.join(","),
      ),
    ),
);

describe("plain numbers", () => {
  it("are those that YAML reads", () => {
    fc.assert(
      fc.property(text, (source) => {
        const read = plainNumbers(source);
        if (read !== undefined) expect(read).toStrictEqual(valueOf(source));
      }),
      { numRuns: 2000 },
    );
  });

  it("are read without YAML as sweeps write them", () => {
    expect(plainNumbers("[0.1, 0.25,-3, 0]")).toEqual([0.1, 0.25, -3, 0]);
    expect(plainNumbers(" 8 ")).toBe(8);
  });

  it("leave what JSON and YAML may read differently to YAML", () => {
    for (const other of ["010", ".5", "1.", "+1", "1e3", "0x10", "[]", "1,2"])
      expect(plainNumbers(other)).toBeUndefined();
  });
});
