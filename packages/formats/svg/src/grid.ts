import { coordinatesByNames } from "./coordinates.ts";
import type { SwitchGraph } from "./graph.ts";

/** Switches in columns and rows, some rings of them closed. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Switch -> column. */
  readonly x: Int32Array;
  /** Switch -> row, 0 at the bottom. */
  readonly y: Int32Array;
}

/** Placements that a search may try before it gives up. */
const STEPS = 200_000;

/**
 * The mesh or torus that a fabric is: as the switches' names say (their last two numbers), where the cables agree with that; else as the cables alone say, for
 * complete meshes and tori. Undefined where it is neither.
 *
 * Complexity: O(pairs) by names; a backtracking search with a cap by cables.
 */
export function gridOf(
  graph: SwitchGraph,
  names: readonly string[],
): Grid | undefined {
  return gridByNames(graph, names) ?? gridByCables(graph);
}

function gridByNames(
  graph: SwitchGraph,
  names: readonly string[],
): Grid | undefined {
  const found = coordinatesByNames(graph, names, 2);
  if (found === undefined) return undefined;
  const [x, y] = found.at as [Int32Array, Int32Array];
  const [columns, rows] = found.sizes as [number, number];
  return { columns, rows, x, y };
}

function gridByCables(graph: SwitchGraph): Grid | undefined {
  const { count, pairs } = graph;
  for (let rows = 2; rows * rows <= count; rows++) {
    if (count % rows !== 0) continue;
    const columns = count / rows;
    for (const wrapX of [false, true]) {
      for (const wrapY of [false, true]) {
        if ((wrapX && columns < 3) || (wrapY && rows < 3)) continue;
        const cables =
          columns * (rows - 1) +
          rows * (columns - 1) +
          (wrapX ? rows : 0) +
          (wrapY ? columns : 0);
        if (cables !== pairs.length) continue;
        const found = placed(graph, columns, rows, wrapX, wrapY);
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

/** Fills the cells square by square, so that a wrong turn is noticed at once. */
function placed(
  { count, neighbours }: SwitchGraph,
  columns: number,
  rows: number,
  wrapX: boolean,
  wrapY: boolean,
): Grid | undefined {
  const cells: { readonly x: number; readonly y: number }[] = [];
  for (let s = 0; s < Math.max(columns, rows); s++) {
    for (let k = 0; k < s; k++) {
      if (s < columns && k < rows) cells.push({ x: s, y: k });
      if (k < columns && s < rows) cells.push({ x: k, y: s });
    }
    if (s < columns && s < rows) cells.push({ x: s, y: s });
  }
  const at = new Int32Array(columns * rows).fill(-1);
  const used = new Uint8Array(count);
  const degree = (x: number, y: number): number =>
    (wrapX || (x > 0 && x < columns - 1) ? 2 : 1) +
    (wrapY || (y > 0 && y < rows - 1) ? 2 : 1);
  const around = (x: number, y: number): number[] => {
    const found: number[] = [];
    const add = (cx: number, cy: number): void => {
      const sw = at[cy * columns + cx] ?? -1;
      if (sw >= 0) found.push(sw);
    };
    if (x > 0) add(x - 1, y);
    else if (wrapX) add(columns - 1, y);
    if (x < columns - 1) add(x + 1, y);
    else if (wrapX) add(0, y);
    if (y > 0) add(x, y - 1);
    else if (wrapY) add(x, rows - 1);
    if (y < rows - 1) add(x, y + 1);
    else if (wrapY) add(x, 0);
    return found;
  };
  let steps = 0;
  const fill = (k: number): boolean => {
    const cell = cells[k];
    if (cell === undefined) return true;
    if (++steps > STEPS) return false;
    const beside = around(cell.x, cell.y);
    const candidates =
      k === 0 ? neighbours.keys() : (neighbours[beside[0] ?? 0] ?? []);
    for (const sw of candidates) {
      const own = neighbours[sw] ?? [];
      if (used[sw] === 1 || own.length !== degree(cell.x, cell.y)) continue;
      if (!beside.every((other) => own.includes(other))) continue;
      used[sw] = 1;
      at[cell.y * columns + cell.x] = sw;
      if (fill(k + 1)) return true;
      used[sw] = 0;
      at[cell.y * columns + cell.x] = -1;
      // All corners of a mesh, and all switches of a torus, are alike: where one cannot be the first, none can.
      if (k === 0) return false;
    }
    return false;
  };
  if (!fill(0)) return undefined;
  const x = new Int32Array(count);
  const y = new Int32Array(count);
  for (const cell of cells) {
    const sw = at[cell.y * columns + cell.x] ?? 0;
    x[sw] = cell.x;
    y[sw] = cell.y;
  }
  return { columns, rows, x, y };
}
