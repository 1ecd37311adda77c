import { FabricError } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { readScenario } from "../src/index.ts";
import { registry } from "./plugins.ts";

const base = "topology: mesh\nrouting: xy\ntraffic: poisson\n";
const read = (text: string) =>
  readScenario(`${base}${text}`, { file: "net.yaml", registry }).changes;

function refusal(text: string): FabricError {
  try {
    read(text);
  } catch (error) {
    if (FabricError.is(error)) return error;
  }
  throw new Error("not refused");
}

describe("changes of a running fabric", () => {
  it("are failures, restorations and re-sweeps at their times; absent, there are none", () => {
    expect(read("")).toEqual([]);
    const text = `changes:
  - { at: 10us, fail: "S3:2" }
  - { at: 20us, resweep: true }
  - { at: 0.5ms, restore: "S(3): a:2" }
`;
    expect(read(text).map(({ at, does, link }) => [at, does, link])).toEqual([
      [10_000_000, "fail", "S3:2"],
      [20_000_000, "resweep", ""],
      [500_000_000, "restore", "S(3): a:2"],
    ]);
  });

  it.each([
    ["changes: soon"],
    ["changes: [{ fail: S3:2 }]"],
    ["changes: [{ at: true, fail: S3:2 }]"],
    ["changes: [{ at: 10us }]"],
    ["changes: [{ at: 10us, fail: S3 }]"],
    ["changes: [{ at: 10us, fail: S3:2, restore: S3:2 }]"],
    ["changes: [{ at: 10us, resweep: false }]"],
    ["changes: [{ at: 10us, fails: S3:2 }]"],
  ])("are refused with their line: %s", (text) => {
    const { code, where } = refusal(text);
    expect(code).toBe("E_SCENARIO_BAD_VALUE");
    expect(where).toMatchObject({ file: "net.yaml", line: 4 });
  });

  it.each(["10", "-3us", "1us..3us", "soon"])(
    "have a time, which %s is not, and its place is said",
    (at) => {
      expect(refusal(`changes: [{ at: ${at}, fail: S3:2 }]`)).toMatchObject({
        code: "E_UNITS_TIME",
        where: { file: "net.yaml", line: 4, path: "changes[0].at" },
      });
    },
  );
});
