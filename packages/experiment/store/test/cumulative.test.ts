import { describe, expect, it } from "vitest";
import { cumulativeOf, histogramsIn } from "@fabriclab/experiment-store";

describe("the cumulative distribution of a point's runs", () => {
  it("is exact for one run, without a band", () => {
    expect(
      cumulativeOf([
        [
          [10, 1],
          [20, 2],
          [40, 1],
        ],
      ]),
    ).toEqual([
      { upTo: 10, share: 0.25 },
      { upTo: 20, share: 0.75 },
      { upTo: 40, share: 1 },
    ]);
  });

  it("is the mean over runs, each counting the same, with Student's t", () => {
    const steps = cumulativeOf([
      [
        [1, 1],
        [2, 1],
      ],
      [
        [2, 3],
        [4, 1],
      ],
    ]);
    // At 1, 2 and 4 the runs have .5 and 0, 1 and .75, 1 and 1; t of one degree of freedom is 12.7062.
    expect(steps.map(({ upTo, share }) => [upTo, share])).toEqual([
      [1, 0.25],
      [2, 0.875],
      [4, 1],
    ]);
    expect(steps[0]?.ci95).toBeCloseTo((12.7062 * 0.5) / 2, 3);
    expect(steps[1]?.ci95).toBeCloseTo((12.7062 * 0.25) / 2, 3);
    expect(steps[2]?.ci95).toBe(0);
  });

  it("is nothing where a run has no values", () => {
    expect(cumulativeOf([])).toEqual([]);
    expect(cumulativeOf([[[1, 1]], []])).toEqual([]);
    expect(histogramsIn(["[[1,1]]", null])).toBeUndefined();
    expect(histogramsIn(["[[1,1]]", "[[2,5]]"])).toEqual([[[1, 1]], [[2, 5]]]);
  });
});
