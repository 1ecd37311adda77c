import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { FabricError } from "@fabriclab/spec";
import { runExperiment, type Measure, type RunResult } from "@fabriclab/sim";
import { ring, star } from "@fabriclab/testing-fabrics";
import { pairs, uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps, type Ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use, type Lab } from "./laboratory.ts";
import { scripted } from "./scripted.ts";
import { clockwise, upDown } from "./up-down.ts";

const MS = 1_000_000_000;

/** Packets of 256 bytes between hosts of one switch. */
const flows = (load: number, to: Readonly<Record<string, string>>) => ({
  ...use(poisson, { load, size: "256B" }),
  pattern: use(pairs, { pairs: to }),
});

const steady = [flows(0.3, { A: "B" })];
/** Two entries that offer the link of C 1.8 times what it takes; round-robin gives each a half of it. */
const overload = [flows(0.9, { A: "C" }), flows(0.9, { B: "C" })];
const HALF = 0.5 / 0.9;

const run = (
  traffic: Lab["traffic"],
  measure: Partial<Measure> = {},
  seed = 1,
): Promise<RunResult> =>
  runExperiment(
    experiment({
      fabric: star(4),
      routing: upDown,
      relay: { inputBuffer: "8 packets" },
      metrics: [use(latency, { split: "traffic" }), use(throughput)],
      traffic,
      measure,
      seed,
    }),
  );
const measured = ({ simulatedPs, warmupPs }: RunResult): number =>
  simulatedPs - warmupPs;

describe("a least time to measure", () => {
  it.each([
    ["converged", steady],
    ["saturated", [flows(0.9, { A: "C", B: "C" })]],
    ["saturated", overload],
  ])(
    "is measured before a run ends as %s, and hardly more",
    async (status, traffic) => {
      const early = await run(traffic);
      expect(early.status).toBe(status);
      const least = 4 * measured(early);
      const late = await run(traffic, { minTime: ps(least) });
      expect(late.status).toBe(status);
      expect(measured(late)).toBeGreaterThanOrEqual(least);
      // The measurement is looked at when a batch ends, of which there are 32 at least.
      expect(measured(late)).toBeLessThan(least * (1 + 1 / 16));
    },
  );

  it("changes nothing where it is over before the run has a reason to stop, or is none", async () => {
    for (const traffic of [steady, overload]) {
      const plain = await run(traffic);
      for (const minTime of [0, measured(plain) / 100])
        expect(await run(traffic, { minTime: ps(minTime) })).toEqual(plain);
    }
  });

  it("makes the shares of entries of a saturated run as sure as asked", async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { verdict } = await run(overload, { minTime: ps(20 * MS) }, seed);
      const shares = [...verdict.matchAll(/([\d.]+) % of what traffic/g)];
      expect(shares).toHaveLength(2);
      // Round-robin halves the link exactly, and a share is one of the load that is declared.
      for (const [, share] of shares)
        expect(Math.abs(Number(share) / 100 / HALF - 1)).toBeLessThan(0.01);
    }
  });

  it("is not waited for beyond a cap, and the verdict says so", async () => {
    const measure = { minTime: ps(100 * MS), maxPackets: 20_000 };
    const calm = await run(steady, measure);
    expect(calm.status).toBe("limit");
    expect(calm.verdict).toMatch(
      /but less was measured than measure\.minTime asks for\. Raise measure\.maxTime or measure\.maxPackets\./,
    );
    const full = await run(overload, measure);
    expect(full.status).toBe("saturated");
    expect(full.verdict).toContain("A cap was reached before measure.minTime");
  });

  it("does not keep a deadlock from ending the run", async () => {
    const traffic = [
      { ...use(poisson, { load: 1, size: "1KiB" }), pattern: use(uniform) },
    ];
    const minTime = ps(10_000 * MS);
    const { status, simulatedPs } = await runExperiment(
      experiment({
        ...{ fabric: ring(5), routing: clockwise, traffic },
        measure: { minTime },
      }),
    );
    expect(status).toBe("deadlocked");
    expect(simulatedPs).toBeLessThan(minTime);
  });

  it("is refused where no run could last so long, below zero, and beside traffic that ends", async () => {
    const refusal = async (
      measure: Partial<Measure>,
      traffic: Lab["traffic"] = steady,
    ) => {
      try {
        await run(traffic, measure);
        return "none";
      } catch (error) {
        if (!FabricError.is(error)) throw error;
        const { code, where, got, expected } = error;
        return [code, where.path, got, expected];
      }
    };
    const at = ["E_SIM_MEASURE", "measure.minTime"];
    const maxTime = ps(2 * MS);
    expect(await refusal({ minTime: maxTime, maxTime })).toEqual([
      ...[...at, "2ms", "less than measure.maxTime, 2ms"],
    ]);
    const warmup = ps(MS);
    expect(await refusal({ warmup, minTime: ps(MS + 1), maxTime })).toEqual([
      ...[...at, "1.000000001ms"],
      "at most 1ms, which measure.maxTime, 2ms, leaves after measure.warmup, 1ms",
    ]);
    expect(await refusal({ warmup, minTime: warmup, maxTime })).toBe("none");
    for (const below of [-1, Number.NaN])
      expect(await refusal({ minTime: below as unknown as Ps })).toContain(
        "a time such as 1ms, or none",
      );
    const packet = { from: 0, to: 1, bytes: 256, at: 0 };
    const finite = [use(scripted([packet]))];
    expect(await refusal({ minTime: ps(MS) }, finite)).toEqual([
      ...[...at, "1ms", "none, or endless traffic alone"],
    ]);
    expect(await refusal({ minTime: ps(0) }, finite)).toBe("none");
  });
});
