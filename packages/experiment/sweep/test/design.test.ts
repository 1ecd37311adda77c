import { describe, expect, it } from "vitest";
import { designPoints } from "@fabriclab/experiment-sweep";
import { factors, values } from "./small-sweep.ts";
import { settingOf } from "../src/factor.ts";

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
    const open = factors({
      name: "load",
      values: [],
      open: { between: [0.2, 0.4] },
    });
    const drawn = designPoints("random", open, { seed: 1, count: 200 }).map(
      ({ levels }) => Number(levels["load"]),
    );
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0.2);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(0.4);
    const mean = drawn.reduce((sum, value) => sum + value, 0) / 200;
    // Six standard deviations of the mean of 200 uniform numbers.
    expect(Math.abs(mean - 0.3)).toBeLessThan((6 * 0.2) / Math.sqrt(12 * 200));
  });

  it("random refuses more points than one of a range whose ends are one number", () => {
    const open = factors(
      { name: "load", values: [], open: { between: [0.1, 0.1] } },
      routing,
    );
    const draw = (count: number) =>
      designPoints("random", open, { seed: 1, count });
    expect(
      draw(2)
        .map(({ label }) => label)
        .sort(),
    ).toEqual(["load 0.1, routing cyclic", "load 0.1, routing updn"]);
    expect(() => draw(3)).toThrow(
      expect.objectContaining({ code: "E_SWEEP_POINTS", expected: "1 to 2" }),
    );
  });

  it("random draws whole numbers of a range in its unit, each end as often as any", () => {
    const open = factors({
      name: "size",
      values: [],
      open: { between: [64, 67], unit: "B", parts: 1 },
    });
    const draw = (seed: number, count: number) =>
      designPoints("random", open, { seed, count });
    // All four there are, each once.
    const all = draw(1, 4);
    expect(all.map(({ levels }) => Number(levels["size"])).sort()).toEqual([
      64, 65, 66, 67,
    ]);
    for (const { levels, sets, label } of all) {
      expect(sets).toEqual([
        { path: "size", value: `${levels["size"] ?? ""}B` },
      ]);
      expect(label).toBe(`size ${levels["size"] ?? ""}B`);
    }
    const firsts = Array.from({ length: 4000 }, (_, seed) =>
      Number(draw(seed, 1)[0]?.levels["size"]),
    );
    // Six standard deviations of how often one of four comes in 4000.
    for (const size of [64, 65, 66, 67])
      expect(
        Math.abs(firsts.filter((one) => one === size).length - 1000),
      ).toBeLessThan(6 * Math.sqrt(4000 * 0.25 * 0.75));
    expect(() => draw(1, 5)).toThrow(
      expect.objectContaining({
        code: "E_SWEEP_POINTS",
        expected: "1 to 4",
        hint: undefined,
      }),
    );
  });

  it("random draws decimals that are as long as the range says", () => {
    const [times] = factors({
      name: "flight",
      values: [],
      open: { between: [0.3, 1.1], unit: "us", parts: 10 },
    });
    const drawn = designPoints("random", [times!], { seed: 3, count: 9 });
    expect(() =>
      designPoints("random", [times!], { seed: 3, count: 10 }),
    ).toThrow(
      expect.objectContaining({
        expected: "1 to 9",
        hint: expect.stringContaining("flight=0.30us..1.10us") as string,
      }),
    );
    expect(new Set(drawn.map(({ sets }) => sets[0]?.value))).toEqual(
      new Set(
        ["0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1", "1.1"].map(
          (time) => `${time}us`,
        ),
      ),
    );
  });

  it("random gives the same points for the same seed, whatever is drawn", () => {
    const mixed = factors(
      routing,
      { name: "load", values: [], open: { between: [0.1, 0.7] } },
      {
        name: "size",
        values: [],
        open: { between: [64, 4096], unit: "B", parts: 1 },
      },
      { name: "ports", values: [], open: { between: [4, 16], parts: 1 } },
    );
    const draw = (seed: number) =>
      designPoints("random", mixed, { seed, count: 20 });
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
    for (const { levels } of draw(5)) {
      expect(Number.isInteger(levels["size"])).toBe(true);
      expect(Number.isInteger(levels["ports"])).toBe(true);
      expect(levels["ports"]).toBeGreaterThanOrEqual(4);
      expect(levels["ports"]).toBeLessThanOrEqual(16);
    }
  });

  it("refuses what it cannot make", () => {
    const open = factors({
      name: "load",
      values: [],
      open: { between: [0, 1] },
    });
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

  it("counts packets in whole numbers, one or many", () => {
    const [buffer] = factors(values("inputBuffer", "1 packet", "16 packets"));
    expect(buffer).toMatchObject({ kind: "number", unit: "packets", parts: 1 });
    expect(buffer?.levels.map(({ level }) => level)).toEqual([1, 16]);
    expect(settingOf(buffer!, 1)?.value).toBe("1 packet");
    expect(settingOf(buffer!, 5)?.value).toBe("5 packets");
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
