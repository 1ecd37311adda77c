import { describe, expect, it } from "vitest";
import { meantRange, readRange } from "../src/index.ts";

describe("a range written as elsewhere", () => {
  it.each([
    ["0.1-0.5", "0.1..0.5:0.1"],
    ["0.1 to 0.5", "0.1..0.5:0.1"],
    ["0.1:0.5:0.2", "0.1..0.5:0.2"],
    ["1-100", "1..100:11"],
    ["64B-256B", "64B..256B:24B"],
    ["64-256B", "64B..256B:24B"],
    ["1us...3us", "1us..3us:1us"],
  ])("%s means %s", (text, meant) => {
    expect(meantRange(text)).toBe(meant);
    const range = readRange(meant, { path: "vary" });
    // Both ends are met.
    expect(range).toHaveProperty("values");
  });

  it.each(["0.5-0.1", "a-b", "1B-2us", "0.1", "-1", "node-3", "2026-11-24"])(
    "%s means none",
    (text) => {
      expect(meantRange(text)).toBeUndefined();
    },
  );
});
