import { describe, expect, it } from "vitest";
import { editDistance, nearest } from "@fabriclab/units";

describe("nearest", () => {
  it("counts insertions, deletions, replacements and swaps", () => {
    expect(editDistance("kitten", "sitting")).toBe(3);
    expect(editDistance("prots", "ports")).toBe(1);
    expect(editDistance("", "abc")).toBe(3);
  });
  it("finds what was meant", () => {
    expect(nearest("prots", ["levels", "ports", "speed"])).toBe("ports");
    expect(nearest("QDr", ["SDR", "QDR"])).toBe("QDR");
  });
  it("keeps silent when nothing is near", () => {
    expect(nearest("banana", ["ports", "levels"])).toBeUndefined();
    expect(nearest("x", [])).toBeUndefined();
  });
  it("sees no likeness between single letters but their case", () => {
    expect(nearest("X", ["B", "KB"])).toBeUndefined();
    expect(nearest("b", ["KB", "B"])).toBe("B");
  });
});
