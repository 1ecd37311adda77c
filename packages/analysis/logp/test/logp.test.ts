import {
  centralCounterBarrier,
  disseminationBarrier,
  fatTreeLevels,
  hardwareBarrier,
  hardwareBroadcast,
  hppLogP,
  networkLatency,
  postalLatency,
  postalReach,
  postalSteps,
  postalTree,
  sequenceBroadcast,
  treeBroadcast,
} from "@fabriclab/analysis-logp";
import { describe, expect, it } from "vitest";

const refused = (code: string) => expect.objectContaining({ code });

describe("the network of 16-port switches", () => {
  it("has 1 level up to 16 processors, 2 up to 128, 3 up to 1024", () => {
    expect(
      [2, 8, 16, 17, 32, 128, 129, 256, 1024, 1025].map((p) =>
        fatTreeLevels(p, 16),
      ),
    ).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4]);
  });

  it("takes 118.4, 275.2 and 432 ns for multicast, 144, 352 and 560 ns for a barrier's phase delay of 64 ns", () => {
    for (const [processors, multicast, barrier] of [
      [8, 118.4, 144],
      [16, 118.4, 144],
      [32, 275.2, 352],
      [64, 275.2, 352],
      [128, 275.2, 352],
      [256, 432, 560],
      [512, 432, 560],
      [1024, 432, 560],
    ] as const) {
      expect(networkLatency(hppLogP, processors)).toBeCloseTo(multicast, 9);
      expect(networkLatency(hppLogP, processors, 64)).toBeCloseTo(barrier, 9);
    }
  });
});

describe("the postal model", () => {
  it("reaches 8 processors in 5 steps at a latency of 2: the Fibonacci numbers", () => {
    expect(postalSteps(2, 8)).toBe(5);
    expect([0, 1, 2, 3, 4, 5, 6].map((t) => postalReach(2, t))).toEqual([
      1, 1, 2, 3, 5, 8, 13,
    ]);
  });

  it("doubles in every step at a latency of 1", () => {
    for (let n = 2; n <= 1100; n += 1)
      expect(postalSteps(1, n)).toBe(Math.ceil(Math.log2(n)));
  });

  it("reaches 1024 processors in 10, 16, 20 and 24 steps at latencies 1 to 4", () => {
    expect([1, 2, 3, 4].map((lambda) => postalSteps(lambda, 1024))).toEqual([
      10, 16, 20, 24,
    ]);
  });

  it("draws a tree in which nobody sends before it knows, twice in one step, or later than needed", () => {
    for (const lambda of [1, 2, 3, 7])
      for (const processors of [2, 3, 8, 31, 100]) {
        const edges = postalTree(lambda, processors);
        const knows = new Map([[0, 0]]);
        for (const { to, step } of edges) {
          expect(knows.has(to)).toBe(false);
          knows.set(to, step + lambda);
        }
        expect(knows.size).toBe(processors);
        for (const { from, step } of edges)
          expect(knows.get(from)).toBeLessThanOrEqual(step);
        const sends = edges.map(({ from, step }) => `${from}@${step}`);
        expect(new Set(sends).size).toBe(sends.length);
        expect(Math.max(...knows.values())).toBe(
          postalSteps(lambda, processors),
        );
      }
  });
});

describe("collectives", () => {
  const simple = {
    sendOverhead: 1,
    receiveOverhead: 2,
    gap: 3,
    switchDelay: 10,
    wireDelay: 5,
    ports: 8,
  };

  it("are the sums that one writes by hand: 8 ports, 8 processors, one switch and two wires", () => {
    // L = 10 + 5 + 5 = 20; a message 1 + 20 + 2 = 23.
    expect(sequenceBroadcast(simple, 8)).toBe(6 * 3 + 23);
    expect(hardwareBroadcast(simple, 8)).toBe(23);
    expect(postalLatency(simple, 8)).toBe(8);
    // F: 1 until 7, 2 at 8, 3 at 9, … 8 at 14.
    expect(treeBroadcast(simple, 8)).toBe(14 * 3);
    // The first arrival is received at 23, the other six by 2 each, then the sequence.
    expect(centralCounterBarrier(simple, 8)).toBe(23 + 6 * 2 + 41);
    expect(disseminationBarrier(simple, 8)).toBe(3 * 23);
    expect(hardwareBarrier(simple, 8, 30)).toBe(1 + 40 + 2);
  });

  it("of software grow with the processors; those of switches stay under 2 us at 1024", () => {
    const sizes = [8, 16, 32, 64, 128, 256, 512, 1024];
    for (const software of [
      sequenceBroadcast,
      treeBroadcast,
      centralCounterBarrier,
      disseminationBarrier,
    ]) {
      const times = sizes.map((p) => software(hppLogP, p));
      expect(times.every((time, k) => k === 0 || time > times[k - 1]!)).toBe(
        true,
      );
    }
    expect(hardwareBroadcast(hppLogP, 1024)).toBeCloseTo(1232, 9);
    expect(hardwareBarrier(hppLogP, 1024)).toBeCloseTo(1360, 9);
  });
});

describe("bad input", () => {
  it("is refused by name", () => {
    for (const processors of [1, 0, -3, 2.5, Number.NaN])
      expect(() => sequenceBroadcast(hppLogP, processors)).toThrow(
        refused("E_LOGP_PROCESSORS"),
      );
    expect(() => postalSteps(0, 8)).toThrow(refused("E_SPEC_POSTAL_LATENCY"));
    expect(() => postalReach(1.5, 8)).toThrow(refused("E_SPEC_POSTAL_LATENCY"));
    expect(() => postalTree(2, 1)).toThrow(refused("E_SPEC_POSTAL_PROCESSORS"));
    expect(() => networkLatency({ ...hppLogP, ports: 7 }, 8)).toThrow(
      refused("E_LOGP_PORTS"),
    );
    expect(() => networkLatency({ ...hppLogP, wireDelay: -1 }, 8)).toThrow(
      refused("E_LOGP_TIME"),
    );
    expect(() => treeBroadcast({ ...hppLogP, gap: 0 }, 8)).toThrow(
      refused("E_LOGP_TIME"),
    );
  });
});
