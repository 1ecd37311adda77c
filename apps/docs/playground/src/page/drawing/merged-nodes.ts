import type { FabricView } from "../../shared/protocol.ts";
import type { Pose } from "./pose.ts";
import type { Look, NodeList } from "./surface.ts";

/** Nodes of a kind that are closer than this share of their diameter, or than a pixel, are one mark. */
const CLOSE = 0.2;

/**
 * Nodes that are seen, kind after kind. Where many of a kind lie in one place, one is drawn for all.
 *
 * @param kinds node -> place in `looks`
 * Complexity: O(kinds * (nodes + pixels)).
 */
export function mergedNodes(
  { x, y }: FabricView,
  kinds: Uint8Array,
  looks: readonly Look[],
  { affine, ratio, width, height }: Pose,
): NodeList {
  const at = new Float32Array(2 * x.length);
  const list = new Uint8Array(x.length);
  const scale = affine.scale * ratio;
  const [left, top] = [affine.x * ratio, affine.y * ratio];
  let count = 0;
  looks.forEach(({ size }, kind) => {
    const cell = Math.max(1, CLOSE * size);
    const columns = Math.ceil((width * ratio + 2 * size) / cell) + 1;
    const rows = Math.ceil((height * ratio + 2 * size) / cell) + 1;
    const taken = new Uint8Array(columns * rows);
    for (let node = 0; node < x.length; node++) {
      if (kinds[node] !== kind) continue;
      const px = left + scale * x[node]!;
      const py = top - scale * y[node]!;
      const column = Math.floor((px + size) / cell);
      const row = Math.floor((py + size) / cell);
      if (column < 0 || column >= columns || row < 0 || row >= rows) continue;
      const field = row * columns + column;
      if (taken[field] === 1) continue;
      taken[field] = 1;
      at[2 * count] = px;
      at[2 * count + 1] = py;
      list[count] = kind;
      count += 1;
    }
  });
  return { count, at, kinds: list, looks };
}
