import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { linkLoad } from "@fabriclab/metrics-link-load";
import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { cyclic } from "@fabriclab/routing-cyclic";
import {
  replicate,
  runExperiment,
  summarize,
  type RunResult,
  type Experiment,
  type RunProgress,
} from "@fabriclab/sim";
import { parseOptions } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use, type Lab } from "./laboratory.ts";

const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
const treeTables = {
  addressing: use(multipleLid),
  routing: use(cyclic),
  unicast: use(linear),
  multicast: use(multicastUnion),
};
const background = (load: number) => ({
  ...use(poisson, { load, size: "256B" }),
  pattern: use(uniform),
});

/** The 16-host fat tree under uniform Poisson traffic. */
const loaded = (load: number, more: Partial<Lab> = {}): Experiment =>
  experiment({
    fabric: tree,
    tables: treeTables,
    traffic: [background(load)],
    ...more,
  });

describe("a run of endless traffic", () => {
  it("converges to the precision asked, with intervals on every average", async () => {
    const result = await runExperiment(
      loaded(0.2, { metrics: [use(latency), use(throughput), use(linkLoad)] }),
    );
    expect(result.status).toBe("converged");
    expect(result.warmupPs).toBeGreaterThan(0);
    expect(result.simulatedPs).toBeGreaterThan(result.warmupPs);
    const mean = result.metrics["latency"];
    expect(mean?.ci95).toBeGreaterThan(0);
    expect(mean?.ci95).toBeLessThan(0.1 * (mean?.value ?? 0));
    const carried = result.metrics["throughput"];
    expect(Math.abs((carried?.value ?? 0) - 0.2)).toBeLessThan(
      3 * (carried?.ci95 ?? 0),
    );
    // Channel counters are taken over the measured interval: each host receives what its share of the load is.
    expect(result.metrics["link-load"]?.value).toBeGreaterThan(0.1);
    expect(result.metrics["link-load"]?.ci95).toBeUndefined();
    expect(result.packets.injected).toBe(
      result.packets.delivered + result.packets.inFlight,
    );
  });

  it("is named saturated beyond what the network carries, and prints no mean latency", async () => {
    const result = await runExperiment(loaded(0.9));
    expect(result.status).toBe("saturated");
    expect(result.verdict).toMatch(
      /^Saturated: the network takes \d+(\.\d+)? % of what is offered/,
    );
    expect(JSON.parse(JSON.stringify(result.metrics["latency"]))).toEqual({
      value: null,
      unit: "ns",
      absent:
        "saturated: more is offered than accepted, so latency grows without bound",
    });
    expect(result.metrics["throughput"]?.value).toBeGreaterThan(0.4);
    expect(result.metrics["throughput"]?.value).toBeLessThan(0.8);
  });

  it("stops at a cap and says so", async () => {
    const short = await runExperiment(
      loaded(0.2, {
        measure: { precision: 0.0001, maxTime: ps(5_000_000_000) },
      }),
    );
    expect(short.status).toBe("limit");
    expect(short.simulatedPs).toBe(5_000_000_000);
    expect(short.verdict).toMatch(
      /^Limit: a cap was reached before the precision of 0.01 %; the interval of the mean latency is ±[\d.]+ %\. Raise measure\.maxTime or measure\.maxPackets\.$/,
    );
    expect(short.metrics["latency"]?.ci95).toBeGreaterThan(0);
    const few = await runExperiment(
      loaded(0.2, { measure: { precision: 0.0001, maxPackets: 20_000 } }),
    );
    expect(few.status).toBe("limit");
    expect(few.packets.delivered).toBeGreaterThanOrEqual(20_000);
    expect(few.packets.delivered).toBeLessThan(30_000);
  });

  it("says that too little was measured where most of its time saw no packet come", async () => {
    const { status, packets, verdict } = await runExperiment(
      loaded(0.001, { measure: { warmup: ps(0), maxTime: ps(200_000_000) } }),
    );
    expect(status).toBe("limit");
    expect(packets.delivered).toBeGreaterThan(0);
    expect(packets.delivered).toBeLessThan(15);
    expect(verdict).toBe(
      "Limit: a cap was reached before the precision of 5 %; too little was measured for a confidence interval. Raise measure.maxTime or measure.maxPackets.",
    );
  });

  it("gives nothing when a cap ends the warm-up", async () => {
    const result = await runExperiment(
      loaded(0.2, { measure: { maxTime: ps(100_000_000) } }),
    );
    expect(result.status).toBe("limit");
    expect(result.verdict).toMatch(/before the warm-up was over/);
    expect(result.warmupPs).toBe(result.simulatedPs);
    expect(result.metrics).toHaveProperty("throughput");
    for (const value of Object.values(result.metrics))
      expect(value).toMatchObject({
        value: Number.NaN,
        absent: expect.stringMatching(/warm-up was not over/) as string,
      });
  });

  it("leaves out a warm-up of a given length", async () => {
    const result = await runExperiment(
      loaded(0.2, { measure: { warmup: ps(300_000_000) } }),
    );
    expect(result.status).toBe("converged");
    expect(result.warmupPs).toBe(300_000_000);
  });
});

