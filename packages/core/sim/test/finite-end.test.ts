import { sequential } from "@fabriclab/addressing-sequential";
import { completion } from "@fabriclab/metrics-completion";
import { latency } from "@fabriclab/metrics-latency";
import { linkLoad, queueLength, xmitWait } from "@fabriclab/metrics-link-load";
import { throughput } from "@fabriclab/metrics-throughput";
import { xy } from "@fabriclab/routing-xy";
import { runExperiment, type RunResult } from "@fabriclab/sim";
import { parseOptions } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { multicastSpanningTree } from "@fabriclab/tables-multicast-spanning-tree";
import { star } from "@fabriclab/testing-fabrics";
import { mesh } from "@fabriclab/topology-mesh";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { mpeg2 } from "@fabriclab/traffic-mpeg2";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { pairs } from "@fabriclab/traffic-patterns";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { experiment, use, type Lab } from "./laboratory.ts";
import { scripted } from "./scripted.ts";
import { upDown } from "./up-down.ts";

/** A packet of 250 bytes is 1 us on a link; two links of 20 ns and a switch of 100 ns lie between its birth and its delivery. */
const BYTES = 250;
const WAY = 1000 + 20 + 100 + 20;
/** A tick of the simulation in ns: the greatest common divisor of its times. */
const TICK = 20;

/** From A to B, at these ns. */
const finite = (births: readonly number[]): Lab["traffic"][number] =>
  use(scripted(births.map((at) => ({ from: 0, to: 1, at, bytes: BYTES }))));
/** From C to D, a packet every `period` us, and nowhere near the others. */
const beside = (period: number): Lab["traffic"][number] => ({
  ...use(constantRate, { load: 1 / period, size: `${BYTES}B` }),
  pattern: use(pairs, { pairs: { C: "D" } }),
});
const run = (traffic: Lab["traffic"]): Promise<RunResult> =>
  runExperiment(
    experiment({
      fabric: star(4),
      routing: upDown,
      metrics: [
        use(latency, { split: "traffic" }),
        use(throughput, { split: "traffic" }),
        use(completion),
        use(linkLoad, { top: 8 }),
        use(xmitWait, { top: 8 }),
        use(queueLength, { top: 8 }),
      ],
      traffic,
    }),
  );
const valueOf = ({ metrics }: RunResult, name: string): number =>
  metrics[name]?.value ?? Number.NaN;
/** Share of the time for which A sends. */
const loadOfA = ({ metrics }: RunResult): number =>
  metrics["link-load.max"]?.detail?.["A:1"] ?? Number.NaN;

