import { describe, expect, it } from "vitest";
import { quantity, quantityWithin } from "../src/quantity.ts";

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

describe("a mean with its interval", () => {
  it.each([
    // 7.2.6 of JCGM 100:2008 has m_S = 100.021 47 g with a standard uncertainty of 0.35 mg as 100.02147(35) g.
    [100.02147, 0.00035, "g", "100.02147 g", "± 0.00035 g"],
    [2477.9, 96.999, "ns", "2.478 us", "± 0.097 us"],
    [13.486e9, 276.39e6, "B/s", "13.49 GB/s", "± 0.28 GB/s"],
    [
      38_141_000,
      693_290,
      "packets/s",
      "38140000 packets/s",
      "± 690000 packets/s",
    ],
    // What is rounded up to another power of ten keeps two figures.
    [0.5, 0.0996, "1", "0.50", "± 0.10"],
    // Where nothing is known but the interval, that has the unit.
    [-0.4, 3200, "ns", "0.0 us", "± 3.2 us"],
    [-3, 520, "packets", "0 packets", "± 520 packets"],
    // Beside a mean of more than six figures more, it is told by itself.
    [1 / 3, 1e-11, "1", "0.33333", "± 1e-11"],
  ])("%d ± %d %s is written as %s %s", (value, half, unit, mean, interval) => {
    expect(quantityWithin(value, half, unit)).toEqual([mean, interval]);
  });
});
