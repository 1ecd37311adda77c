import { describe, expect, it } from "vitest";
import { designPoints } from "@fabriclab/experiment-sweep";
import { factors, values } from "./small-sweep.ts";

const load = values("load", 0.1, 0.2, 0.3);
const routing = values("routing", "cyclic", "updn");

describe("a design", () => {
  it("grid has every combination, the last factor changing fastest", () => {
    const points = designPoints("grid", factors(load, routing), { seed: 1 });
    expect(points.map(({ label }) => label)).toEqual([
      "load 0.1, routing cyclic",
      "load 0.1, routing updn",
      "load 0.2, routing cyclic",
      "load 0.2, routing updn",
      "load 0.3, routing cyclic",
      "load 0.3, routing updn",
    ]);
    expect(points[3]).toEqual({
      index: 3,
      stage: "design",
      levels: { load: 0.2, routing: "updn" },
      sets: [
        { path: "load", value: 0.2 },
        { path: "routing", value: "updn" },
      ],
      label: "load 0.2, routing updn",
    });
  });

  it("one-at-a-time changes one factor from the first values", () => {
    const points = designPoints("one-at-a-time", factors(load, routing), {
      seed: 1,
    });
    expect(points.map(({ levels }) => Object.values(levels))).toEqual([
      [0.1, "cyclic"],
      [0.2, "cyclic"],
      [0.3, "cyclic"],
      [0.1, "updn"],
    ]);
  });

  it("random draws different combinations, the same for the same seed", () => {
    const all = factors(load, routing);
    const draw = (seed: number, count: number) =>
      designPoints("random", all, { seed, count }).map(({ label }) => label);
    expect(new Set(draw(1, 6)).size).toBe(6);
    expect(draw(7, 4)).toEqual(draw(7, 4));
    const firsts = new Set(
      Array.from({ length: 40 }, (_, seed) => draw(seed, 1)[0]),
    );
    expect(firsts.size).toBe(6);
  });

  it("random draws numbers of a range without a step", () => {
    const open = factors({ name: "load", values: [], between: [0.2, 0.4] });
    const drawn = designPoints("random", open, { seed: 1, count: 200 }).map(
      ({ levels }) => Number(levels["load"]),
    );
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0.2);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(0.4);
    const mean = drawn.reduce((sum, value) => sum + value, 0) / 200;
    // Six standard deviations of the mean of 200 uniform numbers.
    expect(Math.abs(mean - 0.3)).toBeLessThan((6 * 0.2) / Math.sqrt(12 * 200));
  });

  it("refuses what it cannot make", () => {
    const open = factors({ name: "load", values: [], between: [0, 1] });
    const make =
      (design: "grid" | "random", of: typeof open, count?: number) =>
      (): unknown =>
        designPoints(design, of, {
          seed: 1,
          ...(count === undefined ? {} : { count }),
        });
    expect(make("grid", open)).toThrow(
      expect.objectContaining({ code: "E_SWEEP_FACTOR" }),
    );
    expect(make("random", factors(load))).toThrow(
      expect.objectContaining({ code: "E_SWEEP_POINTS" }),
    );
    expect(make("random", factors(load), 4)).toThrow(
      expect.objectContaining({ code: "E_SWEEP_POINTS", expected: "1 to 3" }),
    );
    const many = values("load", ...Array.from({ length: 1001 }, (_, i) => i));
    expect(make("random", open, 1_000_001)).toThrow(
      expect.objectContaining({ code: "E_SWEEP_POINTS", got: "1000001" }),
    );
    expect(make("grid", factors(many, { ...many, name: "more" }))).toThrow(
      expect.objectContaining({ code: "E_SWEEP_POINTS" }),
    );
  });
});

describe("a factor", () => {
  it("is a number with a unit where all its values are", () => {
    const [size, link, scheme, cable] = factors(
      values("size", "256B", "1024B"),
      values("link.flight", "20ns", "1us"),
      values("scheme", 1, "two"),
      values("cable", "20ns", "4m"),
    );
    expect(size).toMatchObject({ kind: "number", unit: "B", column: "size" });
    expect(size?.levels.map(({ level }) => level)).toEqual([256, 1024]);
    expect(link).toMatchObject({
      kind: "number",
      unit: "ns",
      column: "link_flight",
    });
    expect(link?.levels.map(({ level }) => level)).toEqual([20, 1000]);
    expect(cable).toMatchObject({ kind: "text", unit: "" });
    expect(scheme?.levels.map(({ level }) => level)).toEqual(["1", "two"]);
  });

  it("keeps two names of one value apart, as texts", () => {
    const [size] = factors(values("size", "1KB", "1000B"));
    expect(size).toMatchObject({ kind: "text", unit: "" });
    expect(size?.levels.map(({ level }) => level)).toEqual(["1KB", "1000B"]);
  });

  it("never takes a column that results have, or another factor's", () => {
    const columns = factors(
      values("status", "a"),
      values("a.b", 1),
      values("a b", 1),
    ).map(({ column }) => column);
    expect(columns).toEqual(["set_status", "a_b", "set_a_b"]);
  });

  it("is never the seed: compared points have the same", () => {
    expect(() => factors(values("seed", 1, 2))).toThrow(
      expect.objectContaining({ code: "E_SWEEP_FACTOR", got: "seed" }),
    );
    expect(() =>
      factors({
        name: "case",
        values: [{ label: "a", sets: [{ path: "seeds", value: 3 }] }],
      }),
    ).toThrow(expect.objectContaining({ code: "E_SWEEP_FACTOR" }));
  });
});
