import { describe, expect, it } from "vitest";
import type { FabricView } from "../src/shared/protocol.ts";
import { Budget } from "../src/page/drawing/budget.ts";
import { Glide, marginOf } from "../src/page/drawing/glide.ts";
import type { Pose } from "../src/page/drawing/pose.ts";
import { clip } from "../src/page/drawing/clip.ts";
import { mergedNodes } from "../src/page/drawing/merged-nodes.ts";
import { strips, type Strip } from "../src/page/drawing/strips.ts";
import type { Colour } from "../src/page/drawing/surface.ts";
import {
  nodeVertices,
  thinVertices,
  wideIndices,
  wideVertices,
} from "../src/page/drawing/vertices.ts";

/** Places all over a range, by an irrational step. */
const spread = (k: number, from: number, until: number, step = 0.618034) =>
  from + (until - from) * ((k * step) % 1);

describe("a line that is cut off", () => {
  const cut = (...ends: [number, number, number, number]) => {
    const line = Float32Array.of(0, ...ends);
    return clip(line, 1, 100, 50, 10) ? Array.from(line.subarray(1)) : [];
  };

  it("ends at the edges, with their margin of 10", () => {
    expect(cut(0, 0, 100, 50)).toEqual([0, 0, 100, 50]);
    expect(cut(-40, 20, 140, 20)).toEqual([-10, 20, 110, 20]);
    expect(cut(20, 90, 20, -90)).toEqual([20, 60, 20, -10]);
    // y = x: leaves by the bottom
    expect(cut(0, 0, 80, 80)).toEqual([0, 0, 60, 60]);
    expect(cut(5, 5, 5, 5)).toEqual([5, 5, 5, 5]);
  });

  it("is left out where none of it is inside", () => {
    expect(cut(-20, 0, -11, 50)).toEqual([]);
    expect(cut(0, 61, 100, 61)).toEqual([]);
    // past the corner at (110, -10)
    expect(cut(100, -30, 130, 0)).toEqual([]);
    expect(cut(200, 200, 200, 200)).toEqual([]);
  });

  it("keeps just those of its points that are inside", () => {
    for (let k = 0; k < 200; k++) {
      const [x, y, z, w] = [1, 2, 3, 4].map((n) =>
        spread(n * k + n, -150, 250, 0.754878),
      ) as [number, number, number, number];
      const inside = Array.from({ length: 401 }, (_, at) => at / 400)
        .map((t) => [x + t * (z - x), y + t * (w - y)] as const)
        .filter(([a, b]) => a >= -10 && a <= 110 && b >= -10 && b <= 60);
      const kept = cut(x, y, z, w);
      if (inside.length > 0) {
        const [a, b, c, d] = kept as [number, number, number, number];
        const step = Math.hypot(z - x, w - y) / 400;
        const [first, last] = [inside[0]!, inside.at(-1)!];
        expect(Math.hypot(a - first[0], b - first[1])).toBeLessThan(step + 0.1);
        expect(Math.hypot(c - last[0], d - last[1])).toBeLessThan(step + 0.1);
      } else if (kept.length > 0)
        // a corner that is cut between two of the points looked at
        expect(
          Math.hypot(kept[2]! - kept[0]!, kept[3]! - kept[1]!),
        ).toBeLessThan(3);
    }
  });
});

