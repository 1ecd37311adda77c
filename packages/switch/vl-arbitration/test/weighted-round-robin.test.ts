import { parseOptions, type LaneScheduler } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { weightedRoundRobin } from "../src/index.ts";

const make = (options: object, lanes = 4): LaneScheduler =>
  weightedRoundRobin
    .build(parseOptions(weightedRoundRobin, options))
    .create(1, lanes);

function serve(
  scheduler: LaneScheduler,
  mask: number,
  bytes: (vl: number) => number,
  grants: number,
): number[] {
  return Array.from({ length: grants }, () => {
    const vl = scheduler.pick(0, mask);
    scheduler.granted(0, vl, bytes(vl));
    return vl;
  });
}

describe("weighted round-robin", () => {
  it("serves each VL for its weight in turn", () => {
    expect(
      serve(make({ weight: 4, weights: "1:12,2:8" }), 0b1111, () => 256, 8),
    ).toEqual([0, 1, 1, 1, 2, 2, 3, 0]);
  });

  it("passes over VLs that have nothing to send; what was left of their turn is lost", () => {
    const scheduler = make({ weight: 8 });
    expect(serve(scheduler, 0b1001, () => 256, 3)).toEqual([0, 0, 3]);
    expect(serve(scheduler, 0b0101, () => 256, 3)).toEqual([0, 0, 2]);
  });

  it("shares a saturated link by weight, within 2 %", () => {
    const weights = [1, 2, 3, 4].map((share) => share * 34);
    const scheduler = make({
      weights: weights.map((w, vl) => `${vl}:${w}`).join(),
    });
    const bytes = [0, 0, 0, 0];
    for (const vl of serve(scheduler, 0b1111, () => 1088, 40_000))
      bytes[vl]! += 1088;
    const all = bytes.reduce((a, b) => a + b);
    bytes.forEach((got, vl) => {
      expect(Math.abs(got / all / ((vl + 1) / 10) - 1)).toBeLessThan(0.02);
    });
  });

  it("a weight below a packet still gives a packet a turn", () => {
    expect(serve(make({ weight: 1 }), 0b1111, () => 4096, 5)).toEqual([
      0, 1, 2, 3, 0,
    ]);
  });

  it("refuses weights of 0, of VLs that are not there, and two of one VL", () => {
    for (const weights of ["0:0", "4:3", "1:3,1:4"])
      expect(() => make({ weights })).toThrow(
        expect.objectContaining({ code: "E_WEIGHTED_ROUND_ROBIN_WEIGHTS" }),
      );
    expect(() => make({ weights: "15:3" })).toThrow(
      expect.objectContaining({ code: "E_VL_ARBITRATION_MANAGEMENT" }),
    );
    expect(() => make({ weight: 0 })).toThrow(/weight/);
  });
});
