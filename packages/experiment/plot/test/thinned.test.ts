import { expect, it } from "vitest";
import { thinned, thinnedNote } from "../src/thinned.ts";

const line = (count: number) =>
  Array.from({ length: count }, (_, x) => ({ x, y: x + 1 }));

it("leaves the markers of a curve that has room for them", () => {
  expect(thinned(line(80))).toEqual(line(80));
  expect(thinnedNote([{ name: "a", style: 0, points: line(80) }])).toEqual([]);
});

it("gives a long curve markers at its ends and evenly between them, and says so", () => {
  const marked = thinned(line(3000)).map(({ x }) => x);
  // 3000 points in at most 80 steps: every 38th.
  expect(marked.slice(0, 3)).toEqual([0, 38, 76]);
  expect(marked.at(-1)).toBe(2999);
  expect(marked.length).toBeLessThanOrEqual(81);
  expect(
    thinnedNote([{ name: "a", style: 0, points: line(81) }]).join(),
  ).toContain("more than 80 points");
});

it("keeps the marker of a point between two gaps, which no line shows", () => {
  const points = line(3000).map((point) =>
    [1000, 1002].includes(point.x) ? { ...point, y: Number.NaN } : point,
  );
  expect(thinned(points).map(({ x }) => x)).toContain(1001);
});
