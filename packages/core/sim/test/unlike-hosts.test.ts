import { FabricBuilder } from "@fabriclab/fabric";
import { runExperiment } from "@fabriclab/sim";
import { definePattern, type Fabric } from "@fabriclab/spec";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { poisson } from "@fabriclab/traffic-poisson";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

/** One switch and a host per width; a 1X SDR link takes 4 ns a byte. */
function starOfWidths(widths: readonly number[]): Fabric {
  const builder = new FabricBuilder("star of unlike hosts");
  const hub = builder.addSwitch("hub", widths.length);
  for (const [index, width] of widths.entries())
    builder.connect(hub, index + 1, builder.addHost(`H${index}`), 1, {
      width,
    });
  return builder.build();
}

/** Hosts 0 and 1 send to each other, 2 and 3, and so on; those of `silent` do not. */
const neighbours = (silent: readonly number[] = []) =>
  definePattern({
    name: "test-neighbours",
    summary: "Neighbours send to each other.",
    cites: [],
    params: z.object({}),
    claims: { permutation: false },
    create: () => ({
      destination: (source) => (silent.includes(source) ? -1 : source ^ 1),
    }),
  });

describe("hosts of different rates", () => {
  it("are offered and accept the same load where the network takes all", async () => {
    const result = await runExperiment(
      experiment({
        fabric: starOfWidths([1, 1, 4, 4]),
        routing: upDown,
        traffic: [
          {
            ...use(poisson, { load: 0.4, size: "256B" }),
            pattern: use(neighbours()),
          },
        ],
        relay: { inputBuffer: "8 packets" },
        measure: { precision: 0.01 },
      }),
    );
    expect(result.status).toBe("converged");
    const { throughput, "throughput.fairness": fairness } = result.metrics;
    expect(throughput?.detail).toEqual({ offered: 0.4 });
    // Hosts of 250 and of 1000 MB/s carry 2500 MB/s together; they send 0.4 of it.
    expect(Math.abs(throughput!.value - 0.4)).toBeLessThan(
      2 * throughput!.ci95!,
    );
    expect(throughput!.ci95).toBeLessThan(0.02);
    expect(result.metrics["throughput.bytes"]!.value / 1e9).toBeCloseTo(1, 1);
    // Each has the same share of its own link.
    expect(fairness!.value).toBeGreaterThan(0.9);
  });

  it("offer by their links' rates where only some of them send", async () => {
    const result = await runExperiment(
      experiment({
        fabric: starOfWidths([1, 1, 4, 4]),
        routing: upDown,
        traffic: [
          {
            ...use(constantRate, { load: 0.5, size: "256B" }),
            pattern: use(neighbours([0, 1, 3])),
          },
        ],
        relay: { inputBuffer: "8 packets" },
        measure: { precision: 0.01 },
      }),
    );
    // Half of 1000 MB/s, of 2500 that all links carry.
    const { throughput } = result.metrics;
    expect(throughput?.detail).toEqual({ offered: 0.2 });
    expect(throughput!.value).toBeCloseTo(0.2, 3);
  });

  it("are told the share that the network takes in the unit of the results", async () => {
    // Two 4X hosts send at 0.9 to hosts of 1X, which take 250 of the 900 MB/s each.
    const result = await runExperiment(
      experiment({
        fabric: starOfWidths([1, 4, 1, 4]),
        routing: upDown,
        traffic: [
          {
            ...use(constantRate, { load: 0.9, size: "256B" }),
            pattern: use(neighbours([0, 2])),
          },
        ],
        relay: { inputBuffer: "8 packets" },
      }),
    );
    expect(result.status).toBe("saturated");
    const { throughput } = result.metrics;
    expect(throughput!.detail!["offered"]).toBeCloseTo(0.72, 10);
    expect(throughput!.value).toBeCloseTo(500 / 2500, 2);
    expect(result.verdict).toMatch(/takes 27\.[78]\d* % of what is offered/);
  });
});
