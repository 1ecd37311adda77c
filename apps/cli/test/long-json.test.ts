import { expect, it } from "vitest";
import { longJson } from "../src/long-json.ts";

const textOf = (value: unknown): string => [...longJson(value)].join("");

it.each([
  [null],
  ["a\n"],
  [[]],
  [{}],
  [[[], {}, [{}]]],
  [{ a: undefined, b: [undefined, 1, { c: [NaN, "é", true] }] }],
])("is what JSON.stringify writes where lists are short: %j", (value) => {
  expect(textOf(value)).toBe(JSON.stringify(value, null, 2));
});

it("has a line for each entry of a long list, in pieces", () => {
  const list = Array.from({ length: 5000 }, (_, at) => ({
    at,
    drawn: ["a", "b"],
  }));
  const value = { draws: list, last: 1 };
  const pieces = [...longJson(value)];
  expect(pieces.length).toBeGreaterThan(1);
  const text = pieces.join("");
  expect(JSON.parse(text)).toEqual(value);
  const lines = text.split("\n");
  // Braces, the list's own two lines and the other key.
  expect(lines).toHaveLength(5000 + 5);
  expect(lines[2]).toBe('    {"at":0,"drawn":["a","b"]},');
});
