import { parseOptions, type LaneSchedulerFactory } from "@fabriclab/spec";
import {
  vlArbitration,
  weightedRoundRobin,
} from "@fabriclab/switch-vl-arbitration";
import { describe, expect, it } from "vitest";
import { deliveries, play } from "../../../core/network/test/scripted.ts";
import { star } from "../../../core/network/test/small-fabrics.ts";
import { modelOf, shooting, start } from "./runs.ts";

const BYTES = 1024;

/** Bytes that host 4 gets per VL while three hosts flood it, host h on VL h; the first 100 packets are left out. */
function floodedShares(
  model: ReturnType<typeof modelOf>,
  packets = 2500,
): number[] {
  const shots = [0, 1, 2].flatMap((vl) =>
    Array.from({ length: packets }, (_, tag) => ({
      source: vl + 1,
      dlid: 4,
      birth: 0,
      bytes: BYTES,
      sl: vl,
      tag,
    })),
  );
  const network = start(star(4), model, shooting(shots));
  // A sender has 2500 packets, and the link carries 2500 in this time: nobody runs dry.
  const seen = deliveries(play(network, packets * BYTES)).slice(100);
  const counts = [0, 0, 0];
  for (const { lane } of seen) counts[lane]!++;
  return counts.map((count) => count / seen.length);
}

const arbitrated = (options: object): LaneSchedulerFactory =>
  vlArbitration.build(parseOptions(vlArbitration, options));
const three = { virtualLanes: 3, management: false };

function expectShares(got: readonly number[], expected: readonly number[]) {
  got.forEach((share, vl) => {
    expect(Math.abs(share - expected[vl]!)).toBeLessThan(
      0.02 * Math.max(expected[vl]!, 0.05),
    );
  });
}

describe("a saturated link of iba", () => {
  it("is shared by the weights of the high-priority table, within 2 %", () => {
    const laneScheduler = arbitrated({
      high: "0:80,1:48,2:32",
      low: "0:1",
      highLimit: 255,
    });
    expectShares(
      floodedShares(modelOf(three, { laneScheduler })),
      [0.5, 0.3, 0.2],
    );
  });

  it("gives low priority a packet after 16 of high priority with a limit of 4 x 4096 bytes, none with 255", () => {
    const tables = { high: "0:48,1:16", low: "2:16" };
    const limited = arbitrated({ ...tables, highLimit: 4 });
    expectShares(floodedShares(modelOf(three, { laneScheduler: limited })), [
      12 / 17,
      4 / 17,
      1 / 17,
    ]);
    const unlimited = arbitrated({ ...tables, highLimit: 255 });
    expectShares(
      floodedShares(modelOf(three, { laneScheduler: unlimited })),
      [0.75, 0.25, 0],
    );
  });

  it("is shared by the weights of the crossbar's scheduler where lanes have two packets of room behind it, and evenly where they have one", () => {
    const crossbarScheduler = weightedRoundRobin.build(
      parseOptions(weightedRoundRobin, { weights: "0:64,1:32,2:32" }),
    );
    // VL arbitration would give VL2 the most.
    const laneScheduler = arbitrated({
      high: "0:16,1:16,2:64",
      low: "0:1",
      highLimit: 255,
    });
    const shares = (outputBuffer: string) =>
      floodedShares(
        modelOf(
          { ...three, outputBuffer },
          { laneScheduler, crossbarScheduler },
        ),
      );
    expectShares(shares("2 packets"), [0.5, 0.25, 0.25]);
    expectShares(shares("1 packet"), [1 / 3, 1 / 3, 1 / 3]);
  });
});