describe("pictures over each other", () => {
  const whole: Strip = { left: 0, top: 0, right: 20, bottom: 10 };

  it("take each pixel once, the first that covers it", () => {
    const rectangles = Array.from({ length: 6 }, (_, k) => {
      const left = spread(k + 1, -4, 18);
      const top = spread(k + 1, -4, 8, 0.414214);
      return [left, top, left + 3 + k, top + 2 + k] as const;
    });
    let free: readonly Strip[] = [whole];
    const owner = Array.from({ length: 10 }, () =>
      Array.from({ length: 20 }, () => -1),
    );
    rectangles.forEach(([left, top, right, bottom], k) => {
      const { seen, rest } = strips(free, left, top, right, bottom);
      for (const one of seen)
        for (let y = one.top; y < one.bottom; y++)
          for (let x = one.left; x < one.right; x++) {
            expect(owner[y]![x]).toBe(-1);
            owner[y]![x] = k;
          }
      free = rest;
    });
    for (let y = 0; y < 10; y++)
      for (let x = 0; x < 20; x++)
        expect([x, y, owner[y]![x]]).toEqual([
          x,
          y,
          rectangles.findIndex(
            ([left, top, right, bottom]) =>
              x >= Math.round(left) &&
              x < Math.round(right) &&
              y >= Math.round(top) &&
              y < Math.round(bottom),
          ),
        ]);
    const area = free.reduce(
      (sum, one) => sum + (one.right - one.left) * (one.bottom - one.top),
      0,
    );
    expect(area).toBe(owner.flat().filter((one) => one < 0).length);
  });

  it("leave all that is free where they lie beside it", () => {
    expect(strips([whole], 20, 0, 30, 10)).toEqual({ seen: [], rest: [whole] });
    expect(strips([whole], -1, -1, 21, 11)).toEqual({
      seen: [whole],
      rest: [],
    });
  });
});

it("draws half again as much where there was time, half where it took much too long, and stays within its bounds", () => {
  const budget = new Budget(100, 1000, 20);
  expect(budget.now).toBe(100);
  budget.took(20);
  expect(budget.now).toBe(150);
  // neither quick nor much too slow
  budget.took(30);
  expect(budget.now).toBe(150);
  budget.took(31);
  expect(budget.now).toBe(100);
  for (let k = 0; k < 10; k++) budget.took(0);
  expect(budget.now).toBe(1000);
});

it("draws one mark where many of a kind lie in a place, each kind by itself, and none that is not seen", () => {
  const black: Colour = [0, 0, 0];
  // three in one place, one of another kind there, one alone, one far outside
  const x = Float32Array.of(1, 1.001, 1.002, 1, 5, 500);
  const y = new Float32Array(6).fill(-2);
  const { count, at, kinds } = mergedNodes(
    { x, y } as FabricView,
    Uint8Array.of(0, 0, 0, 1, 0, 1),
    [
      { colour: black, size: 4 },
      { colour: black, size: 8 },
    ],
    {
      affine: { scale: 10, x: 3, y: 4 },
      size: { switches: 8, hosts: 4, lines: 1 },
      width: 100,
      height: 100,
      ratio: 2,
    },
  );
  expect(count).toBe(3);
  // 2 (3 + 10 x), 2 (4 - 10 y): kind after kind
  expect(Array.from(at.subarray(0, 6))).toEqual([26, 48, 106, 48, 26, 48]);
  expect(Array.from(kinds.subarray(0, 3))).toEqual([0, 0, 1]);
});

