import { FabricError } from "@fabriclab/units";
import { expect, it } from "vitest";
import { readCounts, type Counts } from "../src/index.ts";

const read = (counts: Counts): string | readonly number[] => {
  try {
    return readCounts(counts, {
      code: "E_TEST_COUNTS",
      path: "sizes",
      insteadOfZero: "leave it out",
    });
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    const { code, where, got, hint = "no hint" } = error;
    return `${code} ${where.path}: ${got}, ${hint}`;
  }
};

it.each<[Counts, readonly number[]]>([
  ["24, 12,4", [24, 12, 4]],
  [
    [24, 12, 4],
    [24, 12, 4],
  ],
  [7, [7]],
  ["7", [7]],
  ["", []],
])("%j are counts", (counts, expected) => {
  expect(read(counts)).toEqual(expected);
});

it.each<[Counts, string]>([
  ["24,,4", "nothing between commas, no hint"],
  ["4,x", "x, no hint"],
  ["4,0", "0, leave it out"],
  [0, "0, leave it out"],
  ["1.5", "1.5, no hint"],
  [-3, "-3, no hint"],
  ["4,9007199254740993", "9007199254740993, no hint"],
])("%j are refused", (counts, told) => {
  expect(read(counts)).toBe(`E_TEST_COUNTS sizes: ${told}`);
});
