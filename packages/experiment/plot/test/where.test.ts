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
        expected: "1VL, 2VL, 4VL",
      }),
    );
  });

  it("finds a buffer of one packet, and of several, as a scenario writes them", () => {
    const buffers = data("packets", [1, 4]);
    expect(kept(buffers, "1 packet")).toEqual([1]);
    expect(kept(buffers, "1packets")).toEqual([1]);
    expect(kept(buffers, "4 packets")).toEqual([4]);
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

  it("keeps the numbers of a range, both ends among them", () => {
    const loads = data("", [0.1, 0.2, 0.3, 0.4, "auto"]);
    expect(kept(loads, "0.2..0.3")).toEqual([0.2, 0.3]);
    expect(kept(loads, "0.1,0.25..1")).toEqual([0.1, 0.3, 0.4]);
    const sizes = data("B", [256, 1000, 1024, 2048]);
    expect(kept(sizes, "1KB..1KiB")).toEqual([1000, 1024]);
    expect(kept(sizes, "1000..1024")).toEqual([1000, 1024]);
    expect(kept(data("", ["1..2", 1, 2]), "1..2")).toEqual(["1..2"]);
    for (const [range, hint] of [
      ["0.5..0.9", undefined],
      ["0.3..0.2", "a range begins at its lower end: 0.2..0.3"],
      ["0.5..", undefined],
      ["..", undefined],
      ["0.1..0.4:0.1", expect.stringContaining("without a step")],
    ] as const)
      expect(() => kept(loads, range)).toThrow(
        expect.objectContaining({ code: "E_PLOT_WHERE", got: range, hint }),
      );
  });

  it("keeps all numbers on one side of one, which is among them", () => {
    const loads = data("", [0.1, 0.2, 0.3, 0.4, "auto"]);
    expect(kept(loads, "..0.3")).toEqual([0.1, 0.2, 0.3]);
    expect(kept(loads, "0.3..")).toEqual([0.3, 0.4]);
    expect(kept(loads, "0.1, 0.35..")).toEqual([0.1, 0.4]);
    const sizes = data("B", [256, 1000, 1024, 2048]);
    expect(kept(sizes, "1KiB..")).toEqual([1024, 2048]);
    expect(kept(sizes, "..1KB")).toEqual([256, 1000]);
    expect(() => kept(sizes, "1KiB..1KB")).toThrow(
      expect.objectContaining({
        hint: "a range begins at its lower end: 1KB..1KiB",
      }),
    );
  });

  it("lists the values as they may be typed", () => {
    const names = ["4 VL, shared", "plain", 'say "x"', ""];
    const refused = (): unknown => kept(data("", names), "nothing");
    expect(refused).toThrow(
      expect.objectContaining({
        expected: `"4 VL, shared", plain, 'say "x"', ""`,
      }),
    );
    for (const name of names.slice(0, 3)) {
      const typed = name.includes('"') ? `'${name}'` : `"${name}"`;
      expect(kept(data("", names), typed)).toEqual([name]);
    }
  });

  it("refuses an empty word", () => {
    for (const condition of ["0,", ",0", `""`])
      expect(() => kept(data("B", [0]), condition)).toThrow(
        expect.objectContaining({ code: "E_PLOT_WHERE" }),
      );
  });
});
