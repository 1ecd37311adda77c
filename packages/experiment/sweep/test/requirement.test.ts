import { describe, expect, it } from "vitest";
import { runSweep, type RunFigures } from "@fabriclab/experiment-sweep";
import { bench, planOf, values } from "./small-sweep.ts";

const search = (
  engine: (load: number, seed: number) => Partial<RunFigures>,
  require: string | undefined,
  seeds = 1,
  loads: readonly number[] = [0.1, 0.9],
) =>
  runSweep(
    planOf([values("load", ...loads)], {
      seeds,
      saturation: {
        ...{ factor: "load", resolution: 0.01 },
        ...(require === undefined ? {} : { require }),
      },
    }),
    bench(({ load }, seed) => engine(Number(load), seed)),
  ).then(({ saturation }) => saturation[0]!);

const saturates = { status: "saturated", value: null } as const;

describe("a search that requires something of its runs", () => {
  it("ends where it is no longer kept, below where they saturate", async () => {
    const found = await search(
      (load) => (load > 0.7 ? saturates : { meets: load <= 0.43 }),
      "latency <= 3us",
    );
    expect(found.status).toBe("found");
    expect(found.low).toBeLessThanOrEqual(0.43);
    expect(found.high).toBeGreaterThan(0.43);
    expect((found.high! - found.low!) / found.high!).toBeLessThanOrEqual(0.01);
  });

  it("ends where they saturate, where it is kept until then", async () => {
    const found = await search(
      (load) => (load > 0.7 ? saturates : { meets: true }),
      "latency <= 3us",
    );
    expect(found.low).toBeLessThanOrEqual(0.7);
    expect(found.high).toBeGreaterThan(0.7);
  });

  it("finds the smallest value that keeps it, where the smaller ones do not", async () => {
    const found = await search(
      (load) => ({ meets: load >= 0.43 }),
      "throughput >= 0.43",
    );
    expect(found.low).toBeGreaterThanOrEqual(0.43);
    expect(found.high).toBeLessThan(0.43);
  });

  it("finds the largest value that keeps it, where the ends do not and a value between them does", async () => {
    const found = await search(
      (load) => (load > 0.7 ? saturates : { meets: load >= 0.43 }),
      "throughput >= 0.43",
      1,
      [0.1, 0.5, 0.9],
    );
    expect(found.status).toBe("found");
    expect(found.low).toBeLessThanOrEqual(0.7);
    expect(found.high).toBeGreaterThan(0.7);
    expect((found.high! - found.low!) / found.high!).toBeLessThanOrEqual(0.01);
  });

  it("goes by more than half of a value's runs", async () => {
    // Of three seeds one keeps it up to 0.3, one to 0.5, one to 0.8.
    const found = await search(
      (load, seed) => ({ meets: load <= [0.3, 0.5, 0.8][seed - 1]! }),
      "latency <= 3us",
      3,
    );
    expect(found.low).toBeLessThanOrEqual(0.5);
    expect(found.high).toBeGreaterThan(0.5);
  });

  it("takes runs without such a result for no answer, and asks nothing of them where nothing is required", async () => {
    const found = await search(
      (load) => (load > 0.5 ? { meets: false } : {}),
      "latency <= 3us",
    );
    expect(found.status).toBe("undecided");
    expect(found.low).toBeUndefined();
    expect(await search(() => ({}), undefined)).toMatchObject({
      status: "above",
      low: 0.9,
    });
  });
});
