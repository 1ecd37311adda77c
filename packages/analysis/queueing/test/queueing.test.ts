import {
  holSaturation,
  holSaturationEstimate,
  holSaturationLimit,
  md1Wait,
  mg1Wait,
  mixVariation,
  mm1Wait,
  outputQueuedWait,
} from "@fabriclab/analysis-queueing";
import { randomStream } from "@fabriclab/kernel";
import { describe, expect, it } from "vitest";
import { headsChain } from "../src/heads-chain.ts";
import { published } from "./published.ts";

const refused = (code: string) => expect.objectContaining({ code });

describe("published numbers", () => {
  it.each(published)("$quantity: $value", ({ value, within, ours }) => {
    expect(Math.abs(ours() - value)).toBeLessThanOrEqual(within);
  });
});

describe("single queues", () => {
  it("M/M/1 waits twice as long, and an empty queue not at all", () => {
    for (const load of [0.1, 0.5, 0.99])
      expect(mm1Wait(load)).toBeCloseTo(load / (1 - load), 12);
    expect([md1Wait(0), mm1Wait(0)]).toEqual([0, 0]);
  });

  it("a mix of sizes lies between equal sizes and what its own variation says", () => {
    expect(mixVariation([{ bytes: 256, weight: 3 }])).toBeCloseTo(0, 12);
    // 0 or 2 with equal chance: mean 1, variance 1.
    expect(
      mixVariation([
        { bytes: 0, weight: 1 },
        { bytes: 2, weight: 1 },
      ]),
    ).toBeCloseTo(1, 12);
    // 64 and 1024 bytes, 3:1: mean 304, second moment 265 216.
    expect(
      mixVariation([
        { bytes: 64, weight: 3 },
        { bytes: 1024, weight: 1 },
      ]),
    ).toBeCloseTo(265216 / 304 ** 2 - 1, 12);
    expect(mg1Wait(0.5, 3)).toBeCloseTo(2, 12);
  });

  it("a mix of nothing, or of what no link sends, has no variation", () => {
    for (const mix of [
      [],
      [{ bytes: 0, weight: 1 }],
      [{ bytes: 256, weight: 0 }],
      [
        { bytes: 0, weight: 1 },
        { bytes: 256, weight: 0 },
      ],
      [
        { bytes: 256, weight: 1 },
        { bytes: -1, weight: 1 },
      ],
      [
        { bytes: 256, weight: 2 },
        { bytes: 64, weight: -1 },
      ],
      [{ bytes: NaN, weight: 1 }],
      [{ bytes: 256, weight: Infinity }],
      [{ bytes: Infinity, weight: 1 }],
    ])
      expect(() => mixVariation(mix)).toThrow(refused("E_QUEUEING_MIX"));
    expect(() => mixVariation([])).toThrow(
      expect.objectContaining({ got: "no packets" }),
    );
  });

  it("agrees with Lindley's recursion on simulated arrivals", () => {
    const random = randomStream(1, "lindley");
    for (const [load, scv] of [
      [0.5, 0],
      [0.5, 1],
      [0.7, 0],
    ] as const) {
      const batches: number[] = [];
      let wait = 0;
      for (let batch = 0; batch < 40; batch++) {
        let sum = 0;
        for (let i = 0; i < 20_000; i++) {
          sum += wait;
          const service = scv === 0 ? 1 : random.exponential();
          wait = Math.max(0, wait + service - random.exponential() / load);
        }
        batches.push(sum / 20_000);
      }
      const mean = batches.reduce((a, b) => a + b) / batches.length;
      const sd = Math.sqrt(
        batches.reduce((a, b) => a + (b - mean) ** 2, 0) / (batches.length - 1),
      );
      expect(Math.abs(mean - mg1Wait(load, scv))).toBeLessThan(
        (4.5 * sd) / Math.sqrt(batches.length),
      );
    }
  });

  it("refuses loads from 1 on, below 0, and negative variation", () => {
    for (const load of [1, 1.2, -0.1, Number.NaN]) {
      expect(() => md1Wait(load)).toThrow(refused("E_QUEUEING_LOAD"));
      expect(() => outputQueuedWait(load, 4)).toThrow(
        refused("E_QUEUEING_LOAD"),
      );
    }
    expect(() => mg1Wait(0.5, -1)).toThrow(refused("E_QUEUEING_VARIATION"));
  });
});