describe("a run of finite traffic", () => {
  const operations = (more: Partial<Lab> = {}): Experiment =>
    experiment({
      fabric: tree,
      tables: treeTables,
      traffic: [use(multicastOperation, { sources: "100%", group: "40%" })],
      ...more,
    });

  it("is measured whole, to its last delivery", async () => {
    const result = await runExperiment(operations());
    expect(result.status).toBe("finished");
    expect(result.warmupPs).toBe(0);
    expect(result.packets).toEqual({
      injected: 16,
      delivered: 80,
      dropped: 0,
      inFlight: 0,
    });
    expect(result.simulatedPs).toBe(
      (result.metrics["completion"]?.value ?? 0) * 1000,
    );
    expect(result.verdict).toBe("Finished: 80 copies delivered.");
  });

  it("ends when it is delivered, with endless traffic as its background", async () => {
    const alone = await runExperiment(operations());
    const mixed = await runExperiment(
      operations({
        traffic: [
          background(0.4),
          use(multicastOperation, {
            sources: "100%",
            group: "40%",
            start: "100us",
          }),
        ],
      }),
    );
    expect(mixed.status).toBe("finished");
    expect(mixed.simulatedPs).toBeGreaterThan(
      100_000_000 + alone.simulatedPs / 2,
    );
    expect(mixed.packets.delivered).toBeGreaterThan(alone.packets.delivered);
    // What arrives is also of traffic whose load nobody knows.
    expect(mixed.metrics["throughput"]?.detail?.["offered"]).toBeUndefined();
    expect(mixed.metrics["completion"]?.value).toBeGreaterThan(
      alone.metrics["completion"]?.value ?? Infinity,
    );
  });
});

