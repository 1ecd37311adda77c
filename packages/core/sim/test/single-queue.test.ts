import { describe, expect, it } from "vitest";
import { coverage, latencyOf, singleQueue, SOURCES } from "./single-queue.ts";

describe("many hosts sending to one", () => {
  it.each([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])(
    "wait as in an M/D/1 queue at load %f",
    async (load) => {
      // 99.9 %: all nine intervals cover the truth with 99 %.
      const precision = load < 0.8 ? 0.02 : 0.04;
      const result = await singleQueue(load, { precision, confidence: 0.999 });
      expect(result.status).toBe("converged");
      const { value = Number.NaN, ci95 = Number.NaN } =
        result.metrics["latency"] ?? {};
      const theory = latencyOf(load);
      // The reported interval is that of the stopping rule, from other groupings of the same batches.
      expect(ci95).toBeLessThan(1.5 * precision * theory);
      expect(Math.abs(value - theory)).toBeLessThan(ci95);
    },
    60_000,
  );

  it.each([0.5, 0.8])(
    "are covered by the interval in as many runs as it says at load %f",
    async (load) => {
      const seeds = 200;
      const { covered } = await coverage(load, { precision: 0.05 }, seeds);
      // Within two and a half standard errors of 95 %: what covers 90 % falls out of it.
      const error = Math.sqrt((0.95 * 0.05) / seeds);
      expect(Math.abs(covered / seeds - 0.95)).toBeLessThan(2.5 * error);
    },
    120_000,
  );

  it.each([1.02, 1.1, 2])(
    "are called saturated at load %f, whatever the seed",
    async (load) => {
      for (let seed = 1; seed <= 10; seed += 1) {
        const { status, metrics } = await singleQueue(
          load,
          { precision: 0.05 },
          seed,
        );
        expect(status).toBe("saturated");
        expect(metrics["latency"]?.value).toBeNaN();
        // One of twenty-one hosts receives, at its link's rate.
        expect(
          Math.abs((metrics["throughput"]?.value ?? 0) * (SOURCES + 1) - 1),
        ).toBeLessThan(0.01);
      }
    },
  );
});