describe("output queues", () => {
  it("never wait with one port and wait as M/D/1 with very many", () => {
    expect(outputQueuedWait(0.9, 1)).toBe(0);
    expect(outputQueuedWait(0.9, 1e9)).toBeCloseTo(md1Wait(0.9), 6);
  });
});

describe("head-of-line saturation", () => {
  it("of 2 ports is three quarters exactly", () => {
    expect(holSaturation(2)).toBeCloseTo(0.75, 11);
  });

  it("of 16 ports is .6015 within .003", () => {
    expect(Math.abs(holSaturation(16) - 0.6015)).toBeLessThan(0.003);
  });

  it("of 16 ports with 2 layers is .776 within .003", () => {
    expect(Math.abs(holSaturation(16, 2) - 0.776)).toBeLessThan(0.003);
  });

  it("equals a simulated crossbar with a FIFO per input and layer", () => {
    const ports = 4;
    const layers = 2;
    const random = randomStream(1, "crossbar");
    const heads = Array.from({ length: ports * layers }, () =>
      random.below(ports),
    );
    const batches: number[] = [];
    for (let batch = 0; batch < 50; batch++) {
      let served = 0;
      for (let slot = 0; slot < 4000; slot++) {
        for (let output = 0; output < ports; output++) {
          const waiting = heads.flatMap((to, head) =>
            to === output ? [head] : [],
          );
          if (waiting.length === 0) continue;
          served += 1;
          heads[waiting[random.below(waiting.length)]!] = -1;
        }
        heads.forEach((to, head) => {
          if (to < 0) heads[head] = random.below(ports);
        });
      }
      batches.push(served / 4000 / ports);
    }
    const mean = batches.reduce((a, b) => a + b) / batches.length;
    const sd = Math.sqrt(
      batches.reduce((a, b) => a + (b - mean) ** 2, 0) / (batches.length - 1),
    );
    expect(Math.abs(mean - holSaturation(ports, layers))).toBeLessThan(
      (4.5 * sd) / Math.sqrt(batches.length),
    );
  });

  it("falls with ports, rises with layers, and the estimate stays just below", () => {
    const exact = (ports: number, layers: number): number =>
      holSaturation(ports, layers);
    for (const [ports, layers] of [
      [2, 1],
      [4, 1],
      [8, 1],
      [4, 2],
      [8, 2],
      [4, 3],
    ] as const) {
      expect(exact(ports, layers)).toBeGreaterThan(exact(ports + 1, layers));
      expect(exact(ports, layers)).toBeLessThan(exact(ports, layers + 1));
      const low = exact(ports, layers) - holSaturationEstimate(ports, layers);
      expect(low).toBeGreaterThan(0);
      expect(low).toBeLessThan(0.031);
      expect(exact(ports, layers)).toBeGreaterThan(holSaturationLimit(layers));
    }
  });

  it("has as many states as there are partitions: 1 + 1 + 2 + 3 + 5 for up to 4 heads, without the one of four parts at three outputs", () => {
    expect(headsChain(4, 4, 100)?.states).toBe(12);
    expect(headsChain(3, 4, 100)?.states).toBe(11);
    expect(headsChain(4, 4, 11)).toBeUndefined();
  });

  it("refuses chains that are too large and counts that are none", () => {
    expect(() => holSaturation(16, 8)).toThrow(refused("E_QUEUEING_TOO_LARGE"));
    for (const count of [0, 1.5, -2]) {
      expect(() => holSaturation(count)).toThrow(refused("E_QUEUEING_COUNT"));
      expect(() => holSaturationEstimate(4, count)).toThrow(
        refused("E_QUEUEING_COUNT"),
      );
    }
  });
});
