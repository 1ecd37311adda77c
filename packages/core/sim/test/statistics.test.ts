import { describe, expect, it } from "vitest";
import {
  batchCounts,
  batchMeans,
  batchMeansOfValues,
  CollapsingSeries,
  detectSaturation,
  IndependentReplications,
  type LoadWindow,
  meanInterval,
  mser5,
  precise,
  ratioInterval,
  rebatch,
  relativeHalfWidth,
} from "../src/index.ts";
import { autoregression, normals, uniforms, waits } from "./series.ts";

/** Share of `runs` seeded experiments whose interval covers the truth. */
function coverage(
  runs: number,
  truth: number,
  interval: (seed: number) => { mean: number; halfWidth: number },
): number {
  let covered = 0;
  for (let seed = 1; seed <= runs; seed += 1) {
    const { mean, halfWidth } = interval(seed);
    if (Math.abs(mean - truth) <= halfWidth) covered += 1;
  }
  return covered / runs;
}

describe("meanInterval", () => {
  it("is the textbook interval", () => {
    // Mean 5, variance 2.5, t(0.975, 4) = 2.776: 2.776 * sqrt(2.5 / 5) = 1.963.
    const interval = meanInterval([3, 4, 5, 6, 7], 0.95);
    expect(interval.mean).toBeCloseTo(5, 12);
    expect(interval.halfWidth).toBeCloseTo(1.963, 3);
  });

  it("has no width with one observation", () => {
    expect(meanInterval([3], 0.95).halfWidth).toBeNaN();
  });

  it("covers the mean of independent observations as often as it says", () => {
    const share = coverage(400, 2, (seed) => {
      const noise = normals(seed);
      return meanInterval(
        Array.from({ length: 8 }, () => 2 + noise()),
        0.95,
      );
    });
    expect(share).toBeGreaterThan(0.92);
    expect(share).toBeLessThan(0.98);
  });

  it.each([95, 0, 1, 1 - Number.EPSILON / 2])(
    "refuses a confidence of %d",
    (confidence) => {
      expect(() => meanInterval([1, 2], confidence)).toThrow(
        expect.objectContaining({ code: "E_SIM_CONFIDENCE" }),
      );
    },
  );
});

describe("ratioInterval", () => {
  it("is the interval of the mean where all weights are equal", () => {
    const plain = meanInterval([3, 4, 5, 6, 7], 0.9);
    const ratio = ratioInterval(
      [3, 4, 5, 6, 7].map((y) => [2 * y, 2] as const),
      0.9,
    );
    expect(ratio.mean).toBeCloseTo(plain.mean, 12);
    expect(ratio.halfWidth).toBeCloseTo(plain.halfWidth, 12);
  });

  it("covers a ratio whose denominator is random", () => {
    const share = coverage(300, 10, (seed) => {
      const u = uniforms(seed);
      const pairs = Array.from({ length: 20 }, () => {
        const n = 20 + Math.floor(20 * u());
        let y = 0;
        for (let i = 0; i < n; i += 1) y += 20 * u();
        return [y, n] as const;
      });
      return ratioInterval(pairs, 0.95);
    });
    expect(share).toBeGreaterThan(0.9);
    expect(share).toBeLessThan(0.985);
  });
});

describe("mser5", () => {
  it("cuts off a transient and hardly more", () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const series = autoregression(seed, 2000, 100, 0.5).map(
        (value, i) => value + 50 * Math.exp(-i / 50),
      );
      const { truncation, settled } = mser5(series);
      expect(settled).toBe(true);
      // After 150 observations 2.5 of the 50 are left, about two standard deviations of the noise of this series.
      expect(truncation).toBeGreaterThanOrEqual(100);
      expect(truncation).toBeLessThan(1000);
      expect(truncation % 5).toBe(0);
    }
  });

  it("cuts a step exactly where it is", () => {
    const series = Array.from(
      { length: 400 },
      (_, i) => (i < 60 ? 5 : 1) + (i % 2) * 0.01,
    );
    expect(mser5(series)).toMatchObject({ truncation: 60, settled: true });
  });

  it("leaves a constant series whole", () => {
    expect(mser5(new Float64Array(100).fill(7))).toEqual({
      truncation: 0,
      statistic: 0,
      settled: true,
    });
  });

  it("says that a growing series has not settled", () => {
    expect(mser5(Array.from({ length: 500 }, (_, i) => i)).settled).toBe(false);
  });

  it("says nothing of a series that is too short", () => {
    expect(mser5([1, 2, 3, 4, 5, 6]).settled).toBe(false);
  });

  it("brings the mean of a series with a long transient nearer to the truth", () => {
    // Begun 300 too high, as a queue with a backlog would be, and falling by one per step.
    let raw = 0;
    let cut = 0;
    for (let seed = 1; seed <= 40; seed += 1) {
      const series = autoregression(seed, 3000, 9, 0.9).map(
        (value, i) => value + Math.max(0, 300 - i),
      );
      const mean = (values: number[]): number =>
        values.reduce((sum, value) => sum + value, 0) / values.length;
      raw += Math.abs(mean(series) - 9) / 40;
      cut += Math.abs(mean(series.slice(mser5(series).truncation)) - 9) / 40;
    }
    expect(raw).toBeGreaterThan(10);
    expect(cut).toBeLessThan(0.5);
  });
});

