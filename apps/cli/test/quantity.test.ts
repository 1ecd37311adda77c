import { describe, expect, it } from "vitest";
import { quantity } from "../src/quantity.ts";

describe("a quantity", () => {
  it.each([
    [7.5e12, "7.5 TB/s"],
    [9.7641e9, "9.7641 GB/s"],
    [1e6, "1 MB/s"],
    [999, "999 B/s"],
  ])("of %d B/s is written as %s", (value, text) => {
    expect(quantity(value, "B/s")).toBe(text);
  });

  it("of other units than times and bytes is written in its own", () => {
    expect(quantity(38_141_000, "packets/s")).toBe("38141000 packets/s");
  });
});
