import { randomStream } from "@fabriclab/kernel";
import { LatencyHistogram } from "@fabriclab/metrics-latency";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bucketOf, middleOf } from "../src/histogram.ts";

const filled = (values: readonly number[]): LatencyHistogram => {
  const histogram = new LatencyHistogram();
  for (const value of values) histogram.record(value);
  return histogram;
};

const summary = (h: LatencyHistogram): unknown => [
  h.count,
  h.mean,
  h.min,
  h.max,
  ...[0, 0.25, 0.5, 0.9, 0.99, 0.999, 1].map((q) => h.quantile(q)),
];

const value = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  fc.maxSafeInteger().map((v) => Math.floor(Math.abs(v) / 2 ** 12)),
);
const values = fc.array(value, { maxLength: 60 });

describe("buckets", () => {
  it("are exact below 256 and within 1/256 of every value up to 2^53", () => {
    for (let v = 0; v < 256; v++) expect(middleOf(bucketOf(v))).toBe(v);
    fc.assert(
      fc.property(fc.maxSafeInteger().map(Math.abs), (v) => {
        const middle = middleOf(bucketOf(v));
        expect(Math.abs(middle - v)).toBeLessThanOrEqual(v / 256);
      }),
      { numRuns: 2000 },
    );
  });

  it("never go down as the value goes up, through every power of two", () => {
    for (let exponent = 1; exponent <= 52; exponent++) {
      const edge = 2 ** exponent;
      const around = [edge - 2, edge - 1, edge, edge + 1, edge * 1.5];
      const buckets = around.map((v) => bucketOf(Math.max(0, Math.floor(v))));
      expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
      expect(bucketOf(edge) - bucketOf(edge - 1)).toBe(1);
    }
  });
});

describe("quantiles", () => {
  it("are those of the sorted values to 0.4 %, exact at the ends", () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 200 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (list, share) => {
          const h = filled(list);
          const sorted = [...list].sort((a, b) => a - b);
          const exact =
            sorted[Math.max(1, Math.ceil(share * list.length)) - 1]!;
          expect(Math.abs(h.quantile(share) - exact)).toBeLessThanOrEqual(
            exact / 256,
          );
          expect(h.min).toBe(sorted[0]);
          expect(h.max).toBe(sorted.at(-1));
        },
      ),
    );
  });

  it("of 100,000 exponentials match the closed form -ln(1-q)", () => {
    const stream = randomStream(1, "latency");
    const h = new LatencyHistogram();
    const n = 100_000;
    for (let i = 0; i < n; i++)
      h.record(Math.round(stream.exponential() * 1e6));
    for (const q of [0.5, 0.9, 0.99, 0.999]) {
      const exact = -Math.log(1 - q) * 1e6;
      // Standard deviation of a sample quantile: sqrt(q(1-q)/n) / density, and the density is 1-q.
      const sd = (Math.sqrt((q * (1 - q)) / n) / (1 - q)) * 1e6;
      expect(Math.abs(h.quantile(q) - exact)).toBeLessThan(
        4.5 * sd + exact / 256,
      );
    }
  });
});

describe("merging", () => {
  it("equals recording everything in one, in any order and grouping", () => {
    fc.assert(
      fc.property(values, values, values, (a, b, c) => {
        const whole = filled([...a, ...b, ...c]);
        const left = filled(a);
        left.merge(filled(b));
        left.merge(filled(c));
        const right = filled(b);
        right.merge(filled(c));
        const first = filled(a);
        first.merge(right);
        const turned = filled(c);
        turned.merge(filled(b));
        turned.merge(filled(a));
        for (const merged of [left, first, turned])
          expect(summary(merged)).toEqual(summary(whole));
      }),
    );
  });

  it("with an empty one changes nothing, and clearing leaves nothing", () => {
    fc.assert(
      fc.property(values, (a) => {
        const h = filled(a);
        h.merge(new LatencyHistogram());
        expect(summary(h)).toEqual(summary(filled(a)));
        h.clear();
        expect(summary(h)).toEqual(summary(new LatencyHistogram()));
        expect(h.count).toBe(0);
      }),
    );
  });
});

describe("a histogram's state", () => {
  it("adds what merging the histogram adds, also after JSON", () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        const merged = filled(a);
        merged.merge(filled(b));
        const told = filled(a);
        told.mergeState(
          JSON.parse(JSON.stringify(filled(b).state())) as number[],
        );
        expect(summary(told)).toEqual(summary(merged));
        expect(told.state()).toEqual(merged.state());
      }),
    );
  });
});
