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
 * A turning point that is missing is gone round by turning in the switch before it.
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
    for (let d = 0; d < grid.dimensions.length; d++) {
      const target = grid.position(to, d);
      if (grid.position(from, d) === target) continue;
      const way = this.#way(from, d, target);
      if (way === 0) return -1;
      const next = this.#at[grid.next(from, d, way)] ?? -1;
      if (next >= 0) return next;
      return this.#earlyTurn(from, to, d + 1);
    }
    return -1;
  }

  #earlyTurn(from: number, to: number, first: number): number {
    const grid = this.#grid;
    for (let d = first; d < grid.dimensions.length; d++) {
      const target = grid.position(to, d);
      if (grid.position(from, d) === target) continue;
      const way = this.#way(from, d, target);
      return way === 0 ? -1 : (this.#at[grid.next(from, d, way)] ?? -1);
    }
    return -1;
  }

  /** The direction in which nothing is missing before the target; 0 where both are cut. */
  #way(from: number, d: number, target: number): 1 | -1 | 0 {
    const { radix = 1, wraps } = this.#grid.dimensions[d] ?? {};
    const here = this.#grid.position(from, d);
    if (wraps !== true) {
      const way = here < target ? 1 : -1;
      return this.#isClear(from, d, way, target) ? way : 0;
    }
    const shorter = shorterWay(here, target, radix);
    if (this.#isClear(from, d, shorter, target)) return shorter;
    const longer = shorter === 1 ? -1 : 1;
    return this.#isClear(from, d, longer, target) ? longer : 0;
  }

  #isClear(from: number, d: number, way: 1 | -1, target: number): boolean {
    const grid = this.#grid;
    for (let at = from; grid.position(at, d) !== target;) {
      const next = grid.next(at, d, way);
      const sw = this.#at[next] ?? -1;
      // A missing switch is gone round only where the way turns in it.
      if (sw < 0) return grid.position(next, d) === target;
      if (!this.#joined(this.#at[at] ?? -1, sw)) return false;
      at = next;
    }
    return true;
  }
}
