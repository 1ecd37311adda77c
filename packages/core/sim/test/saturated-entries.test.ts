import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { runExperiment, type RunResult } from "@fabriclab/sim";
import { star } from "@fabriclab/testing-fabrics";
import { pairs } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use, type Lab } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

const BYTES = 256;
/** Service time of a packet on a link of 4 ns per byte. */
const SERVICE_NS = 4 * BYTES;
/** 4L + 20(h+1) + 100h with one switch. */
const ZERO_LOAD_NS = SERVICE_NS + 40 + 100;

/** Flows between hosts of one switch; the load is that of each sender, so hosts that do not send count as 0. */
const flows = (load: number, to: Readonly<Record<string, string>>) => ({
  ...use(poisson, { load, size: `${BYTES}B` }),
  pattern: use(pairs, { pairs: to }),
});

/** Two hosts that together offer C more than its link takes, in the ratio of 1.4 to 1. */
const overload = flows(0.7, { A: "C", B: "C" });

const run = (
  traffic: Lab["traffic"],
  more: Partial<Lab> = {},
): Promise<RunResult> =>
  runExperiment(
    experiment({
      fabric: star(8),
      routing: upDown,
      relay: { inputBuffer: "8 packets" },
      metrics: [use(latency, { split: "traffic" }), use(throughput)],
      traffic,
      ...more,
    }),
  );

describe("a saturated run of several entries", () => {
  it("gives the latency of those that are steady: of one sender, of an M/D/1 queue, in as many runs as the interval says", async () => {
    // A link's rate of 1.4: what is declared, not what happened to be born in so short a run.
    const share = /^Saturated: the network takes ([\d.]+) % of what/;
    // The sender's link is the queue.
    const truth = ZERO_LOAD_NS + (SERVICE_NS * 0.6) / (2 * 0.4);
    let covered = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const { status, verdict, metrics } = await run(
        [flows(0.6, { D: "E" }), overload],
        { seed },
      );
      expect(status).toBe("saturated");
      expect(verdict).toMatch(
        /^Saturated: the network takes [67][\d.]+ % of what traffic\[1\] \(poisson\) offers, so its source queues grow without end and there is no mean latency over all packets; of those of other traffic that do come through, the 95 % confidence interval of the mean latency is ±[\d.]+ %\./,
      );
      const took = Number(share.exec(verdict)![1]);
      expect(Math.abs(took - 100 / 1.4)).toBeLessThan(0.5);
      expect(metrics["latency"]!.absent).toMatch(/^saturated: more of this/);
      expect(metrics["latency.traffic1"]!.absent).toMatch(
        /^saturated: more of this/,
      );
      const { value, ci95 } = metrics["latency.traffic0"]!;
      expect(ci95).toBeLessThan(0.1 * value);
      if (Math.abs(value - truth) <= ci95!) covered += 1;
    }
    // 95 of 100, less what a sequential rule loses; below 88 with a chance of 1 in 500 if it were 95 %.
    expect(covered).toBeGreaterThanOrEqual(88);
  });

  it("says of each how much comes through, where all are saturated", async () => {
    const { status, verdict, metrics } = await run([
      overload,
      flows(0.9, { D: "F", E: "F" }),
    ]);
    expect(status).toBe("saturated");
    const shares =
      /\(([\d.]+) % of what traffic\[0\] \(poisson\) offers, ([\d.]+) % of what traffic\[1\] \(poisson\) offers\)/.exec(
        verdict,
      )!;
    // A link's rate, of 1.4 and of 1.8.
    expect(Number(shares[1])).toBeCloseTo(100 / 1.4, 0);
    expect(Number(shares[2])).toBeCloseTo(100 / 1.8, 0);
    for (const name of ["latency.traffic0", "latency.traffic1"])
      expect(metrics[name]!.absent).toMatch(/^saturated: more of this/);
  });

  it("knows the accepted load as precisely as asked, though one entry is found saturated long before the other", async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const { status, verdict, metrics } = await run(
        [overload, flows(0.53, { D: "F", E: "F" })],
        { seed },
      );
      expect(status).toBe("saturated");
      expect(verdict).toMatch(/takes [\d.]+ % of what is offered \(/);
      const { value, ci95 } = metrics["throughput"]!;
      // Two of eight links carry what they can; 5 % is asked of what enters, of which what arrives differs a little.
      expect(Math.abs(value - 2 / 8)).toBeLessThan(0.1 * value);
      expect(ci95).toBeLessThan(0.1 * value);
    }
  });

  it("finds an entry that a saturated one takes with it", async () => {
    // D sends to C, too, behind the others.
    const { metrics } = await run([
      overload,
      flows(0.5, { D: "C" }),
      flows(0.5, { E: "F" }),
    ]);
    expect(metrics["latency.traffic1"]!.absent).toMatch(/^saturated/);
    expect(metrics["latency.traffic2"]!.value).toBeGreaterThan(ZERO_LOAD_NS);
  });

  it("says so where a cap comes before it is clear", async () => {
    const { status, metrics } = await run(
      [flows(0.001, { D: "E" }), overload],
      { measure: { maxTime: ps(10_000_000_000) } },
    );
    expect(status).toBe("saturated");
    expect(metrics["latency.traffic0"]!.absent).toBe(
      "the run is saturated, and whether this part of it has a mean was not clear when it ended",
    );
  });
});
