import { expect, it } from "vitest";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { parseOptions } from "@fabriclab/spec";
import { whereAway } from "../src/page/drawing/away.ts";
import { Camera } from "../src/page/drawing/camera.ts";
import { Geometry } from "../src/page/drawing/geometry.ts";
import { Labels, shortened } from "../src/page/drawing/labels.ts";
import { linesOf } from "../src/page/drawing/lines.ts";
import { NodeGrid } from "../src/page/drawing/node-grid.ts";
import { sizes } from "../src/page/drawing/sizes.ts";
import { viewOf } from "../src/worker/view.ts";

const viewOfTree = (ports: number, levels: number) =>
  viewOf(fatTree.build(parseOptions(fatTree, { ports, levels })), []);

it("shows all of a fabric, and keeps what is under the pointer there while it zooms", () => {
  const view = viewOfTree(4, 3);
  const camera = new Camera();
  camera.resize(800, 600);
  camera.fit(new Geometry(view).bounds());
  const pixel = (node: number): [number, number] => {
    const { scale, x, y } = camera.affine();
    return [x + scale * view.x[node]!, y - scale * view.y[node]!];
  };
  view.x.forEach((_, node) => {
    const [x, y] = pixel(node);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(800);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(600);
  });
  const [x, y] = pixel(7);
  camera.zoom(5, x, y);
  expect(pixel(7)[0]).toBeCloseTo(x, 6);
  expect(pixel(7)[1]).toBeCloseTo(y, 6);
  camera.pan(10, -20);
  expect(pixel(7)[0]).toBeCloseTo(x - 10, 6);
  expect(pixel(7)[1]).toBeCloseTo(y + 20, 6);
});

it("says in which direction the nearest node is where none is seen, and nothing where one is", () => {
  // four nodes round an empty middle, the lower left one nearest to it
  const nodes = {
    x: Float32Array.of(-9, 10, 10, -10),
    y: Float32Array.of(-9, -10, 10, 10),
  };
  const grid = new NodeGrid(nodes.x, nodes.y);
  const look = (x: number, y: number, scale: number) =>
    whereAway(
      nodes,
      grid,
      { scale, x: 400 - scale * x, y: 300 + scale * y },
      800,
      600,
      5,
    );
  expect(look(0, 0, 10)).toBeUndefined();
  expect(look(0, 0, 100)).toEqual({
    node: 0,
    direction: "below, to the left",
  });
  expect(look(0, 10, 100)?.direction).toMatch(/^to the (left|right)$/);
  expect(look(10, 0, 100)?.direction).toMatch(/^(above|below)$/);
  expect(look(-10, 2, 100)).toEqual({ node: 3, direction: "above" });
  expect(look(30, 10, 100)).toEqual({ node: 2, direction: "to the left" });
  // half a node at the edge is seen
  expect(look(14.04, 10, 100)).toBeUndefined();
  expect(look(14.06, 10, 100)).toBeDefined();
});

it("finds the node under a pointer as a search through all of them does", () => {
  const { x, y } = viewOfTree(8, 3);
  const grid = new NodeGrid(x, y);
  const width = Math.max(...x);
  for (let k = 0; k < 200; k++) {
    // Places all over it, by two irrational steps.
    const px = width * ((k * 0.618034) % 1);
    const py = Math.min(...y) * ((k * 0.414214) % 1);
    let best: number | undefined;
    let least = 30;
    x.forEach((one, node) => {
      const away = Math.hypot(one - px, y[node]! - py);
      if (away < least) [best, least] = [node, away];
    });
    expect(grid.nearest(px, py, 30)).toBe(best);
  }
});

it("writes no name over another, those that stand out first, and none in a crowd", () => {
  const labels = new Labels({
    measureText: (text: string) => ({ width: 7 * text.length }),
  } as unknown as CanvasRenderingContext2D);
  const place = (view: ReturnType<typeof viewOf>, first: number[] = []) => {
    const camera = new Camera();
    camera.resize(800, 600);
    camera.fit(new Geometry(view).bounds());
    return labels.place(
      view,
      new NodeGrid(view.x, view.y),
      camera.affine(),
      sizes(view),
      800,
      600,
      first,
    );
  };
  const tree = viewOfTree(8, 3);
  const last = tree.x.length - 1;
  const placed = place(tree, [last]);
  expect(placed[0]?.text).toBe(tree.labels[last]);
  expect(placed.length).toBeGreaterThan(16);
  placed.forEach((one, k) => {
    for (const other of placed.slice(k + 1)) {
      const beside =
        Math.abs(one.x - other.x) >=
        (7 * (one.text.length + other.text.length)) / 2;
      const apart = Math.abs(one.y - other.y) >= 12;
      expect(beside || apart, `${one.text} and ${other.text}`).toBe(true);
    }
  });
  expect(place(viewOfTree(16, 3)).length).toBeLessThan(40);
  expect(shortened("compute-node-with-a-long-name-0017 mlx5_0")).toBe(
    "compute-no…0017 mlx5_0",
  );
});

it("keeps names of hosts at the edges within the drawing", () => {
  const labels = new Labels({
    measureText: (text: string) => ({ width: 7 * text.length }),
  } as unknown as CanvasRenderingContext2D);
  const view = viewOfTree(4, 2);
  const named = {
    ...view,
    labels: view.labels.map((_, node) => `compute${node} mlx5_0`),
  };
  const camera = new Camera();
  camera.resize(600, 400);
  camera.fit(new Geometry(named).bounds());
  const ends = [view.switchCount, view.labels.length - 1];
  const placed = labels.place(
    named,
    new NodeGrid(named.x, named.y),
    camera.affine(),
    sizes(named),
    600,
    400,
    ends,
  );
  expect(placed.slice(0, 2).map(({ text }) => text)).toEqual(
    ends.map((node) => named.labels[node]),
  );
  for (const { text, x } of placed) {
    expect(x - (7 * text.length) / 2).toBeGreaterThanOrEqual(0);
    expect(x + (7 * text.length) / 2).toBeLessThanOrEqual(600);
  }
});

it("draws a line for each direction, of a large fabric one for each cable", () => {
  expect(linesOf(viewOfTree(4, 3)).count).toBe(2 * 48);
  const large = viewOfTree(26, 3);
  // h = 13: 2·h³ hosts, and as many cables at each of the three levels
  expect(large.linkCount).toBe(3 * 2 * 13 ** 3);
  expect(linesOf(large).count).toBe(large.linkCount);
});
