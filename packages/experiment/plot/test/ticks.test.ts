import { describe, expect, it } from "vitest";
import { percentLabel, sizeLabel } from "@fabriclab/experiment-plot";
import { plain } from "../src/ticks.ts";
import { ticksOf, tickTexts } from "../src/ticks.ts";

describe("tick labels", () => {
  it.each([
    [32, "32 B"],
    [1024, "1 KB"],
    [1536, "1.5 KB"],
    [131072, "128 KB"],
    [2 ** 21, "2 MB"],
  ])("writes a size of %d bytes as %s", (bytes, text) => {
    expect(sizeLabel(bytes)).toBe(text);
  });

  it("writes fractions as percent", () => {
    expect([0.1, 0.07, 1].map(percentLabel)).toEqual(["10 %", "7 %", "100 %"]);
  });

  it("writes numbers with at most four figures", () => {
    expect(
      [0, 0.5, 20, 1234.56, 12_345, 1e5, 1e6, 2.5e7, 0.0001].map(plain),
    ).toEqual([
      "0",
      "0.5",
      "20",
      "1235",
      "12 350",
      "100 000",
      "1e6",
      "2.5e7",
      "1e-4",
    ]);
  });
});

const linear = { label: "", scale: "linear" } as const;
const log = { label: "", scale: "log" } as const;

describe("texts of an axis", () => {
  it("have more than four figures where four would give two ticks one number", () => {
    expect(tickTexts(linear, [100_000, 100_001, 100_002])).toEqual([
      "100 000",
      "100 001",
      "100 002",
    ]);
    expect(tickTexts(linear, [1.23456, 1.23458])).toEqual([
      "1.23456",
      "1.23458",
    ]);
  });

  it("say a power of two as it is", () => {
    expect(tickTexts(log, [1, 16, 1024, 65_536, 1_048_576])).toEqual([
      "1",
      "16",
      "1024",
      "65 536",
      "1 048 576",
    ]);
  });

  it("have four figures where that is enough", () => {
    expect(tickTexts(linear, [0, 20_000, 40_000])).toEqual([
      "0",
      "20 000",
      "40 000",
    ]);
    expect(tickTexts(log, [1e5, 1e6, 1e7])).toEqual(["100 000", "1e6", "1e7"]);
  });

  it("carry into the next power of ten", () => {
    expect([9_999_960, 999_999.9, 0.000_999_999].map(plain)).toEqual([
      "1e7",
      "1e6",
      "0.001",
    ]);
  });
});

describe("ticks", () => {
  it("lie within the axis, far from 0, too", () => {
    expect(ticksOf(linear, 12_345, 12_353)).toEqual([
      12_346, 12_348, 12_350, 12_352,
    ]);
  });

  it("are multiples of 1, 2 or 5 on a linear axis", () => {
    expect(ticksOf(linear, 0, 1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(ticksOf(linear, 0, 530)).toEqual([0, 100, 200, 300, 400, 500]);
    expect(ticksOf(linear, 3, 3)).toEqual([3]);
  });

  it("are decades on a long logarithmic axis and 1-2-5 on a short one", () => {
    expect(ticksOf(log, 1, 5000)).toEqual([1, 10, 100, 1000]);
    expect(ticksOf(log, 0.9, 30)).toEqual([1, 2, 5, 10, 20]);
    expect(ticksOf(log, 1.1, 4)).toEqual([1.5, 2, 3, 4]);
  });

  it("are those of the axis where it has some", () => {
    expect(ticksOf({ ...log, ticks: [32, 64] }, 1, 100)).toEqual([32, 64]);
  });
});

describe("an axis over very many powers of ten", () => {
  it("has ticks at few of them, at round powers", () => {
    expect(ticksOf(log, 1e-300, 1e300)).toEqual([
      1e-300, 1e-200, 1e-100, 1, 1e100, 1e200, 1e300,
    ]);
    expect(ticksOf(log, 1, 1e20)).toEqual([1, 1e5, 1e10, 1e15, 1e20]);
  });
});