describe("a result", () => {
  it("has the same bytes for the same experiment, and others for another seed", async () => {
    for (const seeded of [
      (seed: number) => loaded(0.3, { seed }),
      (seed: number) =>
        experiment({
          fabric: tree,
          tables: treeTables,
          traffic: [use(multicastOperation)],
          seed,
        }),
    ]) {
      const one = JSON.stringify(await runExperiment(seeded(1)));
      expect(JSON.stringify(await runExperiment(seeded(1)))).toBe(one);
      expect(
        JSON.stringify({ ...(await runExperiment(seeded(2))), seed: 1 }),
      ).not.toBe(one);
    }
  });

  it("does not depend on who watches, on a fresh copy of the engine, or on the checked mode", async () => {
    const plain = await runExperiment(loaded(0.3));
    const seen: RunProgress[] = [];
    const watched = await runExperiment(
      { ...loaded(0.3), checked: false },
      {
        onProgress: (progress) => seen.push(progress),
        signal: new AbortController().signal,
        fresh: true,
      },
    );
    expect(watched).toEqual(plain);
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.every(({ fraction }) => fraction >= 0 && fraction <= 1)).toBe(
      true,
    );
    expect(seen.map(({ simulatedPs }) => simulatedPs)).toEqual(
      seen.map(({ simulatedPs }) => simulatedPs).sort((a, b) => a - b),
    );
  });

  it("tells the warm-up from the measurement, and expects its end where it comes", async () => {
    const seen: RunProgress[] = [];
    const result = await runExperiment(
      loaded(0.3, { measure: { precision: 0.01 } }),
      { onProgress: (progress) => seen.push(progress) },
    );
    expect(result.status).toBe("converged");
    const phases = seen.map(({ phase }) => phase);
    const measured = phases.indexOf("measuring");
    expect(measured).toBeGreaterThan(0);
    expect(new Set(phases.slice(0, measured))).toEqual(new Set(["warm-up"]));
    expect(new Set(phases.slice(measured))).toEqual(new Set(["measuring"]));
    // In the last half of the run: simulated / fraction is when it is expected to end.
    const late = seen.filter(
      ({ simulatedPs }) => simulatedPs > result.simulatedPs / 2,
    );
    expect(late.length).toBeGreaterThan(5);
    for (const { simulatedPs, fraction } of late) {
      const expected = simulatedPs / fraction / result.simulatedPs;
      expect(expected).toBeGreaterThan(0.4);
      expect(expected).toBeLessThan(2.5);
    }
  });

  it("has the wall time of the caller's clock, and 0 without one", async () => {
    let seconds = 5;
    const timed = await runExperiment(loaded(0.1), {
      clock: () => (seconds += 1.5),
    });
    expect(timed.wallSeconds).toBe(1.5);
    expect((await runExperiment(loaded(0.1))).wallSeconds).toBe(0);
  });
});

