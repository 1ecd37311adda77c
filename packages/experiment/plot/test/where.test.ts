import { describe, expect, it } from "vitest";
import { keepWhere, type FactorValue, type PlotData } from "../src/index.ts";

const data = (unit: string, values: readonly FactorValue[]): PlotData => ({
  title: "",
  factors: [{ name: "cases", unit }],
  metrics: [],
  points: values.map((value) => ({
    factors: { cases: value },
    status: "converged",
    metrics: {},
  })),
});
const kept = (from: PlotData, condition: string): unknown[] =>
  keepWhere(from, `cases=${condition}`).points.map(
    ({ factors }) => factors["cases"],
  );

describe("--where", () => {
  it("finds cases whose names look like quantities by these names", () => {
    // What a sweep makes of cases called 1 VL, 2 VL and 4 VL.
    const lanes = data("VL", [1, 2, 4]);
    expect(kept(lanes, "1 VL")).toEqual([1]);
    expect(kept(lanes, "2 VL,4VL")).toEqual([2, 4]);
    expect(kept(lanes, "2")).toEqual([2]);
    expect(kept(lanes, `"2 VL"`)).toEqual([2]);
    expect(() => kept(lanes, "3 VL")).toThrow(
      expect.objectContaining({
        code: "E_PLOT_WHERE",
        got: "3 VL",
        expected: "1 VL, 2 VL, 4 VL",
      }),
    );
  });

  it("takes a whole text for a name before commas part it", () => {
    const names = data("", ["1 VL", "4 VL, shared", "4 VL", "shared"]);
    expect(kept(names, "4 VL, shared")).toEqual(["4 VL, shared"]);
    expect(kept(names, "shared,4 VL")).toEqual(["4 VL", "shared"]);
    expect(kept(names, `"4 VL, shared",'1 VL'`)).toEqual([
      "1 VL",
      "4 VL, shared",
    ]);
  });

  it("looks for quantities only where nothing is so called, and never within quotation marks", () => {
    const sizes = data("B", [1000, 1024]);
    expect(kept(sizes, "1KB, 1 KiB")).toEqual([1000, 1024]);
    expect(kept(data("", ["1KB", "1000B"]), "1000B")).toEqual(["1000B"]);
    expect(() => kept(sizes, `"1KB"`)).toThrow(
      expect.objectContaining({ code: "E_PLOT_WHERE", got: "1KB" }),
    );
    expect(kept(sizes, `"1000B"`)).toEqual([1000]);
  });

  it("refuses an empty word", () => {
    for (const condition of ["0,", ",0", `""`])
      expect(() => kept(data("B", [0]), condition)).toThrow(
        expect.objectContaining({ code: "E_PLOT_WHERE" }),
      );
  });
});