describe("finite traffic beside endless traffic that it never meets", () => {
  it("has its waits counted until its end, too: for each credit of a buffer of one packet, 140 ns after the packet before", async () => {
    const both = await run([
      finite(Array.from({ length: 20 }, () => 4000)),
      beside(100),
    ]);
    const end = 4000 + 19 * (1000 + 140) + WAY;
    expect(both.simulatedPs / 1000).toBeCloseTo(end, 6);
    const waits = both.metrics["xmit-wait.max"]?.detail ?? {};
    const { "A:1": ofA = Number.NaN, ...others } = waits;
    expect(Math.abs((ofA * end) / (19 * 140) - 1)).toBeLessThan(1 / 64);
    expect(Object.values(others)).toEqual(Array.from({ length: 7 }, () => 0));
  });

  it("has its queues counted until its end, too", async () => {
    // A and D send 20 packets each to B, in turns. D's first waits for A's; each of the others comes 140 ns after the packet before it has left its buffer,
    // when the other host's has another 860 ns to go.
    const both = await run([
      use(
        scripted(
          Array.from({ length: 40 }, (_, k) => ({
            from: k < 20 ? 0 : 3,
            to: 1,
            at: 4000,
            bytes: BYTES,
          })),
        ),
      ),
      beside(100),
    ]);
    const end = 4000 + 39 * 1000 + WAY;
    expect(both.simulatedPs / 1000).toBeCloseTo(end, 6);
    const lengths = both.metrics["queue-length.max"]?.detail ?? {};
    const waited = (channel: string): number =>
      (lengths[channel] ?? Number.NaN) * end;
    expect(Math.abs(waited("A:1") / (19 * 860) - 1)).toBeLessThan(1 / 64);
    expect(Math.abs(waited("D:1") / (1000 + 19 * 860) - 1)).toBeLessThan(
      1 / 64,
    );
    expect([lengths["B:1"], lengths["C:1"]]).toEqual([0, 0]);
  });

  it.each([1, 2, 3, 10, 100, 110, 130, 150, 180, 1000])(
    "is measured until the last of its %i packets, each 8 us after the one before",
    async (count) => {
      const births = Array.from({ length: count }, (_, k) => 8000 * k);
      const end = 8000 * (count - 1) + WAY;
      const both = await run([finite(births), beside(100)]);
      expect(both.status).toBe("finished");
      expect(both.simulatedPs / 1000).toBeCloseTo(end, 6);
      // Four hosts could send 4 bytes each 4 ns.
      expect(valueOf(both, "throughput.traffic0")).toBeCloseTo(
        (count * BYTES * 4) / (4 * end),
        9,
      );
      // Channels are counted from border to border: of the slice in which the end lies, a sixty-fourth of the time, its share.
      const sent = (loadOfA(both) * end) / (1000 * count);
      expect(Math.abs(sent - 1)).toBeLessThan(1 / 64);
    },
  );

  it("has the numbers that it has alone, whenever its packets are born", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 5000 }), {
          minLength: 1,
          maxLength: 60,
        }),
        fc.integer({ min: 2, max: 60 }),
        async (gaps, period) => {
          let at = 0;
          const births = gaps.map((gap) => (at += TICK * gap));
          const alone = await run([finite(births)]);
          const both = await run([finite(births), beside(period)]);
          expect(both.simulatedPs).toBe(alone.simulatedPs);
          for (const name of [
            "latency.traffic0",
            "throughput.traffic0",
            "completion",
          ])
            expect(valueOf(both, name)).toBe(valueOf(alone, name));
          // Of the slice in which it ends, a sixty-fourth of the time, the share; a detail is rounded to four digits.
          const missing = Math.abs(loadOfA(alone) - loadOfA(both));
          expect(missing).toBeLessThan(
            1 / 64 + 2e-4 + (2 * TICK * 1000) / alone.simulatedPs,
          );
        },
      ),
      { numRuns: 40 },
    );
  });
});

/** In ms: alone a run ends when the network is empty; copies to hosts that are no members may be the last. */
it.each([
  [
    "video",
    use(mpeg2, {
      load: 0.05,
      frames: 5,
      multicast: { share: 0.5, groups: 2, members: [3], scheme: "multicast" },
    }),
    // The fifth frame begins four periods after the first.
    { after: 4 * 33.3, within: 0.1 },
  ],
  [
    "operations",
    use(multicastOperation, {
      sources: "100%",
      groups: "same",
      sourceMember: "chance",
      group: 2,
      size: "64KiB",
      repeats: 100,
    }),
    // A member gets 300 messages of 262 us each; of those to the others at most four come after them.
    { after: 300 * 0.262, within: 1.1 },
  ],
] as const)(
  "%s to groups beside endless traffic are over when all members have their copies, whoever else OpenSM's trees give some",
  async (_, groups, { after, within }) => {
    const grid = mesh.build(parseOptions(mesh, { columns: 2, rows: 2 }));
    const ends = (traffic: Lab["traffic"]): Promise<RunResult> =>
      runExperiment(
        experiment({
          fabric: grid,
          tables: {
            addressing: use(sequential),
            routing: use(xy),
            unicast: use(linear),
            multicast: use(multicastSpanningTree),
          },
          metrics: [use(throughput, { split: "traffic" })],
          traffic,
          seed: 3,
        }),
      );
    const alone = await ends([groups]);
    expect(alone.verdict).toContain("lead copies of multicasts to hosts");
    const both = await ends([
      groups,
      {
        ...use(constantRate, { load: 0.001, size: `${BYTES}B` }),
        pattern: use(pairs, { pairs: { "H(0,0)": "H(1,0)" } }),
      },
    ]);
    const [end, other] = [alone, both].map(
      ({ simulatedPs }) => simulatedPs / 1e9,
    );
    expect(end).toBeGreaterThan(after);
    expect(Math.abs(other! - end!)).toBeLessThan(within);
  },
);
