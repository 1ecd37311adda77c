import { runExperiment, type RunResult } from "@fabriclab/sim";
import { definePattern } from "@fabriclab/spec";
import { star } from "@fabriclab/testing-fabrics";
import { poisson } from "@fabriclab/traffic-poisson";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

const SOURCES = 20;
const BYTES = 256;
/** Service time of a packet on a link of 4 ns per byte. */
const SERVICE_NS = 4 * BYTES;
/** 4L + 20(h+1) + 100h with one switch. */
const ZERO_LOAD_NS = SERVICE_NS + 40 + 100;

/** Everybody sends to the last host, which is silent. */
const toTheLast = definePattern({
  name: "test-to-the-last",
  summary: "Everybody sends to the last host.",
  cites: [],
  params: z.object({}),
  claims: { permutation: false },
  create: (hosts) => ({
    destination: (source) => (source === hosts - 1 ? -1 : hosts - 1),
  }),
});

/**
 * Many Poisson sources, one switch output: an M/D/1 queue of load `load`. Its unfinished work, and so the mean wait, is that of a single queue whichever
 * of the waiting packets goes first, because a packet held back at its host or in an input buffer always has another before it on its way to
 * the output (input buffers of several packets keep the output from idling for lack of credits).
 */
function queue(load: number, measure: object, seed = 1): Promise<RunResult> {
  return runExperiment(
    experiment({
      fabric: star(SOURCES + 1),
      routing: upDown,
      traffic: [
        {
          ...use(poisson, { load: load / SOURCES, size: `${BYTES}B` }),
          pattern: use(toTheLast),
        },
      ],
      relay: { inputBuffer: "8 packets" },
      measure,
      seed,
    }),
  );
}

describe("many hosts sending to one", () => {
  it.each([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])(
    "wait as in an M/D/1 queue at load %f",
    async (load) => {
      // 99.9 %: all nine intervals cover the truth with 99 %.
      const precision = load < 0.8 ? 0.02 : 0.04;
      const result = await queue(load, { precision, confidence: 0.999 });
      expect(result.status).toBe("converged");
      const { value, ci95 } = result.metrics["latency"] ?? {};
      const wait = ((value ?? Number.NaN) - ZERO_LOAD_NS) / SERVICE_NS;
      const interval = (ci95 ?? Number.NaN) / SERVICE_NS;
      const theory = load / (2 * (1 - load));
      // The reported interval is that of the stopping rule, from other groupings of the same batches.
      expect(interval).toBeLessThan(
        1.5 * precision * (theory + ZERO_LOAD_NS / SERVICE_NS),
      );
      expect(Math.abs(wait - theory)).toBeLessThan(interval);
    },
    60_000,
  );

  it("are covered by the interval in about as many runs as it says", async () => {
    const truth = ZERO_LOAD_NS + SERVICE_NS * 0.5;
    let covered = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const { status, metrics } = await queue(0.5, { precision: 0.05 }, seed);
      expect(status).toBe("converged");
      const { value, ci95 } = metrics["latency"] ?? { value: Number.NaN };
      if (Math.abs(value - truth) <= (ci95 ?? 0)) covered += 1;
    }
    expect(covered / 200).toBeGreaterThanOrEqual(0.88);
    expect(covered / 200).toBeLessThanOrEqual(0.99);
  });

  it.each([1.02, 1.1, 2])(
    "are called saturated at load %f, whatever the seed",
    async (load) => {
      for (let seed = 1; seed <= 10; seed += 1) {
        const { status, metrics } = await queue(
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
