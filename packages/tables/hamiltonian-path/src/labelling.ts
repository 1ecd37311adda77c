import {
  EAST,
  NORTH,
  SOUTH,
  WEST,
  type MeshShape,
} from "@fabriclab/topology-mesh";

/** One step from a switch of a mesh to its neighbour. */
export interface MeshHop {
  readonly sw: number;
  /** Port number by which the step leaves. */
  readonly port: number;
}

/**
 * The Hamiltonian labelling of a mesh, Lin, McKinley and Ni 1994 §3: rows from south to north, even ones eastwards, odd ones westwards. Channels to a
 * higher label form one network without cycles, those to a lower label another.
 *
 * Complexity: O(switches) to make, O(1) a step.
 */
export class Labelling {
  /** Switch -> label, 0 … switches-1: y·m + x on even rows of m columns, y·m + m-1-x on odd ones. */
  readonly label: Int32Array;
  readonly #shape: MeshShape;

  constructor(shape: MeshShape) {
    const { x, y, columns } = shape;
    this.#shape = shape;
    this.label = Int32Array.from(x, (column, sw) => {
      const row = y[sw] ?? 0;
      return row * columns + (row % 2 === 0 ? column : columns - 1 - column);
    });
  }

  /** The neighbours of a switch: at most four, in port order. */
  neighbours(sw: number): MeshHop[] {
    const { x, y, columns, rows, switchAt } = this.#shape;
    const column = x[sw] ?? 0;
    const row = y[sw] ?? 0;
    const found: MeshHop[] = [];
    const add = (toX: number, toY: number, port: number): void => {
      if (toX < 0 || toY < 0 || toX >= columns || toY >= rows) return;
      found.push({ sw: switchAt[toX * rows + toY] ?? -1, port });
    };
    add(column + 1, row, EAST);
    add(column, row + 1, NORTH);
    add(column - 1, row, WEST);
    add(column, row - 1, SOUTH);
    return found;
  }

  /**
   * The routing function R(u, v) of the paper, u ≠ v: upwards to the neighbour with the greatest label that does not exceed v's, downwards to the one
   * with the least label that does not fall below it.
   */
  step(from: number, to: number): MeshHop {
    const up = this.#of(from) < this.#of(to);
    let best: MeshHop | undefined;
    for (const hop of this.neighbours(from)) {
      const label = this.#of(hop.sw);
      const between = up
        ? label > this.#of(from) && label <= this.#of(to)
        : label < this.#of(from) && label >= this.#of(to);
      if (!between) continue;
      const farther =
        best === undefined ||
        (up ? label > this.#of(best.sw) : label < this.#of(best.sw));
      if (farther) best = hop;
    }
    // The next label up or down is always a neighbour's, so there is a hop.
    return best ?? { sw: to, port: 0 };
  }

  #of(sw: number): number {
    return this.label[sw] ?? -1;
  }
}
