import type { Grid } from "./grid.ts";

/**
 * The shorter way round from one position to another: 1 upwards, -1 downwards. Of two equal ways the one that does not cross the dateline, which lies
 * between the last position and the first. A dimension that does not wrap is measured in the same way.
 */
export function shorterWay(from: number, to: number, radix: number): 1 | -1 {
  const up = (to - from + radix) % radix;
  if (2 * up === radix) return from < to ? 1 : -1;
  return 2 * up < radix ? 1 : -1;
}

/** Whether the shorter way crosses the dateline. */
export function crossesDateline(
  from: number,
  to: number,
  radix: number,
): boolean {
  if (from === to) return false;
  return shorterWay(from, to, radix) > 0 ? to < from : to > from;
}

/**
 * Where a switch sends a packet for another one: along the first dimension in which they differ, the shorter way, or the other one where the ring is cut.
 * Towards a turning point that is missing packets go the shorter way as far as there are switches, and turn there; on the far side of a mesh, whose shorter way
 * would lead over the edge, they turn at once.
 */
export class Ways {
  readonly #grid: Grid;
  /** Place -> switch, -1 where there is none. */
  readonly #at: Int32Array;
  readonly #joined: (a: number, b: number) => boolean;

  constructor(
    grid: Grid,
    at: Int32Array,
    joined: (a: number, b: number) => boolean,
  ) {
    this.#grid = grid;
    this.#at = at;
    this.#joined = joined;
  }

  /** The switch that comes next on the way between two places, -1 where there is none. */
  next(from: number, to: number): number {
    const grid = this.#grid;
    for (const [d, { radix }] of grid.dimensions.entries()) {
      const [here, target] = [grid.position(from, d), grid.position(to, d)];
      if (here === target) continue;
      const shorter = shorterWay(here, target, radix);
      if (this.#hasTurn(from, d, target)) {
        const way = [shorter, -shorter].find((step) =>
          this.#isClear(from, d, step, target),
        );
        return way === undefined ? -1 : this.#step(from, d, way);
      }
      const next = this.#step(from, d, shorter);
      if (next >= 0) return next;
    }
    return -1;
  }

  /** Whether the switch is there in which a path along a dimension would turn. */
  #hasTurn(from: number, d: number, target: number): boolean {
    const grid = this.#grid;
    const turn = grid.dimensions.map((_, one) =>
      one === d ? target : grid.position(from, one),
    );
    return (this.#at[grid.place(turn)] ?? -1) >= 0;
  }

  /** The switch that a cable joins in a direction, -1 where there is none. */
  #step(from: number, d: number, way: number): number {
    const next = this.#at[this.#grid.next(from, d, way)] ?? -1;
    return next >= 0 && this.#joined(this.#at[from] ?? -1, next) ? next : -1;
  }

  /** Whether nothing is missing in a direction up to the target. */
  #isClear(from: number, d: number, way: number, target: number): boolean {
    const grid = this.#grid;
    for (let at = from; grid.position(at, d) !== target;) {
      if (this.#step(at, d, way) < 0) return false;
      at = grid.next(at, d, way);
    }
    return true;
  }
}