describe("stopping from outside", () => {
  it("rejects with the signal's reason", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const run = runExperiment(
      loaded(0.3, { measure: { precision: 0.000001 } }),
      {
        signal: controller.signal,
        onProgress: ({ delivered }) => {
          if (delivered > 5000) controller.abort(reason);
        },
      },
    );
    await expect(run).rejects.toBe(reason);
    await expect(
      runExperiment(loaded(0.3), { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });

  it("is heeded between composing, building the network and simulating, where these take long", async () => {
    const { createNetwork } = await import("@fabriclab/network");
    const reason = new Error("enough");
    /** A run that is stopped while `phase` is in progress, by a clock that moves on a second whenever it is looked at. */
    const stopped = async (phase: "composing" | "building") => {
      const controller = new AbortController();
      const stop = () => void setTimeout(() => controller.abort(reason));
      const done: string[] = [];
      let seconds = 0;
      if (phase === "composing") stop();
      const run = runExperiment(loaded(0.1), {
        signal: controller.signal,
        clock: () => ++seconds,
        onProgress: () => done.push("simulating"),
        engine: (composition) => {
          done.push("building");
          if (phase === "building") stop();
          return Object.assign(createNetwork(composition.network), {
            close: () => void done.push("closed"),
          });
        },
      });
      await expect(run).rejects.toBe(reason);
      return done;
    };
    expect(await stopped("composing")).toEqual([]);
    expect(await stopped("building")).toEqual(["building", "closed"]);
  });
});

describe("threads", () => {
  it("are refused by an engine that has one, never ignored", async () => {
    await expect(
      runExperiment({ ...loaded(0.1), threads: 2 }),
    ).rejects.toMatchObject({ code: "E_SIM_THREADS_UNSUPPORTED" });
  });

  it("are the business of the engine that is passed", async () => {
    const plain = await runExperiment(loaded(0.1));
    let closed = 0;
    const { createNetwork } = await import("@fabriclab/network");
    const result = await runExperiment(
      { ...loaded(0.1), threads: 2 },
      {
        engine({ network }) {
          const inner = createNetwork(network);
          return {
            get now() {
              return inner.now;
            },
            get journal() {
              return inner.journal;
            },
            get counts() {
              return inner.counts;
            },
            run: (until) => Promise.resolve(inner.run(until)),
            clearJournal: () => {
              inner.clearJournal();
            },
            takeChannelCounters: () => inner.takeChannelCounters(),
            idle: () => inner.idle(),
            isFiniteOver: () => inner.isFiniteOver(),
            diagnose: () => inner.diagnose(),
            check: () => {
              inner.check();
            },
            close() {
              closed += 1;
            },
          };
        },
      },
    );
    expect(result).toEqual(plain);
    expect(closed).toBe(1);
  });
});

describe("replications", () => {
  it("are the runs of their seeds, with an interval across them", async () => {
    const lab = experiment({
      fabric: tree,
      tables: treeTables,
      traffic: [use(multicastOperation, { sources: "40%" })],
    });
    const seeds = [1, 2, 3, 4, 5];
    const together = await replicate(lab, seeds);
    expect(together.status).toBe("finished");
    expect(together.runs).toHaveLength(5);
    expect(together.runs[3]).toEqual(await runExperiment({ ...lab, seed: 4 }));
    const values = together.runs.map(
      (run) => run.metrics["completion"]?.value ?? Number.NaN,
    );
    const mean = values.reduce((sum, value) => sum + value / 5, 0);
    const variance = values.reduce(
      (sum, value) => sum + (value - mean) ** 2 / 4,
      0,
    );
    const completion = together.metrics["completion"];
    expect(completion?.value).toBeCloseTo(mean, 6);
    // t(0.975, 4) = 2.776
    expect(completion?.ci95).toBeCloseTo(2.776445 * Math.sqrt(variance / 5), 1);
    expect(completion?.detail).toEqual({
      runs: 5,
      min: Math.min(...values),
      max: Math.max(...values),
    });
    // Percentiles are those of all runs' packets.
    expect(
      Object.keys(together.metrics["latency"]?.percentiles ?? {}),
    ).toContain("99");
    expect(summarize(together.runs, 0.95).metrics["completion"]).toEqual({
      ...completion,
      percentiles: undefined,
    });
  });

  it("have no mean latency when one of them has none", async () => {
    const quiet = await runExperiment(loaded(0.2));
    const loud = await runExperiment(loaded(0.9, { seed: 2 }));
    const together = summarize([quiet, loud], 0.95);
    expect(together.status).toBe("saturated");
    expect(together.metrics["latency"]).toMatchObject({
      value: Number.NaN,
      absent: expect.stringMatching(/^seed 2: saturated/) as string,
    });
    expect(together.metrics["throughput"]?.value).toBeGreaterThan(0);
    const louder = await runExperiment(loaded(0.9, { seed: 3 }));
    const absentIn = (...runs: RunResult[]): string | undefined =>
      summarize(runs, 0.95).metrics["latency"]?.absent;
    expect(absentIn(quiet, loud, louder)).toMatch(/^seeds 2 and 3: saturated/);
    expect(absentIn(loud, louder)).toMatch(/^all 2 seeds: saturated/);
  });

  it("have no interval of a count where some were longer than others, unless each did its work", async () => {
    const run = await runExperiment(loaded(0.2));
    const counted = (value: number, more: Partial<RunResult>): RunResult => ({
      ...run,
      metrics: { sent: { value, unit: "packets" } },
      ...more,
    });
    const of = (...runs: RunResult[]) => summarize(runs, 0.95).metrics["sent"];
    const long = { status: "converged", simulatedPs: 3e9, seed: 2 } as const;
    expect(of(counted(1, {}), counted(3, long))).toEqual({
      value: 2,
      unit: "packets",
      detail: { runs: 2, min: 1, max: 3 },
    });
    const finished = { status: "finished" } as const;
    const work = of(counted(1, finished), counted(3, { ...long, ...finished }));
    // t(0.975, 1) = 12.706, the standard deviation the root of 2.
    expect(work?.ci95).toBeCloseTo(12.706, 2);
    const equal = of(counted(1, {}), counted(3, { seed: 2 }));
    expect(equal?.ci95).toBeCloseTo(12.706, 2);
  });

  it("refuse equal seeds", async () => {
    await expect(replicate(loaded(0.1), [1, 1])).rejects.toMatchObject({
      code: "E_SIM_SEEDS",
    });
    await expect(replicate(loaded(0.1), [])).rejects.toMatchObject({
      code: "E_SIM_SEEDS",
    });
  });
});
