import { describe, expect, it } from "vitest";
import { booksim2, booksim2Saturation } from "../src/booksim2/golden.ts";
import { runAsBookSim } from "../src/booksim2/model.ts";

const shared = {
  topology: "mesh",
  k: 16,
  n: 2,
  virtualChannels: 4,
  warmup: 3000,
  seed: 1,
} as const;

describe("the packet engine beside BookSim2 (16x16 mesh, dimension order, uniform)", () => {
  for (const flits of [1, 16]) {
    it(`has BookSim2's zero-load latency 4H + 2 + (L-1) cycles with packets of ${String(flits)} flits`, () => {
      const ours = runAsBookSim({
        ...shared,
        flits,
        vcBuffer: 2 * flits + 6,
        rate: 0.001,
        measured: 100_000,
      });
      // BookSim2 itself measured 48.179 against 48.175 by this formula (H = 11.5438 routers, L = 1): 0.01 %.
      expect(ours.latency).toBeGreaterThan(
        4 * ours.switches + 1 + flits - 1e-9,
      );
      expect(ours.latency / (4 * ours.switches + 1 + flits)).toBeLessThan(
        1.002,
      );
      expect(ours.switches).toBeCloseTo(1 + (2 * (16 ** 2 - 1)) / (3 * 16), 0);
    });
  }

  for (const point of booksim2) {
    const { tolerance } = point;
    it(`has BookSim2's mean latency within ${String(tolerance * 100)} % (${point.name})`, () => {
      const measured =
        point.rate < 0.01 ? 100_000 : 6_000 * Math.min(4, point.flits);
      const ours = runAsBookSim({
        ...shared,
        flits: point.flits,
        vcBuffer: point.vcBuffer,
        rate: point.rate,
        measured,
      });
      expect(Math.abs(ours.latency / point.latency - 1)).toBeLessThan(
        tolerance,
      );
      expect(ours.accepted / point.rate).toBeCloseTo(1, 1);
    });
  }

  for (const point of booksim2Saturation) {
    it(`accepts BookSim2's saturation load within 10 %, below the bisection bound (${point.name})`, () => {
      const ours = runAsBookSim({
        ...shared,
        flits: point.flits,
        vcBuffer: point.vcBuffer,
        rate: 0.3,
        warmup: 6000,
        measured: 6000,
      });
      expect(Math.abs(ours.accepted / point.accepted - 1)).toBeLessThan(0.1);
      expect(ours.accepted).toBeLessThan(0.25 + 0.01);
    });
  }
});
