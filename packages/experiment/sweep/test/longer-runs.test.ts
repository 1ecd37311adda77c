import { describe, expect, it } from "vitest";
import { runSweep } from "@fabriclab/experiment-sweep";
import { bench, planOf, values, type Engine } from "./small-sweep.ts";

const load = values("load", 0.1, 0.5, 0.9);

describe("the search for saturation", () => {
  /** A network that carries 0.6: runs of `points` longer caps tell a load from it that is so much away, and below it have the interval given. */
  const carriesSixTenths =
    (tells: readonly number[], widths: readonly number[]): Engine =>
    ({ load: at }, _seed, step) => {
      const offered = Number(at);
      if (offered > 0.6 + tells[step]!)
        return { status: "saturated", value: null };
      return offered < 0.3
        ? {}
        : {
            status: "limit",
            accepted: {
              value: Math.min(offered, 0.6),
              ci95: widths[step]!,
              offered,
            },
          };
    };
  const longer = [4, 16].map((times) => ({
    times,
    sets: [{ path: "measure.maxTime", value: `${times}ms` }],
  }));
  const searched = async (engine: Engine, steps: typeof longer) => {
    const { store, executor, computed } = bench(engine);
    const { saturation, points } = await runSweep(
      planOf([load], {
        saturation: { factor: "load", resolution: 0.01, longer: steps },
      }),
      { store, executor },
    );
    return { ...saturation[0]!, points, computed };
  };

  it("takes a load for carried whose runs stop at a cap but show that it is accepted", async () => {
    const engine = carriesSixTenths([0.001], [0.001]);
    const found = await searched(engine, longer);
    expect(found.status).toBe("found");
    expect(found).not.toHaveProperty("longer");
    expect(found.low).toBeLessThanOrEqual(0.601);
    expect(found.high).toBeGreaterThan(0.6);
  });

  it("tells of runs that end with their finite traffic, which are not made longer", async () => {
    const found = await searched(
      ({ load: at }) => ({
        status: "finished",
        ...(Number(at) > 0.6 ? { partly: true as const } : {}),
      }),
      longer,
    );
    expect(found).toMatchObject({ status: "found", finite: true });
    expect(found).not.toHaveProperty("longer");
    const endless = await searched(carriesSixTenths([0.001], [0.001]), longer);
    expect(endless).not.toHaveProperty("finite");
  });

  it("makes runs longer until the lower end is clear, and goes on where they show that it saturates", async () => {
    // Short runs see nothing wrong up to 0.65, and know what is accepted to 5 % only.
    const engine = carriesSixTenths([0.05, 0.02, 0.002], [0.03, 0.01, 0.001]);
    const {
      status,
      low,
      high,
      longer: made,
      points,
      ...rest
    } = await searched(engine, longer);
    expect(status).toBe("found");
    expect(low).toBeGreaterThan(0.58);
    expect(low).toBeLessThanOrEqual(0.602);
    expect(high).toBeGreaterThan(0.6);
    expect((high! - low!) / high!).toBeLessThanOrEqual(0.01);
    expect(made?.some(({ value }) => value > 0.61)).toBe(true);
    expect(made?.find(({ value }) => value === low)?.step).toBe(2);
    const last = points.findLast(({ levels }) => levels["load"] === low)!;
    expect(last).toMatchObject({
      stage: "saturation",
      longer: 2,
      times: 16,
      label: `load ${low}, 16 times as long`,
    });
    expect(last.sets).toEqual([
      { path: "load", value: low },
      { path: "measure.maxTime", value: "16ms" },
    ]);
    expect(new Set(rest.computed).size).toBe(points.length);
  });

  it("gives the wider bracket that is certain where the longest runs do not show more", async () => {
    const engine = carriesSixTenths([0.05, 0.02, 0.02], [0.03, 0.01, 0.01]);
    const found = await searched(engine, longer);
    expect(found.status).toBe("undecided");
    // Below 0.3 every run converges, above it none tells: the lower end is as close to that as the upper end would be.
    expect(found.low).toBeLessThan(0.3);
    expect(Math.min(...found.undecided!)).toBeGreaterThanOrEqual(0.3);
    expect(found.low! / Math.min(...found.undecided!)).toBeGreaterThanOrEqual(
      0.99,
    );
    expect(found.high).toBeGreaterThan(0.62);
    expect(found.undecided?.every((value) => value < found.high!)).toBe(true);
    expect(found.undecided?.some((value) => value > 0.61)).toBe(true);
    // Without longer runs, too; and what is not seen to saturate at all.
    const short = await searched(engine, []);
    expect(short.status).toBe("undecided");
    const never = await searched(
      ({ load: at }) => (Number(at) > 0.2 ? { status: "limit" } : {}),
      longer,
    );
    expect(never).toMatchObject({
      status: "undecided",
      low: 0.1,
      undecided: [0.9, 0.5],
    });
    expect(never).not.toHaveProperty("high");
  });
});
