import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  firstShards,
  runSweep,
  type RunFigures,
  type Shard,
  type SweepPlan,
  type SweepProgress,
} from "@fabriclab/experiment-sweep";
import { seedsNeeded } from "../src/precision.ts";
import { shardsOf } from "../src/shards.ts";
import { bench, planOf, values, type Engine } from "./small-sweep.ts";

const load = values("load", 0.1, 0.5, 0.9);
const routing = values("routing", "a", "b");

describe("a sweep", () => {
  it("runs every point under the same seeds, whatever is compared", async () => {
    const { computed, store, executor } = bench(() => ({}));
    await runSweep(planOf([load, routing], { seed: 7, seeds: 2 }), {
      store,
      executor,
    });
    expect(computed).toHaveLength(12);
    for (const scheme of ["a", "b"])
      expect(
        computed.filter((run) => run.startsWith(`load 0.5, routing ${scheme}`)),
      ).toEqual([
        `load 0.5, routing ${scheme}, seed 7`,
        `load 0.5, routing ${scheme}, seed 8`,
      ]);
  });

  it("computes nothing that is there", async () => {
    const { computed, store, executor } = bench(() => ({}));
    const plan = planOf([load], { seeds: 2 });
    await runSweep(plan, { store, executor });
    const again = await runSweep(plan, { store, executor });
    expect(computed).toHaveLength(6);
    expect(again).toMatchObject({ status: "finished", runs: 6, kept: 6 });
  });

  it("keys runs by experiment, values and seed", () => {
    const keys = (identity: string) =>
      planOf([load], { identity }).points.flatMap((point) =>
        shardsOf([{ key: `${identity} ${point.index}`, point, seed: 1 }]),
      );
    expect(new Set(keys("x").map(({ key }) => key)).size).toBe(3);
    expect(keys("x")[0]?.key).toMatch(/^[0-9a-f]{64}$/);
  });

  it("divides runs into 256 files, of at most 256 runs", () => {
    const [point] = planOf([load]).points;
    const sizes = (count: number) =>
      shardsOf(
        Array.from({ length: count }, (_, seed) => ({
          key: `${seed}`,
          point: point!,
          seed,
        })),
      ).map(({ runs }) => runs.length);
    expect(sizes(3)).toEqual([1, 1, 1]);
    expect(sizes(10_000)).toHaveLength(250);
    expect(new Set(sizes(10_000))).toEqual(new Set([40]));
    expect(Math.max(...sizes(100_000))).toBe(256);
    // Known before the runs are.
    for (const count of [1, 3, 256, 257, 10_000, 100_000])
      expect(firstShards(planOf([], { seeds: count }))).toBe(
        sizes(count).length,
      );
    const few = { seeds: 7, shardSize: 3 };
    expect(firstShards(planOf([load], few))).toBe(7);
    const precision = { precision: 0.1, maxSeeds: 30 };
    expect(firstShards(planOf([load], { precision }))).toBe(9);
  });

  it("finds the saturation load of every scheme to 1 %, by bisection", async () => {
    const truth: Record<string, number> = { a: 0.6373, b: 0.2519 };
    const engine: Engine = ({ load: at, routing: scheme }) =>
      Number(at) > truth[String(scheme)]!
        ? { status: "saturated", value: null }
        : {};
    const { computed, store, executor } = bench(engine);
    const { saturation, points } = await runSweep(
      planOf([load, routing], {
        seeds: 3,
        saturation: { factor: "load", resolution: 0.01 },
      }),
      { store, executor },
    );
    for (const { factors, status, low, high } of saturation) {
      const load_ = truth[String(factors["routing"])]!;
      expect(status).toBe("found");
      expect(low).toBeLessThanOrEqual(load_);
      expect(high).toBeGreaterThan(load_);
      expect((high! - low!) / high!).toBeLessThanOrEqual(0.01);
    }
    expect(saturation).toHaveLength(2);
    // 0.4 wide at first: 2^7 = 128 parts are enough for both.
    expect(points.length).toBeLessThanOrEqual(6 + 2 * 7);
    expect(computed).toHaveLength(3 * points.length);
  });

  it("says when the largest value does not saturate, and goes below the smallest", async () => {
    const engine: Engine = ({ load: at, routing: scheme }) =>
      scheme === "b" && Number(at) > 0.03
        ? { status: "deadlocked", value: null }
        : {};
    const { store, executor } = bench(engine);
    const { saturation } = await runSweep(
      planOf([load, routing], {
        saturation: { factor: "load", resolution: 0.05 },
      }),
      { store, executor },
    );
    expect(saturation[0]).toMatchObject({ status: "above", low: 0.9 });
    expect(saturation[1]?.status).toBe("found");
    expect(saturation[1]?.low).toBeLessThanOrEqual(0.03);
    expect(saturation[1]?.high).toBeGreaterThan(0.03);
  });

  it("keeps to whole bytes, in whatever unit they are written", async () => {
    const { store, executor } = bench(({ size }) =>
      Number(size) > 2.7 ? { status: "saturated", value: null } : {},
    );
    const { points, saturation } = await runSweep(
      planOf([values("size", "1KiB", "4KiB")], {
        saturation: { factor: "size", resolution: 0.0001 },
      }),
      { store, executor },
    );
    expect(points.length).toBeGreaterThan(10);
    for (const { levels } of points)
      expect(Number.isInteger(Number(levels["size"]) * 1024)).toBe(true);
    expect(saturation[0]?.low).toBeLessThanOrEqual(2.7);
    expect(saturation[0]?.high).toBeGreaterThan(2.7);
  });

  it("tries no smaller value than was asked for, but of a load", async () => {
    const all: Engine = () => ({ status: "saturated", value: null });
    for (const [name, below] of [
      ["buffers", false],
      ["overload", false],
      ["load", true],
      ["traffic[1].load", true],
    ] as const) {
      const { store, executor } = bench(all);
      const { points, saturation } = await runSweep(
        planOf([values(name, 1, 0.5)], {
          saturation: { factor: name, resolution: 0.01 },
        }),
        { store, executor },
      );
      expect(saturation[0]?.status).toBe("below");
      expect(points.length > 2, name).toBe(below);
      // Ten halvings to a thousandth, and one that rounding may leave.
      expect(points.length).toBeLessThanOrEqual(2 + 11);
    }
  });

  it("finds the smallest value that does not saturate where it is the smaller ones that do", async () => {
    const { store, executor } = bench(({ buffers, routing: scheme }) =>
      Number(buffers) < (scheme === "a" ? 5 : 1)
        ? { status: "deadlocked", value: null }
        : {},
    );
    const { saturation } = await runSweep(
      planOf([{ ...values("buffers", 1, 16), parts: 1 }, routing], {
        saturation: { factor: "buffers", resolution: 0.01 },
      }),
      { store, executor },
    );
    expect(saturation).toEqual([
      { factors: { routing: "a" }, status: "found", low: 5, high: 4 },
      { factors: { routing: "b" }, status: "above", low: 16 },
    ]);
  });

  it("keeps the ends that are known where a run fails", async () => {
    const { store, executor } = bench(({ load: at }) =>
      Number(at) > 0.6
        ? { status: "saturated", value: null }
        : Number(at) > 0.5
          ? { status: "failed", value: null, error: "no" }
          : {},
    );
    const { saturation } = await runSweep(
      planOf([load], { saturation: { factor: "load", resolution: 0.01 } }),
      { store, executor },
    );
    expect(saturation).toEqual([
      { factors: {}, status: "failed", low: 0.5, high: 0.7 },
    ]);
  });

  it("takes the factor by the name of its column, too", async () => {
    const { store, executor } = bench(({ traffic_0_load: at }) =>
      Number(at) > 0.3 ? { status: "saturated", value: null } : {},
    );
    const { saturation } = await runSweep(
      planOf([values("traffic[0].load", 0.2, 0.4)], {
        saturation: { factor: "traffic_0_load", resolution: 0.1 },
      }),
      { store, executor },
    );
    expect(saturation[0]).toMatchObject({ status: "found", low: 0.3 });
  });

  it("refuses to bisect what is no number", async () => {
    const { store, executor } = bench(() => ({}));
    await expect(
      runSweep(
        planOf([load, routing], {
          saturation: { factor: "routing", resolution: 0.01 },
        }),
        { store, executor },
      ),
    ).rejects.toMatchObject({ code: "E_SWEEP_SATURATION", expected: "load" });
  });

  it("adds seeds until the interval is small enough, and reports the cap", async () => {
    // Variance 0 at 0.1; ±20 % alternating at 0.5; wild at 0.9.
    const engine: Engine = ({ load: at }, seed) => ({
      value:
        at === 0.1 ? 5 : at === 0.5 ? 10 + (seed % 2) * 4 : (seed * 7919) % 101,
    });
    const { store, executor } = bench(engine);
    const outcome = await runSweep(
      planOf([load], { precision: { precision: 0.1, maxSeeds: 20 } }),
      { store, executor },
    );
    expect(
      outcome.capped.map(({ point, seeds }) => [point.label, seeds]),
    ).toEqual([["load 0.9", 20]]);
    expect(outcome.capped[0]?.relative).toBeGreaterThan(0.1);
    // Three of the first, twenty of the last, the rest of the second.
    const middle = outcome.runs - 23;
    const second: RunFigures[] = Array.from({ length: middle }, (_, i) => ({
      key: "",
      point: 1,
      seed: i + 1,
      status: "converged",
      value: 10 + ((i + 1) % 2) * 4,
      ci95: null,
    }));
    expect(seedsNeeded(second, { precision: 0.1, maxSeeds: 20 })).toMatchObject(
      {
        done: "precise",
      },
    );
  });

  it("is as sure of a mean as the runs are of theirs", () => {
    const runs = (confidence?: number): RunFigures[] =>
      [110, 120, 130].map((value, at) => ({
        key: "",
        point: 0,
        seed: at,
        status: "converged",
        value,
        ci95: null,
        ...(confidence === undefined ? {} : { confidence }),
      }));
    const relative = (confidence?: number) =>
      seedsNeeded(runs(confidence), { precision: 1, maxSeeds: 3 });
    // Standard deviation 10; t of 2 degrees of freedom at 97.5 % and 99.5 % (any table).
    for (const [confidence, t] of [
      [undefined, 4.30265],
      [0.95, 4.30265],
      [0.99, 9.92484],
    ] as const) {
      const need = relative(confidence);
      expect(need).toMatchObject({ done: "precise" });
      expect("relative" in need ? need.relative : 0).toBeCloseTo(
        (t * 10) / Math.sqrt(3) / 120,
        5,
      );
    }
  });

  it("takes a run for saturated that ends by itself while its endless traffic is", async () => {
    const { store, executor } = bench(({ load: at }) =>
      Number(at) > 0.6373
        ? { status: "finished", partly: true, value: null }
        : { status: "finished", value: 1 },
    );
    const { saturation, unsteady } = await runSweep(
      planOf([load], { saturation: { factor: "load", resolution: 0.01 } }),
      { store, executor },
    );
    const [{ status, low, high } = { status: "open" }] = saturation;
    expect(status).toBe("found");
    expect(low).toBeLessThanOrEqual(0.6373);
    expect(high).toBeGreaterThan(0.6373);
    expect(
      unsteady.every(
        ({ status: end, partly, runs }) =>
          end === "saturated" && partly === runs,
      ),
    ).toBe(true);
    expect(unsteady.length).toBeGreaterThan(0);
  });

  it("tells of points whose runs came to a limit, and not twice of those that are saturated", async () => {
    const { store, executor } = bench(({ load: at }) =>
      at === 0.9
        ? { status: "limit", partly: true, value: null }
        : at === 0.5
          ? { status: "limit", value: 1 }
          : { value: 1 },
    );
    const { limited, unsteady } = await runSweep(planOf([load], { seeds: 2 }), {
      store,
      executor,
    });
    expect(limited).toMatchObject([
      { point: { label: "load 0.5" }, runs: 2, of: 2 },
    ]);
    expect(unsteady).toMatchObject([{ point: { label: "load 0.9" } }]);
  });

  it("tells of points in whose runs no packet arrived, and of these nothing else", async () => {
    const { store, executor } = bench(({ load: at }) =>
      at === 0.9
        ? { status: "limit", noneArrived: true, value: null }
        : { value: 1 },
    );
    const { limited, noneArrived, unsteady } = await runSweep(
      planOf([load], { seeds: 2 }),
      { store, executor },
    );
    expect(noneArrived).toMatchObject([
      { point: { label: "load 0.9" }, runs: 2, of: 2 },
    ]);
    expect([...limited, ...unsteady]).toEqual([]);
  });

  it("gives a point with a saturated run no more seeds, and says so", async () => {
    const { store, executor } = bench(({ load: at }) =>
      at === 0.9 ? { status: "saturated", value: null } : { value: 1 },
    );
    const { withoutMean, unsteady, runs } = await runSweep(
      planOf([load], { precision: { precision: 0.1, maxSeeds: 20 } }),
      { store, executor },
    );
    expect(unsteady).toMatchObject([
      { point: { label: "load 0.9" }, status: "saturated", runs: 3, of: 3 },
    ]);
    expect(withoutMean.map(({ label }) => label)).toEqual(["load 0.9"]);
    expect(runs).toBe(9);
  });

  it("tries a run that ended its process once more, then records it as failed and goes on", async () => {
    const { computed, journal, store, doShard } = bench(() => ({}));
    const notes: string[] = [];
    const plan = planOf([load], { seeds: 2, shardSize: 4 });
    let tries = 0;
    const outcome = await runSweep(plan, {
      store,
      onNote: (text) => notes.push(text),
      executor: {
        name: "poisoned",
        run(shards, { onEnded }) {
          for (const shard of shards) {
            const victim = shard.runs.find(
              ({ point, seed }) => point.label === "load 0.5" && seed === 1,
            );
            if (victim === undefined || victim.key in shard.poisoned) {
              onEnded(shard, { status: "done", figures: doShard(shard)! });
              continue;
            }
            tries++;
            // The runs before it are kept; then the process dies.
            let left = shard.runs
              .slice(0, shard.runs.indexOf(victim))
              .filter(({ key }) => !journal.has(key)).length;
            doShard(shard, () => left-- <= 0);
            onEnded(shard, {
              status: "failed",
              error: { message: "out of memory" },
            });
          }
          return Promise.resolve();
        },
      },
    });
    expect(tries).toBe(2);
    expect(outcome.failed).toMatchObject([
      { point: { label: "load 0.5" }, seed: 1, error: "out of memory" },
    ]);
    expect(outcome.runs).toBe(6);
    expect(notes.at(-1)).toContain("it is recorded as failed");
    // Nothing twice but the one that dies.
    expect(new Set(computed).size).toBe(computed.length);
  });

  it("stops at what keeps anything from being kept, before another shard is begun", async () => {
    const { store } = bench(() => ({}));
    for (const signal of [undefined, new AbortController().signal]) {
      let begun = 0;
      await expect(
        runSweep(planOf([load]), {
          store,
          ...(signal === undefined ? {} : { signal }),
          executor: {
            name: "full",
            run(shards, hooks) {
              for (const shard of shards) {
                if (hooks.signal?.aborted === true) break;
                begun++;
                hooks.onEnded(shard, {
                  status: "failed",
                  error: { code: "E_STORE_UNWRITABLE", message: "full" },
                });
              }
              return Promise.resolve();
            },
          },
        }),
      ).rejects.toMatchObject({ code: "E_STORE_UNWRITABLE" });
      expect(begun).toBe(1);
    }
  });

  it("ends with the same files however often it is interrupted, and does no run twice", async () => {
    const engine: Engine = ({ load: at, routing: scheme }, seed) =>
      Number(at) > (scheme === "a" ? 0.61 : 0.33)
        ? { status: "saturated", value: null }
        : { value: 10 + ((seed * 7919) % 13) };
    const plan = planOf([load, routing], {
      seeds: 2,
      shardSize: 3,
      precision: { precision: 0.2, maxSeeds: 8 },
      saturation: { factor: "load", resolution: 0.1 },
    });
    const calm = bench(engine);
    const expected = await runSweep(plan, calm);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 6 }),
        async (kills) => {
          const rough = bench(engine);
          for (const kill of [...kills, Infinity]) {
            const controller = new AbortController();
            let left = kill;
            const stop = (): boolean => {
              if (left-- > 0) return false;
              controller.abort();
              return true;
            };
            await runSweep(plan, {
              store: rough.store,
              signal: controller.signal,
              executor: {
                name: "killed",
                run(shards: readonly Shard[], { onEnded, signal }) {
                  for (const shard of shards) {
                    if (signal?.aborted === true) break;
                    const figures = rough.doShard(shard, stop);
                    if (figures !== undefined)
                      onEnded(shard, { status: "done", figures });
                  }
                  return Promise.resolve();
                },
              },
            });
          }
          expect([...rough.files].sort()).toEqual([...calm.files].sort());
          expect(new Set(rough.computed).size).toBe(rough.computed.length);
        },
      ),
      { numRuns: 30 },
    );
    expect(expected.saturation.map(({ status }) => status)).toEqual([
      "found",
      "found",
    ]);
  });

  it("never takes a finished point back, and promises no end while precision may ask for more", async () => {
    // The widths fall with the seeds: one point is precise at once, the others need several rounds.
    const { store, executor } = bench(({ load: at }, seed) => ({
      value: 10 + (at === 0.1 ? 0 : (seed % 3) - 1) * Number(at) * 4,
    }));
    const told: SweepProgress[] = [];
    const { points, runs } = await runSweep(
      planOf([load], { precision: { precision: 0.1, maxSeeds: 30 } }),
      { store, executor, onProgress: (state) => told.push(state) },
    );
    const done = told.map((state) => state.points.done);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    // Else the test shows nothing: more than the first seeds were asked for.
    expect(runs).toBeGreaterThan(3 * points.length);
    const totals = told.map((state) => state.runs.total);
    for (const [i, { mayGrow }] of told.entries())
      if (totals.slice(i).some((total) => total > totals[i]!))
        expect(mayGrow).toBe(true);
    expect(told.at(-1)).toMatchObject({
      mayGrow: false,
      points: { done: points.length, total: points.length },
    });
  });

  it("says how far it is, at which rate, and which interval is the widest", async () => {
    const { store, doShard } = bench(({ load: at }) => ({
      value: 10,
      ci95: at === 0.9 ? 2 : 0.5,
    }));
    let now = 0;
    const told: SweepProgress[] = [];
    await runSweep(planOf([load], { shardSize: 1 }), {
      store,
      clock: () => now,
      onProgress: (state) => told.push(state),
      executor: {
        name: "slow",
        run(shards, { onEnded }) {
          for (const shard of shards) {
            now += 2;
            onEnded(shard, { status: "done", figures: doShard(shard)! });
          }
          return Promise.resolve();
        },
      },
    });
    expect(told).toMatchObject([
      { points: { done: 1, total: 3 }, perSecond: undefined },
      {
        points: { done: 2, total: 3 },
        perSecond: 0.5,
        secondsLeft: 2,
        // The last point is begun before those in the middle.
        worst: { relative: 0.2, label: "load 0.9" },
      },
      { runs: { done: 3, total: 3, kept: 0, failed: 0 }, secondsLeft: 0 },
    ]);
  });

  it("calls no interval the widest that nobody asked for: of saturated runs, or of the search for saturation", async () => {
    // The metric of a saturated run may have a value, such as what was accepted.
    const engine: Engine = ({ load: at }) => ({
      value: 10,
      ci95: Number(at) * 2,
      ...(Number(at) > 0.8 ? { status: "saturated" } : {}),
    });
    const widest = async (more: Partial<SweepPlan>) => {
      const { store, executor } = bench(engine);
      const told: SweepProgress[] = [];
      await runSweep(planOf([load], more), {
        ...{ store, executor },
        onProgress: (state) => told.push(state),
      });
      return told.at(-1)?.worst;
    };
    expect(await widest({})).toEqual({ relative: 0.1, label: "load 0.5" });
    const saturation = { factor: "load", resolution: 0.05 };
    expect(await widest({ saturation })).toBeUndefined();
    const precision = { precision: 0.2, maxSeeds: 3 };
    expect(await widest({ saturation, precision })).toEqual({
      relative: 0,
      label: "load 0.1",
    });
  });
});
