import { coordinatesByNames } from "./coordinates.ts";
import type { SwitchGraph } from "./graph.ts";
import type { Layout } from "./switch-layout.ts";
import { dot } from "./node-shape.ts";

/** Pixels of a step along z, to the right and up, and the fewest between two columns or rows beside that. */
const DEPTH_X = 26;
const DEPTH_Y = 20;
const GAP = 34;
/** By how much cables round a row bow, as a share of a step along it. */
const BEND = 0.42;
const EDGE = 40;

/**
 * A mesh or torus of three dimensions, by its switches' names: x to the right, y up, and z in small steps between the columns, so that no switch stands on another. The cables
 * of one plane are parallel to those of the others.
 */
export function asCube(
  graph: SwitchGraph,
  names: readonly string[],
  narrowest: number,
): Layout | undefined {
  const found = coordinatesByNames(graph, names, 3);
  if (found === undefined) return undefined;
  const [x, y, z] = found.at as [Int32Array, Int32Array, Int32Array];
  const [columns, rows, planes] = found.sizes as [number, number, number];
  const across = planes * DEPTH_X + GAP;
  const up = planes * DEPTH_Y + GAP;
  const bends = [BEND * across, BEND * up, BEND * (planes - 1) * DEPTH_X];
  const left = EDGE + bends[1]!;
  const own = left + columns * across + EDGE;
  const width = Math.max(narrowest, own);
  const middle = (width - own) / 2 + left;
  const height = EDGE + bends[0]! + rows * up;
  const places = { x, y, z };
  return {
    kind: "cube",
    width,
    height,
    x: Float64Array.from(
      x,
      (value, sw) => middle + value * across + z[sw]! * DEPTH_X,
    ),
    y: Float64Array.from(
      y,
      (value, sw) => height - EDGE / 2 - value * up - z[sw]! * DEPTH_Y,
    ),
    node: dot(22, "none"),
    bow(a, b) {
      for (const [dimension, at] of [places.x, places.y, places.z].entries()) {
        const [from = 0, to = 0] = [at[a], at[b]];
        // Above a row, left of a column.
        if (Math.abs(from - to) > 1)
          return from < to ? bends[dimension]! : -bends[dimension]!;
      }
      return 0;
    },
  };
}
