import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runSweep, type FactorInput } from "@fabriclab/experiment-sweep";
import { bench, planOf, values, type Engine } from "./small-sweep.ts";

/** A network that saturates above `truth`, and runs of each length that tell values from that which are farther away than `blind`: above it, and below it. */
interface Oracle {
  readonly truth: number;
  /** By length, falling: a longer run tells no less. */
  readonly blind: readonly { readonly above: number; readonly below: number }[];
}

const TIMES = [4, 16, 64];
const steps = TIMES.length;
const longer = TIMES.map((times) => ({
  times,
  sets: [{ path: "measure.maxTime", value: `${times}ms` }],
}));

const engineOf =
  (key: string, { truth, blind }: Oracle): Engine =>
  (levels, _seed, step) => {
    const value = Number(levels[key]);
    if (value > truth + blind[step]!.above)
      return { status: "saturated", value: null };
    return value <= truth - blind[step]!.below ? {} : { status: "limit" };
  };

const search = async (
  input: FactorInput,
  engine: Engine,
  resolution: number,
) => {
  const { store, executor } = bench(engine);
  const { saturation, points } = await runSweep(
    planOf([input], {
      saturation: { factor: input.name, resolution, longer },
    }),
    { store, executor },
  );
  expect(saturation).toHaveLength(1);
  return { ...saturation[0]!, points };
};

/** Oracles whose truth is between two numbers, and which differ in how much short runs see: nearly all to nearly nothing. */
const oracleWithin = (from: number, to: number): fc.Arbitrary<Oracle> =>
  fc
    .record({
      truth: fc.double({ min: from, max: to, noNaN: true }),
      blind: fc.array(
        fc.record({
          above: fc.constantFrom(0, 0.001, 0.01, 0.05, 0.3, 1),
          below: fc.constantFrom(0, 0.001, 0.01, 0.05, 0.3, 1),
        }),
        { minLength: steps + 1, maxLength: steps + 1 },
      ),
    })
    .map(({ truth, blind }) => ({
      truth,
      blind: blind.map((_, step) => {
        const sofar = blind.slice(0, step + 1);
        const least = (of: (one: Oracle["blind"][number]) => number): number =>
          (to - from) * Math.min(...sofar.map(of));
        return {
          above: least(({ above }) => above),
          below: least(({ below }) => below),
        };
      }),
    }));

/**
 * Most points of a search between two values: a bisection for each length of runs and one for the lower end of what stays open, each of which takes
 * away a quarter of the bracket at least (half of it, but where a value is at hand).
 */
const most = (range: number, smallest: number): number =>
  (steps + 2) *
  (Math.ceil(Math.log(Math.max(1, range / smallest)) / Math.log(4 / 3)) + 4);

describe("the search for saturation", () => {
  it.each([0.1, 0.01, 0.001])(
    "has the truth in its bracket after points logarithmic in range / resolution, whatever runs of a length see: %d",
    async (resolution) => {
      await fc.assert(
        fc.asyncProperty(oracleWithin(0.15, 0.85), async (oracle) => {
          const { truth, blind } = oracle;
          const { status, low, high, undecided, points } = await search(
            values("load", 0.1, 0.9),
            engineOf("load", oracle),
            resolution,
          );
          expect(points.length).toBeLessThanOrEqual(
            most(0.8, 0.1 * resolution),
          );
          if (low !== undefined) expect(low).toBeLessThanOrEqual(truth);
          if (high !== undefined) expect(high).toBeGreaterThan(truth);
          const { above, below } = blind[steps]!;
          if (status === "found" || status === "above")
            expect(low).toBeDefined();
          if (status === "found")
            expect(high! - low!).toBeLessThanOrEqual(resolution * high!);
          // As close as the longest runs see, and the resolution on either side.
          if (status === "undecided" && low !== undefined && high !== undefined)
            expect(high - low).toBeLessThanOrEqual(
              above + below + 2 * resolution * high,
            );
          expect(undecided ?? []).toEqual(
            (undecided ?? []).filter(
              (value) => value > truth - below && value <= truth + above,
            ),
          );
          expect(["found", "undecided", "above"]).toContain(status);
          if (above + below === 0) expect(status).toBe("found");
        }),
        { numRuns: 200 },
      );
    },
  );

  it("goes no further than the ends of whole numbers, and takes none but those", async () => {
    await fc.assert(
      fc.asyncProperty(
        oracleWithin(0, 80),
        fc.boolean(),
        async (oracle, falls) => {
          // 0 stands for a network that even the smallest value saturates.
          const engine = engineOf("lanes", oracle);
          const mirrored: Engine = ({ lanes }, seed, step) =>
            engine({ lanes: 65 - Number(lanes) }, seed, step);
          const { points, low, high } = await search(
            { ...values("lanes", 1, 64), parts: 1 },
            falls ? mirrored : engine,
            0.01,
          );
          for (const { levels } of points) {
            expect(Number.isInteger(levels["lanes"])).toBe(true);
            expect(levels["lanes"]).toBeGreaterThanOrEqual(1);
            expect(levels["lanes"]).toBeLessThanOrEqual(64);
          }
          expect(points.length).toBeLessThanOrEqual(most(63, 0.5));
          const saturates = (value: number | undefined): boolean =>
            (falls ? 65 - value! : value!) > oracle.truth;
          if (low !== undefined) expect(saturates(low)).toBe(false);
          if (high !== undefined) expect(saturates(high)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
