import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { runExperiment, type Measure } from "@fabriclab/sim";
import { star } from "@fabriclab/testing-fabrics";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { mpeg2 } from "@fabriclab/traffic-mpeg2";
import { pairs } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use, type Lab } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

/** 250 bytes are 1 us on a link. */
const BYTES = 250;
const MS = 1_000_000_000;

const run = (traffic: Lab["traffic"], measure: Partial<Measure> = {}) =>
  runExperiment(
    experiment({
      fabric: star(4),
      routing: upDown,
      metrics: [use(latency, { split: "traffic" }), use(throughput)],
      traffic,
      measure: { maxTime: ps(100 * MS), ...measure },
    }),
  );
/** B and C send to A, C from some time on. */
const both = (load: number, start: string) => ({
  ...use(constantRate, { load, size: `${BYTES}B`, start: { C: start } }),
  pattern: use(pairs, { pairs: { B: "A", C: "A" } }),
});

describe("traffic that begins late", () => {
  it("is waited for: what both together overload is saturated, not converged before", async () => {
    const { status, verdict } = await run([both(0.7, "5ms")]);
    expect(status).toBe("saturated");
    // 1.4 of the link of A is offered.
    const share = /takes ([\d.]+) % of what is offered/.exec(verdict)?.[1];
    expect(Math.abs(Number(share) - 100 / 1.4)).toBeLessThan(0.5);
  });

  it("is all measured, once it has begun", async () => {
    const { status, metrics, verdict } = await run([both(0.3, "5ms")]);
    expect(status).toBe("converged");
    // Two of four hosts offer 0.3.
    expect(metrics["throughput"]!.value).toBeCloseTo(0.15, 4);
    expect(verdict).not.toContain("begins");
  });

  it("is told of where it begins after the run's cap, or after the warm-up that was given", async () => {
    const beyond = await run([both(0.3, "200ms")]);
    expect(beyond.status).toBe("converged");
    expect(beyond.verdict).toMatch(
      /A part of traffic\[0\] \(constant-rate\) begins at 200ms, after the end of the run\.$/,
    );
    const given = await run([both(0.3, "5ms")], { warmup: ps(MS) });
    expect(given.simulatedPs).toBeGreaterThan(5 * MS);
    expect(given.verdict).toContain(
      "A part of traffic[0] (constant-rate) begins at 5ms, and what is measured begins at 1ms.",
    );
  });

  it("is not believed for the few batches that hold packets, where a warm-up was given that ends before it begins", async () => {
    // Without another flow nothing is measured before 20 ms, and all latencies then are alike.
    const { status, warmupPs, simulatedPs } = await run(
      [
        {
          ...use(constantRate, {
            load: 0.3,
            size: `${BYTES}B`,
            start: "20ms",
          }),
          pattern: use(pairs, { pairs: { B: "A" } }),
        },
      ],
      { warmup: ps(MS) },
    );
    expect(status).toBe("converged");
    expect(warmupPs).toBe(MS);
    // More than half of what is measured comes after the start.
    expect(simulatedPs).toBeGreaterThan(39 * MS);
  });

  it("is asked for saturation only since then, where a warm-up was given that ends before it begins", async () => {
    const { status, verdict } = await run([both(0.52, "20ms")], {
      warmup: ps(MS),
    });
    expect(status).toBe("saturated");
    const share = /takes ([\d.]+) % of what is offered/.exec(verdict)?.[1];
    expect(Math.abs(Number(share) - 100 / 1.04)).toBeLessThan(0.5);
  });

  it("does not take all that comes before it for its warm-up", async () => {
    const { status, warmupPs, metrics } = await run([
      {
        ...use(constantRate, {
          load: 0.3,
          size: `${BYTES}B`,
          start: "20ms",
        }),
        pattern: use(pairs, { pairs: { B: "A" } }),
      },
    ]);
    expect(status).toBe("converged");
    expect(warmupPs).toBeGreaterThan(20 * MS);
    expect(metrics["throughput"]!.value).toBeCloseTo(0.3 / 4, 2);
  });

  it("is told of as a whole where no stream of it has begun", async () => {
    const { status, verdict } = await run([
      {
        ...use(poisson, { load: 0.3, size: `${BYTES}B` }),
        pattern: use(pairs, { pairs: { B: "A" } }),
      },
      {
        ...use(constantRate, {
          load: 0.3,
          size: `${BYTES}B`,
          start: "150ms",
        }),
        pattern: use(pairs, { pairs: { D: "A" } }),
      },
    ]);
    expect(status).toBe("converged");
    expect(verdict).toContain("Traffic[1] (constant-rate) begins at 150ms");
  });
});

describe("endless video", () => {
  const video = {
    ...use(mpeg2, {
      ...{ load: 0.2, pacing: "spread", rates: ["20Mb/s"] },
      activityCorrelation: 0,
    }),
    pattern: use(pairs, { pairs: { B: "A" } }),
  };

  it("is no steady state for less than ten groups of pictures, however narrow the interval", async () => {
    const { status, verdict } = await run([video], {
      maxTime: ps(200 * MS),
      precision: 0.5,
    });
    expect(status).toBe("limit");
    expect(verdict).toMatch(
      /^Limit: a cap was reached, and the interval of the mean latency is ±[\d.]+ %, but less was measured than the 4s that it takes to see what the traffic repeats and remembers\./,
    );
  });

  it("is asked for as many more as its activity takes to forget: 24 times as many with a correlation of 0.92", async () => {
    const slow = {
      ...use(mpeg2, { load: 0.2, pacing: "spread", rates: ["20Mb/s"] }),
      pattern: use(pairs, { pairs: { B: "A" } }),
    };
    const { verdict } = await run([slow], {
      maxTime: ps(200 * MS),
      precision: 0.5,
    });
    expect(verdict).toContain("less was measured than the 96s that");
  });

  it("tells of a time that is longer than any that can be simulated", async () => {
    const { status, verdict } = await run(
      [
        {
          ...video,
          ...use(mpeg2, { load: 0.1, activityCorrelation: 1 - 2 ** -44 }),
        },
      ],
      { maxTime: ps(200 * MS), precision: 0.9 },
    );
    expect(status).toBe("limit");
    // Ten groups of twelve frames at 30 a second, (1 + r) / (1 - r) times as many as if they were independent: 4 s (2 ** 45 - 1).
    expect(verdict).toContain(
      "less was measured than the 141000000000000s that",
    );
  });

  it("converges once they are measured, with all of its load", async () => {
    const { status, metrics, simulatedPs } = await run([video], {
      maxTime: ps(60_000 * MS),
      maxPackets: 1e9,
      precision: 0.5,
    });
    expect(status).toBe("converged");
    expect(simulatedPs).toBeGreaterThan(4000 * MS);
    const { value, detail } = metrics["throughput"]!;
    // Its rate wanders from group to group.
    expect(Math.abs(value / Number(detail?.["offered"]) - 1)).toBeLessThan(0.3);
  });
});

describe("a limit though the mean is as precise as asked", () => {
  it("says that too few packets were measured", async () => {
    const { status, verdict } = await run(
      [
        {
          ...use(constantRate, { load: 0.01, size: `${BYTES}B` }),
          pattern: use(pairs, { pairs: { B: "A" } }),
        },
      ],
      { warmup: ps(MS), maxTime: ps(20 * MS) },
    );
    expect(status).toBe("limit");
    expect(verdict).toContain(
      "the interval of the mean latency is ±0 %, but fewer than 1000 packets were measured",
    );
  });
});
