import { completion } from "@fabriclab/metrics-completion";
import { deadline } from "@fabriclab/metrics-deadline";
import { drops } from "@fabriclab/metrics-drops";
import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { runExperiment, type RunResult } from "@fabriclab/sim";
import {
  defineMetric,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  JournalKind,
  type MetricPlugin,
} from "@fabriclab/spec";
import { star } from "@fabriclab/testing-fabrics";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { mpeg2 } from "@fabriclab/traffic-mpeg2";
import { pairs, uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps, type PortIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { experiment, use, type Lab } from "./laboratory.ts";
import { scripted } from "./scripted.ts";
import { upDown } from "./up-down.ts";

/** 1000 bytes are 4 us on a link. */
const BYTES = 1000;
/** From A to C, of half a link's rate: a packet every 8 us, or all at once. */
const finite = (packets: number, every = 8000) =>
  use(
    scripted(
      Array.from({ length: packets }, (_, k) => ({
        from: 0,
        to: 2,
        at: every * k,
        bytes: BYTES,
      })),
    ),
  );
/** From B to C. */
const endless = (load: number) => ({
  ...use(constantRate, { load, size: `${BYTES}B` }),
  pattern: use(pairs, { pairs: { B: "C" } }),
});
const anything: unknown = expect.anything();

/** A metric that reads the entrances of packets into the network. */
const entrances = (seen: number[]): MetricPlugin =>
  defineMetric({
    name: "entrances",
    summary: "Notes when packets enter the network.",
    cites: [],
    params: z.object({}),
    claims: { unit: "1" },
    injections: true,
    create: () => ({
      observe({ records, count, baseTick }) {
        for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE)
          if (records[at + JOURNAL_KIND] === JournalKind.injected)
            seen.push(baseTick + records[at + JOURNAL_TIME]!);
      },
      reset: () => undefined,
      merge: () => undefined,
      result: () => ({ entrances: { value: seen.length, unit: "1" } }),
    }),
  });

const run = (
  traffic: Lab["traffic"],
  more: Partial<Lab> = {},
): Promise<RunResult> =>
  runExperiment(
    experiment({
      fabric: star(3),
      routing: upDown,
      metrics: [use(latency, { split: "traffic" }), use(completion)],
      traffic,
      ...more,
    }),
  );

