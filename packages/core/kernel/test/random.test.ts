import { describe, expect, it } from "vitest";
import { randomStream, Xoshiro128 } from "../src/random.ts";
import { logarithm } from "../src/random-log.ts";
import {
  fnv1a64,
  seedWords,
  splitmix64,
  type Word64,
} from "../src/random-seed.ts";

const MASK = 0xffffffffffffffffn;
const FNV = 0xcbf29ce484222325n;
const fnvStep = (hash: bigint, byte: bigint): bigint =>
  ((hash ^ byte) * 0x100000001b3n) & MASK;
const whole = ([low, high]: Word64): bigint =>
  (BigInt(high) << 32n) | BigInt(low);
const halves = (word: bigint): Word64 => [
  Number(word & 0xffffffffn),
  Number(word >> 32n),
];

const take = <T>(n: number, draw: () => T): T[] =>
  Array.from({ length: n }, draw);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, v) => sum + v, 0) / values.length;

describe("published vectors", () => {
  it("xoshiro128** gives the reference outputs for the state 1, 2, 3, 4", () => {
    // Test "reference" of the Rust crate rand_xoshiro (xoshiro128starstar.rs), made with Vigna's xoshiro128starstar.c 1.1.
    const stream = new Xoshiro128([1, 2, 3, 4]);
    expect(take(10, () => stream.uint32())).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034,
      3734860849, 3729100597, 4258142804,
    ]);
  });

  it("splitmix64 gives the reference outputs for the seed 1477776061723855037", () => {
    // Test "reference" of rand_xoshiro (splitmix64.rs), made with Vigna's splitmix64.c.
    const state = halves(1477776061723855037n);
    expect(splitmix64(state, 5).map(whole)).toEqual([
      1985237415132408290n,
      2979275885539914483n,
      13511426838097143398n,
      8488337342461049707n,
      15141737807933549159n,
    ]);
  });

  it("FNV-1a 64 gives the outputs of the FNV draft", () => {
    expect(whole(fnv1a64(""))).toBe(0xcbf29ce484222325n);
    expect(whole(fnv1a64("a"))).toBe(0xaf63dc4c8601ec8cn);
    expect(whole(fnv1a64("foobar"))).toBe(0x85944171f73967e8n);
  });

  it("FNV-1a hashes UTF-8 bytes, so that an accent is two bytes", () => {
    expect(whole(fnv1a64("é"))).toBe(fnvStep(fnvStep(FNV, 0xc3n), 0xa9n));
    // What stands behind the accent, and a character of two UTF-16 units.
    const bytes = [0x61, 0xc3, 0xa9, 0x62, 0xf0, 0x9f, 0x98, 0x80];
    expect(whole(fnv1a64("aéb\u{1f600}"))).toBe(
      bytes.map(BigInt).reduce(fnvStep, FNV),
    );
  });

  it("both are what their definitions give in whole numbers of 64 bits", () => {
    for (let i = 0; i < 500; i++) {
      const text = `${String(i * 7919)}\0poisson/H(${String(i)},${String(i % 9)})`;
      const hash = [...text].map((c) => BigInt(c.charCodeAt(0)));
      const state = hash.reduce(fnvStep, FNV);
      expect(whole(fnv1a64(text))).toBe(state);
      let s = state;
      for (const got of splitmix64(halves(state), 3)) {
        s = (s + 0x9e3779b97f4a7c15n) & MASK;
        let z = ((s ^ (s >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
        z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
        expect(whole(got)).toBe(z ^ (z >> 31n));
      }
    }
  });
});

describe("seeding", () => {
  it('treats 7, 7n and "7" as one seed', () => {
    expect(seedWords(7n, "a")).toEqual(seedWords(7, "a"));
    expect(seedWords("7", "a")).toEqual(seedWords(7, "a"));
  });

  it("keeps seed and name apart: seed 1 with name 23 is not seed 12 with name 3", () => {
    expect(seedWords(1, "23")).not.toEqual(seedWords(12, "3"));
  });

  it("gives 20,000 different states for 20,000 names", () => {
    const states = new Set(
      Array.from({ length: 20_000 }, (_, i) =>
        seedWords(1, `poisson/H(${i})`).join(),
      ),
    );
    expect(states.size).toBe(20_000);
  });

  it("refuses a broken seed and an all-zero state", () => {
    expect(() => randomStream(0.5, "a")).toThrow(
      expect.objectContaining({ code: "E_KERNEL_SEED" }),
    );
    expect(() => randomStream(Number.NaN, "a")).toThrow(
      expect.objectContaining({ code: "E_KERNEL_SEED" }),
    );
    expect(() => new Xoshiro128([0, 0, 0, 0])).toThrow(
      expect.objectContaining({ code: "E_KERNEL_RANDOM_STATE" }),
    );
  });
});

// Fixed seeds; every bound is at least 4.5 standard deviations, so a sound generator fails one in about 10^5 choices of seed.
describe("statistics", () => {
  const n = 200_000;

  it("uniform fills 1000 bins evenly (chi-square, 999 degrees of freedom)", () => {
    for (const name of ["a", "b", "poisson/P(000)"]) {
      const stream = randomStream(1, name);
      const bins = new Float64Array(1000);
      for (let i = 0; i < n; i++)
        bins[Math.floor(stream.uniform() * 1000)]! += 1;
      const chi2 = bins.reduce(
        (sum, count) => sum + (count - n / 1000) ** 2 / (n / 1000),
        0,
      );
      // mean 999, standard deviation sqrt(2*999) = 44.7
      expect(Math.abs(chi2 - 999)).toBeLessThan(4.5 * 44.7);
    }
  });

  it("uniform never leaves the open interval, even for the extreme words", () => {
    const extreme = (word: number): number => {
      const stream = new Xoshiro128([1, 2, 3, 4]);
      stream.uint32 = () => word;
      return stream.uniform();
    };
    expect(extreme(0)).toBe(2 ** -53);
    expect(extreme(0xffff_ffff)).toBe(1 - 2 ** -53);
  });

  it("uniform has no correlation at lags 1 to 5 and 64", () => {
    const stream = randomStream(2, "lag");
    const x = take(n, () => stream.uniform() - 0.5);
    for (const lag of [1, 2, 3, 4, 5, 64]) {
      let sum = 0;
      for (let i = lag; i < n; i++) sum += x[i]! * x[i - lag]!;
      // Product of two uniforms on (-1/2, 1/2): standard deviation 1/12.
      expect(Math.abs(sum / (n - lag)) * 12).toBeLessThan(4.5 / Math.sqrt(n));
    }
  });

  it("each of the 32 bits is one half of the time", () => {
    const stream = randomStream(3, "bits");
    const ones = new Float64Array(32);
    for (let i = 0; i < n; i++) {
      const word = stream.uint32();
      for (let bit = 0; bit < 32; bit++) ones[bit]! += (word >>> bit) & 1;
    }
    for (const count of ones)
      expect(Math.abs(count / n - 0.5)).toBeLessThan(
        4.5 * 0.5 * Math.sqrt(1 / n),
      );
  });

  it("below(n) is even, also for an n that does not divide 2^32", () => {
    const stream = randomStream(4, "below");
    const bins = new Float64Array(7);
    for (let i = 0; i < n; i++) bins[stream.below(7)]! += 1;
    const chi2 = bins.reduce(
      (sum, count) => sum + (count - n / 7) ** 2 / (n / 7),
      0,
    );
    expect(chi2).toBeLessThan(6 + 4.5 * Math.sqrt(12));
    // 3/4 of 2^32: a bare remainder would give the lower third twice as often as the rest.
    const wide = 3 * 2 ** 30;
    let low = 0;
    for (let i = 0; i < n; i++) low += stream.below(wide) < wide / 3 ? 1 : 0;
    expect(Math.abs(low / n - 1 / 3)).toBeLessThan(4.5 * Math.sqrt(2 / 9 / n));
  });

  it("below accepts 1 and 2^32 and refuses the rest", () => {
    const stream = randomStream(5, "edge");
    expect(stream.below(1)).toBe(0);
    expect(stream.below(2 ** 32)).toBeLessThan(2 ** 32);
    for (const bad of [0, -1, 1.5, 2 ** 32 + 1, Number.NaN]) {
      expect(() => stream.below(bad)).toThrow(
        expect.objectContaining({ code: "E_KERNEL_RANDOM_BELOW" }),
      );
    }
  });

  it("exponential has mean 1, variance 1 and the right tail", () => {
    const stream = randomStream(6, "exponential");
    const x = take(n, () => stream.exponential());
    const m = mean(x);
    expect(Math.abs(m - 1)).toBeLessThan(4.5 / Math.sqrt(n));
    // The fourth central moment is 9, so the variance of the sample variance is 8/n.
    expect(Math.abs(mean(x.map((v) => (v - m) ** 2)) - 1)).toBeLessThan(
      4.5 * Math.sqrt(8 / n),
    );
    for (const t of [0.1, 1, 3]) {
      const p = Math.exp(-t);
      expect(Math.abs(x.filter((v) => v > t).length / n - p)).toBeLessThan(
        4.5 * Math.sqrt((p * (1 - p)) / n),
      );
    }
    expect(Math.min(...x.slice(0, 1000))).toBeGreaterThan(0);
  });

  it("streams of neighbouring names and of neighbouring seeds do not correlate", () => {
    const pairs = [
      [randomStream(1, "poisson/H(0)"), randomStream(1, "poisson/H(1)")],
      [randomStream(1, "x"), randomStream(2, "x")],
    ] as const;
    for (const [a, b] of pairs) {
      let sum = 0;
      for (let i = 0; i < n; i++)
        sum += (a.uniform() - 0.5) * (b.uniform() - 0.5);
      expect(Math.abs(sum / n) * 12).toBeLessThan(4.5 / Math.sqrt(n));
    }
  });

  it("the first draws of 5,000 sources are uniform among themselves", () => {
    const bins = new Float64Array(50);
    for (let i = 0; i < 5000; i++)
      bins[Math.floor(randomStream(1, `poisson/H(${i})`).uniform() * 50)]! += 1;
    const chi2 = bins.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0);
    expect(Math.abs(chi2 - 49)).toBeLessThan(4.5 * Math.sqrt(98));
  });
});

describe("the engine-independent logarithm", () => {
  it("agrees with Math.log to 4 units in the last place over (0, 1)", () => {
    const stream = randomStream(8, "log");
    for (let i = 0; i < 100_000; i++) {
      const x = stream.uniform() ** (1 + (i % 5));
      const exact = Math.log(x);
      expect(
        Math.abs(logarithm(x) - exact) <= Math.abs(exact) * 4 * 2 ** -52,
        `ln ${x}`,
      ).toBe(true);
    }
    expect(logarithm(1)).toBe(0);
    expect(logarithm(2 ** -53)).toBe(Math.log(2 ** -53));
  });
});
