import { FabricBuilder } from "@fabriclab/fabric";
import { FabricError } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { changesOn } from "../src/changes.ts";
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
  - { at: 1ms, fail: S3 }
`;
    expect(read(text).map(({ at, does, what }) => [at, does, what])).toEqual([
      [10_000_000, "fail", "S3:2"],
      [20_000_000, "resweep", ""],
      [500_000_000, "restore", "S(3): a:2"],
      [1_000_000_000, "fail", "S3"],
    ]);
  });

  it.each([
    ["changes: soon"],
    ["changes: [{ fail: S3:2 }]"],
    ["changes: [{ at: true, fail: S3:2 }]"],
    ["changes: [{ at: 10us }]"],
    ["changes: [{ at: 10us, fail: [S3, S4] }]"],
    ["changes: [{ at: 10us, fail: true }]"],
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

  it("are of a port, or of a whole node, whichever has the name", () => {
    const builder = new FabricBuilder("odd");
    const [a, b] = [builder.addSwitch("S3", 2), builder.addSwitch("T:1", 2)];
    builder.connect(a, 1, b, 1);
    const fabric = builder.build();
    const on = (what: string) =>
      changesOn(fabric, read(`changes: { at: 10us, fail: "${what}" }`));
    const at = 10_000_000;
    expect(on("S3:1")).toEqual([{ at, fail: 0 }]);
    expect(on("S3")).toEqual([{ at, failNode: 0 }]);
    expect(on("T:1")).toEqual([{ at, failNode: 1 }]);
    expect(on("T:1:1")).toEqual([{ at, fail: 2 }]);
    for (const what of ["S3:2", "S3:3", "S4", "S4:1", "T"])
      expect(() => on(what)).toThrow(
        expect.objectContaining({ code: "E_SCENARIO_NO_SUCH_LINK" }),
      );
  });
});