describe("vertices", () => {
  const looks = [
    // half as wide as a pixel: half as strong
    { colour: [1, 0, 0.2] as Colour, size: 0.5 },
    { colour: [0, 1, 0] as Colour, size: 4 },
  ];
  const lines = {
    count: 2,
    ends: Float32Array.of(1, 2, 4, 6, 10, 0, 10, 5),
    kinds: Uint8Array.of(0, 1),
    looks,
  };
  const FAINT = [128, 0, 26, 128];
  const GREEN = [0, 255, 0, 255];

  it("of thin lines: two places with the colour of the line", () => {
    const data = thinVertices(lines);
    const floats = new Float32Array(data);
    const bytes = new Uint8Array(data);
    const places = [0, 1, 2, 3].map((k) => [floats[3 * k], floats[3 * k + 1]]);
    expect(places).toEqual([
      [1, 2],
      [4, 6],
      [10, 0],
      [10, 5],
    ]);
    const colours = [0, 1, 2, 3].map((k) =>
      Array.from(bytes.subarray(12 * k + 8, 12 * k + 12)),
    );
    expect(colours).toEqual([FAINT, FAINT, GREEN, GREEN]);
  });

  it("of wide lines: corners half a width and half a pixel beside their ends, two triangles of them", () => {
    const data = wideVertices(lines);
    const floats = new Float32Array(data);
    const corners = [0, 1, 2, 3].map((k) => [
      floats[20 + 5 * k]!,
      floats[20 + 5 * k + 1]!,
    ]);
    // downwards from (10, 0) to (10, 5), 4 wide
    expect(corners).toEqual([
      [12.5, 0],
      [7.5, 0],
      [12.5, 5],
      [7.5, 5],
    ]);
    // a line thinner than a pixel is drawn a pixel wide: from (1, 2) by (3, 4) / 5
    expect(floats[0]).toBeCloseTo(1 + 0.8, 5);
    expect(floats[1]).toBeCloseTo(2 - 0.6, 5);
    expect(Array.from(wideIndices(2))).toEqual([
      0, 1, 2, 1, 2, 3, 4, 5, 6, 5, 6, 7,
    ]);
  });

  it("of nodes: a place, a diameter and a colour", () => {
    const data = nodeVertices({
      count: 1,
      at: Float32Array.of(7, 8, 0, 0),
      kinds: Uint8Array.of(1, 0),
      looks,
    });
    expect(Array.from(new Float32Array(data, 0, 3))).toEqual([7, 8, 4]);
    expect(Array.from(new Uint8Array(data, 12, 4))).toEqual(GREEN);
    expect(data.byteLength).toBe(16);
  });
});

it("moves a canvas as long as what is seen is on it: an eighth beyond each edge, scaled by at most 1.3", () => {
  const style: Record<string, string> = {};
  const canvas = { width: 1256, height: 512, style };
  const pose = (x: number, y: number, scale = 1): Pose => ({
    affine: { scale, x, y },
    size: { switches: 1, hosts: 1, lines: 1 },
    width: 500,
    height: 200,
    ratio: 2,
  });
  const glide = new Glide();
  expect(glide.to(pose(0, 0))).toBe(false);
  glide.drawn(canvas as unknown as HTMLCanvasElement, pose(100, 50), true);
  // 62.5 and 25 pixels of the page, taken up to a multiple of 4; two of the screen each
  expect(marginOf(pose(0, 0))).toEqual([128, 56]);
  expect(style).toMatchObject({
    left: "-64px",
    top: "-28px",
    width: "628px",
    height: "256px",
  });
  expect(glide.to(pose(164, 78))).toBe(true);
  expect(style["transform"]).toBe("translate(64px, 28px) scale(1)");
  expect(glide.to(pose(165, 50))).toBe(false);
  expect(glide.to(pose(100, 79))).toBe(false);
  expect(glide.to(pose(35, 50))).toBe(false);
  // The origin of the drawing goes from 100 to 125 where the corner of the element stays.
  expect(glide.to(pose(125, 62.5, 1.25))).toBe(true);
  expect(style["transform"]).toBe("translate(0px, 0px) scale(1.25)");
  expect(glide.to(pose(131, 65.5, 1.31))).toBe(false);
  // 0.8 of 500 pixels, and of 64 at either side, are 502.4: at least 48.8 and at most 51.2 stand left of the corner.
  expect(glide.to(pose(131, 60, 0.8))).toBe(true);
  expect(glide.to(pose(132, 60, 0.8))).toBe(false);
  expect(glide.to(pose(128, 60, 0.8))).toBe(false);
  expect(glide.to({ ...pose(100, 50), width: 501 })).toBe(false);
  // Drawn between its edges alone
  glide.drawn(canvas as unknown as HTMLCanvasElement, pose(100, 50), false);
  expect(style["transform"]).toBe("none");
  expect(glide.to(pose(101, 50))).toBe(false);
  expect(glide.to(pose(100, 50))).toBe(true);
});
