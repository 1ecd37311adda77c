import type { Affine } from "./affine.ts";
import type { NodeGrid } from "./node-grid.ts";

/** The node nearest to the middle of what is seen, where no node is seen, and in which direction it is. */
export interface Away {
  readonly node: number;
  readonly direction: string;
}

/** From the right, counterclockwise. */
const DIRECTIONS = [
  "to the right",
  "above, to the right",
  "above",
  "above, to the left",
  "to the left",
  "below, to the left",
  "below",
  "below, to the right",
] as const;

/**
 * Where the fabric is, when none of its nodes is seen; undefined when one is.
 *
 * @param nodes in the drawing's coordinates; y grows upwards
 * @param width in pixels, as `height`
 * @param margin pixels that a node reaches beyond its middle
 *
 * Complexity: O(nodes seen), and O(nodes) where none is.
 */
export function whereAway(
  nodes: { readonly x: Float32Array; readonly y: Float32Array },
  grid: NodeGrid,
  affine: Affine,
  width: number,
  height: number,
  margin: number,
): Away | undefined {
  const { x, y } = nodes;
  const { scale, x: left, y: top } = affine;
  const isSeen = (node: number): boolean => {
    const [px, py] = [left + scale * x[node]!, top - scale * y[node]!];
    return (
      px > -margin &&
      px < width + margin &&
      py > -margin &&
      py < height + margin
    );
  };
  const seen: number[] = [];
  grid.within(
    (-margin - left) / scale,
    (width + margin - left) / scale,
    (top - height - margin) / scale,
    (top + margin) / scale,
    (node) => {
      if (isSeen(node)) seen.push(node);
      return seen.length === 0;
    },
  );
  if (seen.length > 0 || x.length === 0) return undefined;
  const [middleX, middleY] = [
    (width / 2 - left) / scale,
    (top - height / 2) / scale,
  ];
  let [node, least] = [0, Infinity];
  for (let k = 0; k < x.length; k++) {
    const far = Math.hypot(x[k]! - middleX, y[k]! - middleY);
    if (far < least) [node, least] = [k, far];
  }
  const angle = Math.atan2(y[node]! - middleY, x[node]! - middleX);
  const sector = (Math.round(angle / (Math.PI / 4)) + 8) % 8;
  return { node, direction: DIRECTIONS[sector]! };
}