describe("batchMeans", () => {
  it("tries thirty batches first and ten last", () => {
    expect(batchCounts(30)[0]).toBe(30);
    expect(batchCounts(64)).toEqual([21, 16, 12, 10]);
    expect(batchCounts(9)).toEqual([]);
    expect(batchCounts(10)).toEqual([10]);
  });

  it("leaves the remainder out at the front", () => {
    expect(rebatch([0, 1, 2, 3, 4, 5, 6], 3)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
  });

  it("does so with a rest of the transient, by which the mean would be off", () => {
    // 31 windows make 15 batches of two, or ten of three: the first window belongs to none.
    expect(
      batchMeansOfValues([1000, ...Array<number>(30).fill(1)], 0.95),
    ).toMatchObject({ mean: 1, halfWidth: 0 });
  });

  it("covers the mean of a correlated series, and a naive interval does not", () => {
    const truth = 50;
    const series = (seed: number): number[] =>
      autoregression(seed, 3000, truth, 0.9);
    const batched = coverage(
      200,
      truth,
      (seed) =>
        batchMeansOfValues(series(seed), 0.95) ?? { mean: 0, halfWidth: 0 },
    );
    const naive = coverage(200, truth, (seed) =>
      meanInterval(series(seed), 0.95),
    );
    expect(batched).toBeGreaterThanOrEqual(0.88);
    expect(batched).toBeLessThanOrEqual(0.99);
    expect(naive).toBeLessThan(0.6);
  });

  it("covers the mean wait of an M/M/1 queue from one long run", () => {
    // Load 0.5: mean wait 1. Windows of equal time with a random number of customers, as in a network run.
    const share = coverage(200, 1, (seed) => {
      const windows: [number, number][] = Array.from({ length: 60 }, () => [
        0, 0,
      ]);
      const customers = waits(seed, 33_000, 0.5).slice(1000);
      const start = customers[0]?.arrival ?? 0;
      for (const { wait, arrival } of customers) {
        const window = windows[Math.floor((arrival - start) / 1000)];
        if (window === undefined) break;
        window[0] += wait;
        window[1] += 1;
      }
      return batchMeans(windows, 0.95) ?? { mean: 0, halfWidth: 0 };
    });
    expect(share).toBeGreaterThanOrEqual(0.88);
    expect(share).toBeLessThanOrEqual(0.99);
  });

  it("says when even its longest batches depend on each other", () => {
    const interval = batchMeansOfValues(
      Array.from({ length: 60 }, (_, i) => Math.sin(i / 20)),
      0.95,
    );
    expect(interval?.independent).toBe(false);
  });

  it("gives no interval from too few windows or from nothing", () => {
    expect(batchMeansOfValues([1, 2, 3], 0.95)).toBeUndefined();
    expect(
      batchMeans(
        Array.from({ length: 40 }, () => [0, 0] as const),
        0.95,
      ),
    ).toBeUndefined();
  });
});

describe("IndependentReplications", () => {
  it("covers the mean of a transient-free series", () => {
    const share = coverage(200, 5, (seed) => {
      const runs = new IndependentReplications(0.95);
      for (let run = 0; run < 5; run += 1) {
        const series = autoregression(seed * 1000 + run, 300, 5, 0.8);
        runs.add(series.reduce((sum, value) => sum + value, 0) / series.length);
      }
      return runs.interval();
    });
    expect(share).toBeGreaterThanOrEqual(0.88);
    expect(share).toBeLessThanOrEqual(0.99);
  });
});

describe("CollapsingSeries", () => {
  it("keeps the sum and bounds the number of windows", () => {
    const series = new CollapsingSeries<number>(8, (a, b) => a + b);
    let pushed = 0;
    // Each window holds as many units as the series asks for.
    for (let i = 0; i < 50; i += 1) {
      pushed += series.units;
      series.push(series.units);
      expect(series.windows.length).toBeLessThan(8);
      expect(series.windows.every((window) => window === series.units)).toBe(
        true,
      );
    }
    expect(series.windows.reduce((sum, window) => sum + window, 0)).toBe(
      pushed,
    );
  });
});

describe("stopping rule", () => {
  /** Extends an AR(1) series geometrically until it is precise; the interval at which it stopped. */
  function sequential(seed: number): {
    mean: number;
    halfWidth: number;
    length: number;
  } {
    const series = autoregression(seed, 200_000, 20, 0.8);
    for (let length = 600; ; length = Math.ceil(length * 1.5)) {
      const windows = rebatch(series.slice(0, length), 60).map(
        (batch) =>
          [batch.reduce((sum, x) => sum + x, 0), batch.length] as const,
      );
      const interval = batchMeans(windows, 0.95);
      if (
        precise(interval, length, { precision: 0.02, minimum: 600 }) &&
        interval
      )
        return { ...interval, length };
      if (length > series.length) throw new Error("never precise");
    }
  }

  it("stops at the precision asked, and still covers the truth", () => {
    let longest = 0;
    const share = coverage(200, 20, (seed) => {
      const end = sequential(seed);
      expect(end.halfWidth / end.mean).toBeLessThanOrEqual(0.02);
      longest = Math.max(longest, end.length);
      return end;
    });
    expect(share).toBeGreaterThanOrEqual(0.88);
    expect(longest).toBeGreaterThan(600);
  });

  it("does not stop without an interval or before the minimum", () => {
    const flat = batchMeansOfValues(new Array<number>(30).fill(1), 0.95);
    expect(relativeHalfWidth(undefined)).toBeNaN();
    expect(precise(undefined, 1e9, { precision: 1, minimum: 0 })).toBe(false);
    expect(precise(flat, 10, { precision: 0.1, minimum: 100 })).toBe(false);
    expect(precise(flat, 100, { precision: 0.1, minimum: 100 })).toBe(true);
  });
});

describe("detectSaturation", () => {
  /** An M/D/1 source queue of service time 1 seen in windows of 1000; packets of one byte. */
  function queue(seed: number, load: number, windows: number): LoadWindow[] {
    const u = uniforms(seed);
    const seen = Array.from({ length: windows }, () => ({
      injectedBytes: 0,
      injectedPackets: 0,
      sourceWait: 0,
    }));
    let birth = 0;
    let free = 0;
    for (;;) {
      birth += -Math.log(u()) / load;
      const start = Math.max(birth, free);
      free = start + 1;
      const window = seen[Math.floor(start / 1000)];
      if (window === undefined) return seen;
      window.injectedBytes += 1;
      window.injectedPackets += 1;
      window.sourceWait += start - birth;
    }
  }

  it("recognises a queue that is offered five percent too much", () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const { saturated, growth } = detectSaturation(
        queue(seed, 1.05, 60),
        1050,
      );
      expect(saturated).toBe(true);
      // The wait grows by 1 - 1/1.05 of the time that passes.
      expect(growth / 1000).toBeCloseTo(1 - 1 / 1.05, 1);
    }
  });

  it("calls no stable queue saturated, up to 95 % load and from an empty start", () => {
    let wrong = 0;
    for (let seed = 1; seed <= 100; seed += 1) {
      for (const load of [0.3, 0.8, 0.95])
        if (detectSaturation(queue(seed, load, 40), load * 1000).saturated)
          wrong += 1;
    }
    expect(wrong).toBe(0);
  });

  it("is not deceived by an offered load that is declared too high", () => {
    expect(detectSaturation(queue(3, 0.5, 60), 900).saturated).toBe(false);
  });

  it("recognises growth alone where the traffic declares no load", () => {
    expect(detectSaturation(queue(4, 1.3, 60), undefined).saturated).toBe(true);
  });

  it("takes a wait that grows as the root of time for none that grows without bound", () => {
    // The root rises by 0.41 as much from 20 to 40 as from 0 to 20; a line by as much.
    const waiting = (wait: (k: number) => number): LoadWindow[] =>
      Array.from({ length: 40 }, (_, k) => ({
        injectedBytes: 1000,
        injectedPackets: 1,
        sourceWait: wait(k),
      }));
    expect(detectSaturation(waiting(Math.sqrt), 1100).saturated).toBe(false);
    expect(
      detectSaturation(
        waiting((k) => k),
        1100,
      ).saturated,
    ).toBe(true);
  });

  it("claims nothing from a few windows", () => {
    expect(detectSaturation(queue(5, 2, 15), 2000).saturated).toBe(false);
  });
});
