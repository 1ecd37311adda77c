import { createNetwork } from "@fabriclab/network";
import { describe, expect, it } from "vitest";
import { play } from "../../../core/network/test/scripted.ts";
import { chain } from "../../../core/network/test/small-fabrics.ts";
import { plainHca } from "../../../core/network/test/yardstick.ts";
import { modelOf, shooting, start } from "./runs.ts";

/** Four hosts on two switches flood the two of a third, whose input has 64 blocks per VL. */
const shots = Array.from({ length: 3000 }, (_, tag) => ({
  source: 3 + (tag % 4),
  dlid: 5 + (tag % 2),
  birth: 100 * tag,
  bytes: [1024, 300, 64, 2048][(tag * 7 + (tag >> 4)) % 4]!,
  sl: (tag >> 3) % 2,
  tag,
}));
const two = { management: false, virtualLanes: 2, inputBuffer: "4KiB" };

describe("credit counters of 12 bits", () => {
  it.each([
    ["without output buffers", two],
    ["with output buffers", { ...two, outputBuffer: "2 packets" }],
    ["beside VL15, which has no flow control", { inputBuffer: "4KiB" }],
  ])("give the records of exact credits, %s", (_, options) => {
    const run = (credits: string): string[] =>
      play(
        start(chain(3, 2), modelOf({ ...options, credits }), shooting(shots)),
        5e7,
      )
        .map((happening) => JSON.stringify(happening))
        .sort();
    const exact = run("exact");
    expect(exact.filter((text) => text.includes("delivered"))).toHaveLength(
      shots.length,
    );
    expect(run("counters")).toEqual(exact);
  });

  it("turn several times in these runs", () => {
    for (const lane of [0, 1]) {
      const blocks = shots
        .filter(({ sl }) => sl === lane)
        .reduce((sum, { bytes }) => sum + Math.ceil(bytes / 64), 0);
      expect(blocks).toBeGreaterThan(4 * 4096);
    }
  });

  it("need buffers in bytes, of at most half the counters' range", () => {
    const { fabric, tables } = chain(3, 2);
    const build = (inputBuffer: string, changes = false) =>
      createNetwork({
        fabric,
        tables,
        switchModels: [modelOf({ ...two, inputBuffer, credits: "counters" })],
        hca: plainHca,
        traffic: [shooting(shots)],
        tickPs: 4000,
        checked: true,
        changes,
      });
    for (const inputBuffer of ["4 packets", "128.0625KiB"])
      expect(() => build(inputBuffer)).toThrow(
        expect.objectContaining({ code: "E_NETWORK_UNSUPPORTED" }),
      );
    expect(() => build("128KiB")).not.toThrow();
    expect(() => build("128KiB", true)).toThrow(
      expect.objectContaining({ code: "E_NETWORK_UNSUPPORTED" }),
    );
  });
});
