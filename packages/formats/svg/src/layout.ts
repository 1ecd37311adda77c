import { circleOrder, ringsOf } from "./circle.ts";
import { asCube } from "./cube.ts";
import type { SwitchGraph } from "./graph.ts";
import { gridOf } from "./grid.ts";
import { asGroups } from "./groups.ts";
import { layersOf } from "./layers.ts";
import {
  BOX_HEIGHT,
  boxOf,
  dot,
  fitting,
  LETTER,
  SMALL_LETTER,
} from "./node-shape.ts";
import type { Layout } from "./switch-layout.ts";

/** Sine of the angle of turned names. */
const STEEP = 0.82;
/** More switches than this stand in rings, fewer round a circle. */
const CIRCLE = 64;
/** Widest drawing. */
const WIDEST = 2400;
const NARROWEST = 640;

/**
 * A place for every switch: meshes and tori as a grid or, of three dimensions, as a cube, hierarchies rank by rank with the roots on top, dragonflies group by group, other fabrics round
 * a circle or, large ones, in rings. The same fabric gets the same places, whatever is drawn on it.
 *
 * @param names of the switches
 * @param labels what is drawn of them
 */
export function layoutOf(
  graph: SwitchGraph,
  names: readonly string[],
  labels: readonly string[],
): Layout {
  const letters = Math.max(4, ...labels.map(({ length }) => length));
  if (graph.count === 1) return alone(letters);
  return (
    asGrid(graph, names, letters) ??
    asCube(graph, names, NARROWEST) ??
    asLayers(graph, letters) ??
    asGroups(graph, names, NARROWEST) ??
    (graph.count <= CIRCLE ? asCircle(graph, letters) : asRings(graph))
  );
}

/** One switch, as a box with its hosts: a circle of one would leave a page free. */
const alone = (letters: number): Layout => ({
  kind: "circle",
  width: NARROWEST,
  height: 2 * BOX_HEIGHT,
  x: Float64Array.of(NARROWEST / 2),
  y: Float64Array.of(BOX_HEIGHT),
  node: boxOf(letters),
  bow: () => 0,
});

function asGrid(
  graph: SwitchGraph,
  names: readonly string[],
  letters: number,
): Layout | undefined {
  const grid = gridOf(graph, names);
  if (grid === undefined) return undefined;
  const { columns, rows } = grid;
  const room = Math.max(
    14,
    Math.min(
      Math.max(140, boxOf(letters).width + 70),
      WIDEST / Math.max(columns, rows),
    ),
  );
  const bend = 0.55 * room;
  const closed = graph.pairs.some(
    ({ a, b }) =>
      Math.abs((grid.x[a] ?? 0) - (grid.x[b] ?? 0)) > 1 ||
      Math.abs((grid.y[a] ?? 0) - (grid.y[b] ?? 0)) > 1,
  );
  const [left, top] = closed ? [bend, 0.7 * bend] : [0, 0];
  const own = columns * room + left;
  const width = Math.max(NARROWEST, own);
  const middle = (width - own) / 2 + left;
  const node = fitting(letters, room, 24);
  return {
    kind: "grid",
    width,
    height: (rows - 1) * room + top + 2 * BOX_HEIGHT,
    x: Float64Array.from(grid.x, (value) => middle + (value + 0.5) * room),
    y: Float64Array.from(
      grid.y,
      (value) => BOX_HEIGHT + top + (rows - 1 - value) * room,
    ),
    node: node.label === "steep" ? { ...node, label: "none" } : node,
    bow(a, b) {
      const [xa = 0, xb = 0] = [grid.x[a], grid.x[b]];
      const [ya = 0, yb = 0] = [grid.y[a], grid.y[b]];
      // Above a row, left of a column.
      if (Math.abs(xa - xb) > 1) return xa < xb ? bend : -bend;
      if (Math.abs(ya - yb) > 1) return ya < yb ? bend : -bend;
      return 0;
    },
  };
}

