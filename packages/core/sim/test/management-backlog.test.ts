import { injector } from "@fabriclab/hca-injector";
import { queuePair } from "@fabriclab/hca-queue-pair";
import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { runExperiment, type RunResult } from "@fabriclab/sim";
import { iba } from "@fabriclab/switch-iba";
import { star } from "@fabriclab/testing-fabrics";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { control } from "@fabriclab/traffic-control";
import { pairs } from "@fabriclab/traffic-patterns";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { scripted } from "./scripted.ts";
import { upDown } from "./up-down.ts";

/** 250 bytes are 1 us on a link. */
const BYTES = 250;

/** All hosts send to A, a packet of 1 us per period; A to one of them. */
const toA = (period: string) =>
  use(control, { period, size: `${BYTES}B`, headers: "none", manager: "A" });

const constant = (from: string, to: string, load: number) => ({
  ...use(constantRate, { size: `${BYTES}B`, load }),
  pattern: use(pairs, { pairs: { [from]: to } }),
});

function run(
  hosts: number,
  traffic: Parameters<typeof experiment>[0]["traffic"],
  hca = use(injector),
): Promise<RunResult> {
  const base = experiment({
    fabric: star(hosts),
    routing: upDown,
    metrics: [
      use(latency, { split: "traffic" }),
      use(throughput, { split: "traffic" }),
    ],
    traffic,
    measure: { maxTime: ps(500_000_000_000) },
  });
  return runExperiment({
    ...base,
    hca,
    switchModel: { ...base.switchModel, use: use(iba, {}) },
  });
}

const sharesIn = (verdict: string): number[] =>
  [...verdict.matchAll(/([\d.]+) % of what/g)].map(([, share]) =>
    Number(share),
  );

describe("management traffic into one host", () => {
  // Four hosts send to A, whose link takes a packet per microsecond: it is full where the period is 4 us. Of five packets of a period
  // P one comes from A, and of the other four A takes P.
  it.each([
    [2, 60],
    [3.6, 92],
    [3.9, 98],
  ])(
    "is saturated with a packet per host and %d us, of which the network delivers %d per cent",
    async (period, share) => {
      const { status, verdict, metrics } = await run(5, [toA(`${period}us`)]);
      expect(status).toBe("saturated");
      expect(verdict).toMatch(
        /^Saturated: the network delivers .* traffic\[0\] \(control\) offers, and the rest queues in it without end, as VL15 has no flow control/,
      );
      expect(Math.abs(sharesIn(verdict)[0]! - share)).toBeLessThan(3);
      expect(verdict).toMatch(/The busiest link, a:1 to A:1, carries/);
      expect(metrics["latency"]!.absent).toMatch(/^saturated/);
      expect(metrics["throughput"]!.absent).toBeUndefined();
    },
  );

  it.each([4.05, 4.4, 8])(
    "is not saturated with a packet per host and %d us",
    async (period) => {
      const { status, metrics } = await run(5, [toA(`${period}us`)]);
      expect(status).toBe("converged");
      // Four packets that come at once would wait 0, 1, 2 and 3 us.
      expect(metrics["latency"]!.value).toBeLessThan(5000);
    },
  );

  it("is saturated before the engine has no room for more, where there is no time for a trend", async () => {
    const { status, verdict } = await run(251, [toA("1.01us")]);
    expect(status).toBe("saturated");
    expect(verdict).toContain("traffic[0] (control)");
    // 1.01 of 250, and what A sends.
    expect(sharesIn(verdict)[0]).toBeCloseTo((100 * 2.01) / 251, 1);
  });

  it("is said to wait at its hosts where their DMA engines hold it back", async () => {
    // 250 bytes at 0.5 Gb/s are 4 us; each host has a packet every 3 us, and A's link would take three at once.
    const { status, verdict } = await run(
      3,
      [toA("3us")],
      use(queuePair, { dmaRate: "0.5Gb/s" }),
    );
    expect(status).toBe("saturated");
    expect(verdict).toContain(
      "and the rest waits at its hosts, which send less than is born",
    );
    expect(sharesIn(verdict)).toContain(75);
  });

  it("leaves the latency of other traffic, where that does come through", async () => {
    const { status, verdict, metrics } = await run(5, [
      toA("2us"),
      constant("B", "C", 0.3),
    ]);
    expect(status).toBe("saturated");
    expect(sharesIn(verdict)).toHaveLength(1);
    expect(verdict).toContain("of those of other traffic that do come through");
    expect(metrics["latency"]!.absent).toMatch(/^saturated/);
    expect(metrics["latency.traffic0"]!.absent).toMatch(/^saturated/);
    expect(metrics["latency.traffic1"]!.value).toBeGreaterThan(1000);
    expect(metrics["latency.traffic1"]!.ci95).toBeDefined();
  });

  it("is told with the traffic that it keeps from the host", async () => {
    const { status, verdict, metrics } = await run(5, [
      toA("2us"),
      constant("B", "A", 0.3),
      constant("C", "D", 0.3),
    ]);
    expect(status).toBe("saturated");
    expect(verdict).toContain(
      "nothing of what traffic[1] (constant-rate) offers comes through",
    );
    expect(metrics["latency.traffic1"]!.absent).toBeDefined();
    expect(metrics["throughput.traffic1"]!.value).toBe(0);
    expect(metrics["latency.traffic2"]!.value).toBeGreaterThan(1000);
  });

  it("is told of beside finite traffic", async () => {
    const finite = use(
      scripted(
        Array.from({ length: 500 }, (_, k) => ({
          from: 1,
          to: 2,
          at: 4000 * k,
          bytes: BYTES,
        })),
      ),
    );
    for (const [period, share] of [
      ["2us", 60],
      ["5us", undefined],
    ] as const) {
      const { status, verdict, metrics } = await run(5, [toA(period), finite]);
      expect(status).toBe("finished");
      if (share === undefined) expect(verdict).not.toContain("saturated");
      else {
        expect(Math.abs(sharesIn(verdict)[0]! - share)).toBeLessThan(3);
        expect(verdict).toMatch(/as VL15 has no flow control, so there is no/);
      }
      expect(metrics["latency.traffic0"]!.absent === undefined).toBe(
        share === undefined,
      );
      expect(metrics["latency.traffic1"]!.value).toBeGreaterThan(1000);
    }
  });
});
