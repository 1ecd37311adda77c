import {
  centralCounterBarrier,
  disseminationBarrier,
  hardwareBroadcast,
  sequenceBroadcast,
  treeBroadcast,
  type LogP,
} from "@fabriclab/analysis-logp";
import { describe, expect, it } from "vitest";
import { timeOf } from "./simulated.ts";

/**
 * 64 bytes through one switch: 20 ns of cable, 100 ns of switch, 20 ns of cable, 256 ns until the last bit: L = 396 ns. The model has no length of
 * messages, so its switch takes 356 ns. O_s + L + O_r = 1120 ns. All are whole ticks of 4 ns.
 */
const model: LogP = {
  sendOverhead: 204,
  receiveOverhead: 520,
  gap: 280,
  switchDelay: 356,
  wireDelay: 20,
  ports: 16,
};
const options = {
  sendOverhead: "204ns",
  receiveOverhead: "520ns",
  gap: "280ns",
  latency: "396ns",
  size: "64B",
} as const;

const CLOSED = [
  ["sequence", sequenceBroadcast],
  ["tree", treeBroadcast],
  ["multicast", hardwareBroadcast],
  ["central", centralCounterBarrier],
  ["dissemination", disseminationBarrier],
] as const;

describe("in an idle switch", () => {
  it.each(
    CLOSED.flatMap(([algorithm, predicted]) =>
      [2, 3, 8, 13, 16].map(
        (processors) => [algorithm, processors, predicted] as const,
      ),
    ),
  )(
    "%s with %i processors takes what LogP says, exactly",
    async (algorithm, processors, predicted) => {
      expect(await timeOf({ ...options, algorithm, processors })).toBeCloseTo(
        predicted(model, processors),
        6,
      );
    },
  );

  it("the tree is the postal one at latencies of 1, 2 and 4 gaps", async () => {
    for (const lambda of [1, 2, 4]) {
      const gap = 1120 / lambda;
      const measured = await timeOf({
        ...options,
        algorithm: "tree",
        gap: `${gap}ns`,
      });
      // f_lambda(16) by hand, F from t = 0: 1 2 4 8 16; 1 1 2 3 5 8 13 21; 1 1 1 1 2 3 4 5 7 10 14 19.
      const steps = { 1: 4, 2: 7, 4: 11 }[lambda]!;
      expect(measured).toBeCloseTo(steps * gap, 6);
    }
  });
});

describe("what the model leaves out", () => {
  it("a gap shorter than the overhead of a send is the overhead", async () => {
    // 14 sends of 204 ns before the last one, then a message of 16 bytes: 204 + 20 + 100 + 20 + 64 + 520 ns.
    expect(
      await timeOf({
        ...options,
        algorithm: "sequence",
        gap: "48ns",
        size: "16B",
      }),
    ).toBeCloseTo(14 * 204 + 928, 6);
  });

  it("arrivals wait for each other on the counter's link where receiving is faster than the link", async () => {
    // 15 messages of 256 ns one after another from 204 + 40 + 100 on, the last one received in 12 ns; then the sequence.
    const fast = { ...options, receiveOverhead: "12ns" } as const;
    const sequence = 14 * 280 + 204 + 396 + 12;
    expect(await timeOf({ ...fast, algorithm: "central" })).toBeCloseTo(
      204 + 140 + 15 * 256 + 12 + sequence,
      6,
    );
  });

  it("a longer path takes longer than the model's single latency only by its cables and switches", async () => {
    // Two processors that meet at a root of two levels: three switches and four cables, the length once.
    const measured = await timeOf(
      { ...options, algorithm: "sequence", processors: 8 },
      { ports: 4, levels: 2 },
    );
    expect(measured).toBeCloseTo(
      6 * 280 + 204 + 3 * 100 + 4 * 20 + 256 + 520,
      6,
    );
  });
});
