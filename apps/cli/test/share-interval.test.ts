import { describe, expect, it } from "vitest";
import { shareInterval } from "../src/share-interval.ts";

describe("the interval of a share", () => {
  // Both ends solve (count/of - p)^2 = z^2 p (1 - p) / of.
  it.each([
    [0, 10],
    [1, 10],
    [5, 10],
    [81, 263],
    [10, 10],
  ])("is where %i of %i is as far as 95 % of samples go", (count, of) => {
    for (const p of shareInterval(count, of))
      expect((count / of - p) ** 2).toBeCloseTo(
        (1.959963984540054 ** 2 * p * (1 - p)) / of,
        12,
      );
  });

  it("is Newcombe's for 81 of 263 and 0 of 20", () => {
    // R. G. Newcombe: Two-sided confidence intervals for the single proportion. Statistics in Medicine 17, 857-872, 1998, Table I, method 3.
    const rounded = (count: number, of: number) =>
      shareInterval(count, of).map((p) => Number(p.toFixed(4)));
    expect(rounded(81, 263)).toEqual([0.2553, 0.3662]);
    expect(rounded(0, 20)).toEqual([0, 0.1611]);
  });
});