describe("endless traffic beside finite traffic", () => {
  it("is saturated where both together are more than a link takes", async () => {
    const { status, verdict, metrics, saturated } = await run([
      finite(2000),
      endless(0.6),
    ]);
    expect(status).toBe("finished");
    expect(saturated).toEqual([1]);
    // The link of C serves both in turn: half of it for each, and 0.5 of 0.6 is 83.3 %.
    const share = /takes ([\d.]+) % of what traffic\[1\] \(constant-rate\)/;
    expect(Number(share.exec(verdict)?.[1])).toBeCloseTo(250 / 3, 0);
    expect(metrics["latency"]!.absent).toMatch(/^saturated beside/);
    expect(metrics["latency.traffic1"]!.absent).toMatch(/^saturated beside/);
    expect(metrics["latency.traffic1"]!.value).toBeNaN();
    // The finite traffic has its half.
    expect(metrics["latency.traffic0"]!.value).toBeLessThan(20_000);
  });

  it("is measured alike whether or not a metric reads what enters the network", async () => {
    const traffic = [finite(500), endless(0.45), endless(0.03)];
    const metrics = [
      use(latency, { split: "traffic" }),
      use(throughput),
      use(drops),
      use(completion),
    ];
    const plain = await run(traffic, { metrics });
    const seen: number[] = [];
    const asked = await run(traffic, {
      metrics: [...metrics, use(entrances(seen))],
    });
    expect(asked.verdict).toBe(plain.verdict);
    expect(asked.metrics).toEqual({ ...plain.metrics, entrances: anything });
    // That one sees the packets of all three.
    expect(seen).toHaveLength(asked.packets.injected);
    expect(plain.packets).toEqual(asked.packets);
  });

  it("is not where there is room for both", async () => {
    for (const load of [0.1, 0.4, 0.49]) {
      const result = await run([finite(2000), endless(load)]);
      const { verdict, metrics } = result;
      expect(result).not.toHaveProperty("saturated");
      expect(verdict).toMatch(/^Finished: .*; endless traffic ran beside it/);
      for (const name of ["latency", "latency.traffic0", "latency.traffic1"])
        expect(metrics[name]!.value).toBeGreaterThan(0);
    }
  });

  it("is asked for by entry", async () => {
    const small = {
      ...use(poisson, { load: 0.02, size: "100B" }),
      pattern: use(pairs, { pairs: { C: "A" } }),
    };
    const { verdict, metrics } = await run([small, finite(2000), endless(0.6)]);
    expect(verdict).toContain("traffic[2] (constant-rate)");
    expect(verdict).not.toContain("traffic[0]");
    expect(metrics["latency.traffic0"]!.value).toBeGreaterThan(0);
    expect(metrics["latency.traffic2"]!.value).toBeNaN();
  });

  it("is not while an operation that was born in one moment is served: it would be stable without it", async () => {
    const { verdict, metrics } = await run([finite(2000, 0), endless(0.6)]);
    expect(verdict).toMatch(/endless traffic ran beside it/);
    expect(metrics["latency.traffic1"]!.value).toBeGreaterThan(0);
  });

  it("is told with how much of the finite traffic is dropped", async () => {
    const fabric = star(4);
    const fromD = {
      ...use(constantRate, { load: 0.1, size: `${BYTES}B` }),
      pattern: use(pairs, { pairs: { D: "A" } }),
    };
    const portOfC = fabric.endportPort[fabric.switchCount + 2] as PortIx;
    const { verdict, packets } = await runExperiment({
      ...experiment({
        fabric,
        routing: upDown,
        metrics: [use(latency), use(drops)],
        traffic: [finite(100), fromD],
      }),
      changes: [
        // The cable of C, to which all go, after 50 packets.
        { at: ps(398_000_000), fail: portOfC },
        { at: ps(700_000_000), restore: portOfC },
      ],
    });
    expect(packets.dropped).toBeGreaterThan(0);
    expect(verdict).toContain(
      `${100 - packets.dropped} packets of the finite traffic are delivered and ${packets.dropped} dropped; endless`,
    );
  });

  it("is, too, where some of the finite traffic ends before the rest, so that the backlog shrinks again", async () => {
    const ending = use(
      scripted(
        Array.from({ length: 1730 }, (_, k) => ({
          from: 0,
          to: 2,
          // Half the link's rate for 13.6 ms, and then a tenth.
          at: k < 1700 ? 8000 * k : 8000 * 1700 + 40_000 * (k - 1700),
          bytes: BYTES,
        })),
      ),
    );
    const { verdict, metrics } = await run([ending, endless(0.6)]);
    expect(verdict).toMatch(/takes 83\.\d % of what traffic\[1\]/);
    expect(metrics["latency.traffic1"]!.value).toBeNaN();
    const { verdict: other } = await run([ending, endless(0.45)]);
    expect(other).toMatch(/; endless traffic ran beside it/);
  });

  it("leaves the results that are of the finite traffic alone", async () => {
    const { verdict, metrics } = await run(
      [
        use(mpeg2, { load: 0.5, frames: 6 }),
        {
          ...use(poisson, { load: 0.6, overload: true }),
          pattern: use(uniform),
        },
      ],
      { metrics: [use(latency), use(deadline)] },
    );
    expect(verdict).toMatch(/but the endless traffic beside it is saturated/);
    expect(metrics["latency"]!.value).toBeNaN();
    expect(metrics["deadline.frame"]!.value).toBeGreaterThan(0);
  });

  it("is told of where a cap ends the run", async () => {
    const { status, verdict, metrics } = await run(
      [finite(4000), endless(0.7)],
      { measure: { finiteCaps: { maxTime: ps(16_000_000_000) } } },
    );
    expect(status).toBe("limit");
    expect(verdict).toMatch(/the endless traffic beside it is saturated/);
    expect(metrics["latency.traffic1"]!.value).toBeNaN();
  });

  it("is said to be untold where the finite traffic is born for a moment, and it waits", async () => {
    const short = await run([finite(4), endless(0.9)]);
    expect(short.verdict).toMatch(
      /ran beside it .*; the finite traffic is born for too short a time to tell .* traffic\[1\] \(constant-rate\) offers/,
    );
    const free = await run([finite(4), endless(0.3)]);
    expect(free.verdict).not.toContain("too short");
  });

  it("is seldom taken for saturated where random traffic is near to what the link takes", async () => {
    let wrong = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const { verdict } = await run(
        [
          finite(1000),
          {
            ...use(poisson, { load: 0.4, size: `${BYTES}B` }),
            pattern: use(pairs, { pairs: { B: "C" } }),
          },
        ],
        { seed, metrics: [] },
      );
      if (verdict.includes("saturated")) wrong += 1;
    }
    // Both tests are at 99 %: of forty runs one that errs has a chance of a third at most, three of one in a hundred.
    expect(wrong).toBeLessThan(3);
  });
});
