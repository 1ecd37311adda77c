import { runExperiment, type RunResult } from "@fabriclab/sim";
import { definePattern } from "@fabriclab/spec";
import { star } from "@fabriclab/testing-fabrics";
import { poisson } from "@fabriclab/traffic-poisson";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

/** The first half of the hosts sends, uniformly, to the second half: an N x N switch where an input may want any output. */
const acrossUniform = definePattern({
  name: "test-across",
  summary: "First half to second half, uniformly.",
  cites: [],
  params: z.object({}),
  claims: { permutation: false },
  create: (hosts) => ({
    destination: (source, random) =>
      source < hosts / 2 ? hosts / 2 + random.below(hosts / 2) : -1,
  }),
});

/** An input-queued N x N switch with FIFO queues; load per input as a fraction of its link. */
function crossbar(n: number, load: number, seed = 1): Promise<RunResult> {
  return runExperiment(
    experiment({
      fabric: star(2 * n),
      routing: upDown,
      traffic: [
        {
          ...use(poisson, { load, size: "256B" }),
          pattern: use(acrossUniform),
        },
      ],
      relay: { inputBuffer: "4 packets", outputBuffer: "0 packets" },
      measure: { precision: 0.005 },
      seed,
    }),
  );
}

describe("an input-queued switch with head-of-line blocking", () => {
  // Karol, Hluchyj & Morgan, IEEE Trans. Commun. 35(12), 1987, Table I.
  it.each([
    { n: 2, saturation: 0.75 },
    { n: 4, saturation: 0.6553 },
    { n: 8, saturation: 0.6184 },
    { n: 16, saturation: 0.6015 },
  ])("saturates at $saturation with $n inputs", async ({ n, saturation }) => {
    const result = await crossbar(n, 1);
    expect(result.status).toBe("saturated");
    expect(result.metrics["latency"]).toMatchObject({
      value: Number.NaN,
      unit: "ns",
    });
    // Half of the hosts receive.
    const carried = 2 * (result.metrics["throughput"]?.value ?? Number.NaN);
    expect(Math.abs(carried - saturation)).toBeLessThan(0.01);
  });
});
