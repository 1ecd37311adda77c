import { describe, expect, it } from "vitest";
import { fabriclab, scenario, workFolder } from "./command.ts";

const { write } = workFolder();

interface Planned {
  readonly points: readonly {
    readonly levels: Readonly<Record<string, number>>;
    readonly sets: readonly {
      readonly path: string;
      readonly value: unknown;
    }[];
  }[];
}

describe("sweep --design random", () => {
  const plan = async (...flags: string[]) => {
    const file = write("one.yaml", scenario);
    const { code, out, err } = await fabriclab(
      ...["sweep", file, "--design", "random", "--explain", "--json"],
      ...flags,
    );
    expect(code, err).toBe(0);
    return (JSON.parse(out) as Planned).points;
  };

  it("draws whole bytes of a range of sizes, the same for the same seed", async () => {
    const twenty = (seed: string) =>
      plan("--vary", "size=64B..4KiB", "--points", "20", "--seed", seed);
    const points = await twenty("1");
    expect(points).toHaveLength(20);
    const sizes = points.map(({ levels }) => levels["size"] ?? NaN);
    expect(new Set(sizes).size).toBe(20);
    for (const [i, size] of sizes.entries()) {
      expect(Number.isInteger(size)).toBe(true);
      expect(size).toBeGreaterThanOrEqual(64);
      expect(size).toBeLessThanOrEqual(4096);
      expect(points[i]?.sets).toEqual([{ path: "size", value: `${size}B` }]);
    }
    expect(await twenty("1")).toEqual(points);
    expect(await twenty("2")).not.toEqual(points);
  });

  it("draws whole numbers where the key takes no others, and any number where it does", async () => {
    const points = await plan(
      ...["--vary", "load=0.1..0.7"],
      ...["--vary", "virtualLanes=1..8", "--points", "30"],
    );
    const lanes = points.map(({ levels }) => levels["virtualLanes"] ?? NaN);
    expect(lanes.every(Number.isInteger)).toBe(true);
    expect(Math.max(...lanes)).toBeGreaterThan(Math.min(...lanes));
    const loads = points.map(({ levels }) => levels["load"] ?? NaN);
    expect(loads.every((load) => load >= 0.1 && load <= 0.7)).toBe(true);
    // A number drawn between two is hardly ever one of two decimals.
    expect(loads.some((load) => load !== Number(load.toFixed(2)))).toBe(true);
  });

  it("refuses in another design a range without a step, as it is written", async () => {
    const { code, err } = await fabriclab(
      ...["sweep", write("one.yaml", scenario), "--explain"],
      ...["--vary", "size=64B..4KiB"],
    );
    expect(code).toBe(2);
    expect(err).toContain("E_SWEEP_FACTOR");
    expect(err).toContain("64B..4096B");
  });
});
