import { effectiveBisection } from "@fabriclab/analysis-balance";
import { FabricBuilder } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { bisectionSeries } from "../src/compare/bisections.ts";
import {
  batchSizes,
  confidenceOfEach,
  isDifference,
  meanOf,
  pairedDifference,
} from "../src/compare/differences.ts";
import { loadRegistry } from "../src/plugins.ts";
import { routedTables } from "../src/routed-tables.ts";

describe("mean of a series", () => {
  it("has Student's interval", () => {
    // 1, 2, 3: s = 1, t(0.975; 2) = 4.3027 (tables of the t distribution)
    const { value, ci } = meanOf({ means: [1, 2, 3], samples: 3 });
    expect(value).toBeCloseTo(2, 12);
    expect(ci).toBeCloseTo(4.3027 / Math.sqrt(3), 4);
  });

  it("weighs batches by their samples, and keeps the interval of the single samples", () => {
    const samples = 5000;
    const sizes = batchSizes(samples);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(samples);
    expect(sizes.length).toBeLessThan(samples);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBe(1);
    // Samples that alternate between 0 and 1 by a chaotic map: mean 1/2, variance 1/4.
    let x = 0.1234;
    const drawn = Array.from({ length: samples }, () => {
      x = 4 * x * (1 - x);
      return x < 0.5 ? 0 : 1;
    });
    let at = 0;
    const means = sizes.map((size) => {
      const batch = drawn.slice(at, (at += size));
      return batch.reduce<number>((sum, one) => sum + one, 0) / size;
    });
    const { value, ci } = meanOf({ means, samples });
    const mean = drawn.reduce<number>((sum, one) => sum + one, 0) / samples;
    expect(value).toBeCloseTo(mean, 12);
    const expected = 1.96 * Math.sqrt(0.25 / samples);
    expect(ci / expected).toBeGreaterThan(0.85);
    expect(ci / expected).toBeLessThan(1.15);
  });

  it("has wider intervals for each of several statements (Bonferroni)", () => {
    expect(confidenceOfEach(1)).toBe(0.95);
    expect(confidenceOfEach(10)).toBeCloseTo(0.995, 12);
  });
});

it("a difference that all pairs show is one, however wide the spread that they share", () => {
  const means = [10, 90, 20, 80, 30, 70];
  const one = { means, samples: 6 };
  const other = { means: means.map((mean) => mean - 1), samples: 6 };
  expect(pairedDifference(one, other)).toEqual({ value: 1, ci: 0 });
  expect(isDifference(pairedDifference(one, other))).toBe(true);
  const shuffled = { means: [...other.means].reverse(), samples: 6 };
  expect(isDifference(pairedDifference(one, shuffled))).toBe(false);
  expect(isDifference(pairedDifference(one, one))).toBe(false);
});

describe("bisections one by one", () => {
  /** Rings of four switches with two hosts each. */
  function rings(count: number): Fabric {
    const builder = new FabricBuilder("rings");
    for (let ring = 0; ring < count; ring++) {
      const switches = [0, 1, 2, 3].map((i) =>
        builder.addSwitch(`s${ring}${i}`, 4),
      );
      for (const [i, sw] of switches.entries()) {
        builder.connect(sw, 1, switches[(i + 1) % 4]!, 2);
        for (const port of [3, 4])
          builder.connect(builder.addHost(`h${ring}${i}${port}`), 1, sw, port);
      }
    }
    return builder.build();
  }

  it.each([1, 2])(
    "have the mean and the interval of effectiveBisection (%d parts)",
    async (parts) => {
      const fabric = rings(parts);
      const flags = {
        ...{ fabric: "", routing: "minhop", multicast: "union" },
        lids: "assign" as const,
      };
      const registry = await loadRegistry({ modules: [] });
      const tables = routedTables(registry, fabric, flags, {}, undefined);
      const endports = Array.from(
        { length: fabric.endportCount - fabric.switchCount },
        (_, i) => (fabric.switchCount + i) as EndportIx,
      );
      const options = { endports, samples: 40, seed: 3 };
      const theirs = effectiveBisection(fabric, tables, options);
      const ours = meanOf(bisectionSeries(fabric, tables, options));
      expect(ours.value).toBeCloseTo(100 * theirs.value, 10);
      expect(ours.ci).toBeCloseTo(100 * theirs.ci95, 10);
      const many = { ...options, samples: 1300 };
      expect(meanOf(bisectionSeries(fabric, tables, many)).value).toBeCloseTo(
        100 * effectiveBisection(fabric, tables, many).value,
        10,
      );
    },
  );
});
