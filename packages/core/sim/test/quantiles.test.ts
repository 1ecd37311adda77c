import { describe, expect, it } from "vitest";
import { FabricError } from "@fabriclab/spec";
import {
  incompleteBeta,
  logGamma,
  normalCdf,
  normalQuantile,
  studentTQuantile,
} from "../src/index.ts";

// Critical values as printed in NIST/SEMATECH e-Handbook of Statistical Methods, §1.3.6.7.2 (three decimals).
const CRITICAL: readonly (readonly [
  df: number,
  p95: number,
  p975: number,
  p99: number,
  p995: number,
])[] = [
  [1, 6.314, 12.706, 31.821, 63.657],
  [2, 2.92, 4.303, 6.965, 9.925],
  [3, 2.353, 3.182, 4.541, 5.841],
  [4, 2.132, 2.776, 3.747, 4.604],
  [5, 2.015, 2.571, 3.365, 4.032],
  [6, 1.943, 2.447, 3.143, 3.707],
  [7, 1.895, 2.365, 2.998, 3.499],
  [8, 1.86, 2.306, 2.896, 3.355],
  [9, 1.833, 2.262, 2.821, 3.25],
  [10, 1.812, 2.228, 2.764, 3.169],
  [15, 1.753, 2.131, 2.602, 2.947],
  [20, 1.725, 2.086, 2.528, 2.845],
  [29, 1.699, 2.045, 2.462, 2.756],
  [30, 1.697, 2.042, 2.457, 2.75],
  [40, 1.684, 2.021, 2.423, 2.704],
  [60, 1.671, 2, 2.39, 2.66],
  [100, 1.66, 1.984, 2.364, 2.626],
];

describe("logGamma", () => {
  it("gives factorials and half-integers", () => {
    expect(logGamma(11)).toBeCloseTo(Math.log(3628800), 13);
    expect(logGamma(0.5)).toBeCloseTo(0.5 * Math.log(Math.PI), 13);
    expect(logGamma(1)).toBeCloseTo(0, 13);
    expect(logGamma(171)).toBeCloseTo(706.5730622457874, 10);
  });
});

describe("incompleteBeta", () => {
  it("is x for a uniform, a polynomial for whole parameters, and symmetric", () => {
    expect(incompleteBeta(0.3, 1, 1)).toBeCloseTo(0.3, 14);
    // I_x(2,3) = 6x² - 8x³ + 3x⁴
    expect(incompleteBeta(0.4, 2, 3)).toBeCloseTo(
      6 * 0.16 - 8 * 0.064 + 3 * 0.0256,
      14,
    );
    expect(
      incompleteBeta(0.7, 3.5, 0.5) + incompleteBeta(0.3, 0.5, 3.5),
    ).toBeCloseTo(1, 14);
    expect(incompleteBeta(0, 2, 2)).toBe(0);
    expect(incompleteBeta(1, 2, 2)).toBe(1);
  });
});

describe("studentTQuantile", () => {
  it.each(CRITICAL)(
    "agrees with the printed table at %i degrees of freedom",
    (df, p95, p975, p99, p995) => {
      expect(Math.abs(studentTQuantile(0.95, df) - p95)).toBeLessThan(5.1e-4);
      expect(Math.abs(studentTQuantile(0.975, df) - p975)).toBeLessThan(5.1e-4);
      expect(Math.abs(studentTQuantile(0.99, df) - p99)).toBeLessThan(5.1e-4);
      expect(Math.abs(studentTQuantile(0.995, df) - p995)).toBeLessThan(5.1e-4);
    },
  );

  it("equals its closed forms at one and two degrees of freedom", () => {
    for (const p of [0.51, 0.6, 0.8, 0.975, 0.9999]) {
      expect(
        studentTQuantile(p, 1) / Math.tan(Math.PI * (p - 0.5)),
      ).toBeCloseTo(1, 10);
      const a = 4 * p * (1 - p);
      expect(
        studentTQuantile(p, 2) / (2 * (p - 0.5) * Math.sqrt(2 / a)),
      ).toBeCloseTo(1, 10);
    }
  });

  it("is odd about one half and tends to the normal quantile", () => {
    expect(studentTQuantile(0.5, 7)).toBe(0);
    expect(studentTQuantile(0.1, 7)).toBeCloseTo(-studentTQuantile(0.9, 7), 12);
    expect(studentTQuantile(0.975, 1e6)).toBeCloseTo(normalQuantile(0.975), 5);
  });

  it("refuses what is no probability and no degree of freedom", () => {
    const code = (run: () => unknown): string | undefined => {
      try {
        run();
      } catch (error) {
        return FabricError.is(error) ? error.code : String(error);
      }
      return undefined;
    };
    expect(code(() => studentTQuantile(1, 5))).toBe("E_SIM_PROBABILITY");
    expect(code(() => studentTQuantile(Number.NaN, 5))).toBe(
      "E_SIM_PROBABILITY",
    );
    expect(code(() => studentTQuantile(0.9, 0))).toBe(
      "E_SIM_DEGREES_OF_FREEDOM",
    );
    expect(code(() => normalQuantile(0))).toBe("E_SIM_PROBABILITY");
  });
});

describe("normalQuantile", () => {
  it("gives the usual critical values", () => {
    expect(normalQuantile(0.5)).toBeCloseTo(0, 14);
    expect(normalQuantile(0.9)).toBeCloseTo(1.2815515655446004, 12);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
    expect(normalQuantile(0.999)).toBeCloseTo(3.090232306167813, 11);
    expect(normalQuantile(1e-10)).toBeCloseTo(-6.361340902404056, 10);
  });

  it("inverts the distribution function", () => {
    for (const z of [-6, -3.6, -3.4, -1, -0.1, 0.3, 2, 3])
      expect(normalQuantile(normalCdf(z))).toBeCloseTo(z, 10);
  });
});
