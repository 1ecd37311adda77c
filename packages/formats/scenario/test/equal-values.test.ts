import { FabricError } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { sweepFactor } from "../src/index.ts";

function refusalOf(values: unknown): FabricError | undefined {
  try {
    sweepFactor("size", values, { path: "--vary" });
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  return undefined;
}

describe("values of a factor", () => {
  it.each([
    [["256B", "0.25KiB"]],
    [["64B", "1KB", "1000B"]],
    [["20ns", "0.02us"]],
    [["1µs", "1000ns"]],
    [["2m", "200cm"]],
    [["8Gb/s", "1GB/s"]],
    [["256B", "256 B"]],
    [[0.1, 0.1]],
  ])("that are equal are refused: %j", (values) => {
    const error = refusalOf(values);
    expect(error?.code).toBe("E_SCENARIO_SWEEP");
    expect(error?.expected).toBe("each value once");
  });

  it("that are cases which set the same, in any order, are refused by their names", () => {
    const error = refusalOf({
      slow: { routing: "updn", load: 0.1 },
      fast: { routing: "updn", load: 0.2 },
      "as\nslow": { load: 0.1, routing: "updn" },
    });
    expect(error?.code).toBe("E_SCENARIO_SWEEP");
    expect(error?.message).toContain(
      "The cases slow and as\\nslow set the same",
    );
    expect(
      refusalOf({ a: { routing: "updn" }, b: { routing: { kind: "updn" } } }),
    ).toBeUndefined();
  });

  it("that are equal in different units are both named", () => {
    expect(refusalOf(["256B", "0.25KiB"])?.message).toContain(
      "0.25KiB is 256B",
    );
  });

  it.each([
    [["256B", "256KiB", "256ns", "256m", "256"]],
    [["1KB", "1KiB"]],
    [["updn", "minhop", "4x", "4"]],
    // Names, not sizes.
    [["0.1.0", "0.1"]],
  ])("that differ are taken: %j", (values) => {
    expect(refusalOf(values)).toBeUndefined();
  });

  it("that are named cases may be called as they like", () => {
    const { values } = sweepFactor(
      "case",
      { "256B": { size: "256B" }, "0.25KiB": { size: "1KiB" } },
      { path: "--vary" },
    );
    expect(values.map(({ label }) => label)).toEqual(["256B", "0.25KiB"]);
  });
});