function asLayers(graph: SwitchGraph, letters: number): Layout | undefined {
  const layers = layersOf(graph);
  if (layers === undefined) return undefined;
  const widest = Math.max(...layers.map((layer) => layer.length));
  const width = Math.max(
    NARROWEST,
    Math.min(WIDEST, widest * (boxOf(letters).width + 30)),
  );
  const node = fitting(letters, width / widest, 6);
  const head =
    node.label === "steep" ? letters * SMALL_LETTER * STEEP + 16 : BOX_HEIGHT;
  const gap = Math.max(150, Math.min(420, width / 6));
  const x = new Float64Array(graph.count);
  const y = new Float64Array(graph.count);
  layers.forEach((layer, rank) => {
    layer.forEach((sw, k) => {
      x[sw] = ((k + 0.5) * width) / layer.length;
      y[sw] = head + rank * gap;
    });
  });
  return {
    kind: "layers",
    width,
    height: 2 * head + (layers.length - 1) * gap,
    x,
    y,
    node,
    bow: (a, b) => (y[a] === y[b] ? 0.3 * gap : 0),
  };
}

function asCircle(graph: SwitchGraph, letters: number): Layout {
  const order = circleOrder(graph);
  const count = order.length;
  const radius = Math.max(170, (count * 44) / (2 * Math.PI));
  const beside = letters * LETTER + 24;
  const [cx, cy] = [Math.max(NARROWEST / 2, radius + beside), radius + 30];
  const place = new Int32Array(count);
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  order.forEach((sw, k) => {
    const angle = (2 * Math.PI * k) / count - Math.PI / 2;
    place[sw] = k;
    x[sw] = cx + radius * Math.cos(angle);
    y[sw] = cy + radius * Math.sin(angle);
  });
  return {
    kind: "circle",
    width: 2 * cx,
    height: 2 * cy,
    x,
    y,
    node: dot(28, "outside"),
    // Cables between switches that stand near each other would run through those between: they bow towards the centre.
    bow(a, b) {
      const steps = Math.abs((place[a] ?? 0) - (place[b] ?? 0));
      const gap = Math.min(steps, count - steps);
      if (gap < 2) return 0;
      const inside = radius * (1 - Math.cos((Math.PI * gap) / count));
      const wanted = 24 + 9 * gap;
      if (inside >= wanted) return 0;
      const [xa = 0, ya = 0, xb = 0, yb = 0] = [x[a], y[a], x[b], y[b]];
      const centreIsRight =
        (xb - xa) * (cy - (ya + yb) / 2) - (yb - ya) * (cx - (xa + xb) / 2) > 0;
      return ((wanted - inside) / 0.75) * (centreIsRight ? -1 : 1);
    },
  };
}

function asRings(graph: SwitchGraph): Layout {
  const { ring, turn } = ringsOf(graph);
  const outermost = Math.max(1, ...ring);
  const crowd = new Int32Array(outermost + 1);
  for (const value of ring) crowd[value] = (crowd[value] ?? 0) + 1;
  const radii = [0];
  for (let k = 1; k <= outermost; k++) {
    const wanted = ((crowd[k] ?? 0) * 12) / (2 * Math.PI);
    radii.push(
      Math.max((radii[k - 1] ?? 0) + 90, Math.min(wanted, 90 * k + 500)),
    );
  }
  const along = (direction: (angle: number) => number): Float64Array => {
    const places = Float64Array.from(
      ring,
      (value, sw) =>
        (radii[value] ?? 0) * direction(2 * Math.PI * (turn[sw] ?? 0)),
    );
    const least = places.reduce((low, one) => Math.min(low, one), 0);
    return places.map((one) => one - least + EDGE);
  };
  const [x, y] = [along(Math.cos), along(Math.sin)];
  const extent = (places: Float64Array): number =>
    places.reduce((most, one) => Math.max(most, one), 0) + EDGE;
  return {
    kind: "rings",
    // Room for the names of a loop's switches.
    width: Math.max(NARROWEST, extent(x) + 80),
    height: extent(y),
    x,
    y,
    node: dot(16, "none"),
    bow: () => 0,
  };
}

/** Pixels round the outermost ring. */
const EDGE = 24;
