import type { Grid } from "./grid.ts";

/** OpenSM's one spanning tree of a torus, of which every multicast group's tree is a part. */
export interface MasterTree {
  readonly root: number;
  /** Switch -> the switch before it on the way from the root, -1 at the root and where the tree does not reach. */
  readonly parent: Int32Array;
}

/**
 * Grows the tree: the ring along x through a switch in the middle, from each switch on it the ring along y, from each of those the ring along z. A ring
 * is left at its dateline, so that multicast beside dimension-ordered unicast closes no cycle; only where a failure cuts a ring is the dateline crossed.
 *
 * Complexity: O(places).
 *
 * @param at place -> switch, -1 where there is none
 * @param joined whether a cable joins two neighbours
 * @returns undefined where no switch in the middle has whole rings along x and y
 */
export function masterTree(
  grid: Grid,
  at: Int32Array,
  joined: (a: number, b: number) => boolean,
): MasterTree | undefined {
  const radix = [0, 1, 2].map((d) => grid.dimensions[d]?.radix ?? 1);
  const [xs = 1, ys = 1, zs = 1] = radix;
  const swAt = (x: number, y: number, z: number): number =>
    at[grid.place([x, y, z])] ?? -1;
  const root = middle(radix, swAt);
  if (root === undefined) return undefined;
  const parent = new Int32Array(at.length).fill(-1);
  const first = swAt(root[0], root[1], root[2]);
  const isIn = (sw: number): boolean => sw === first || parent[sw] !== -1;

  /** The next switch along a dimension that is cabled and not in the tree, -1 where there is none. */
  const onwards = (place: number, d: number, step: number): number => {
    const next = grid.next(place, d, step);
    const [from, to] = [at[place] ?? -1, at[next] ?? -1];
    return to < 0 || isIn(to) || !joined(from, to) ? -1 : next;
  };
  const growAlong = (start: number, d: number): void => {
    if (d >= grid.dimensions.length) return;
    const size = radix[d] ?? 1;
    // The tips of both branches; undefined once they cannot grow.
    const tips: [number | undefined, number | undefined] = [start, start];
    const grow = (branch: 0 | 1): void => {
      const tip = tips[branch];
      if (tip === undefined) return;
      const next = onwards(tip, d, branch === 0 ? -1 : 1);
      if (next >= 0) parent[at[next] ?? 0] = at[tip] ?? -1;
      tips[branch] = next < 0 ? undefined : next;
    };
    const here = grid.position(start, d);
    for (let left = here; left >= 1; left--) grow(0);
    for (let left = here; left < size - 1; left++) grow(1);
    if (tips[0] !== undefined && tips[1] !== undefined) return;
    for (let step = 0; step < size; step++) {
      grow(0);
      grow(1);
    }
  };
  const [, ym, zm] = root;
  growAlong(grid.place(root), 0);
  for (let x = 0; x < xs; x++) {
    if (swAt(x, ym, zm) >= 0) growAlong(grid.place([x, ym, zm]), 1);
    for (let y = 0; y < ys; y++)
      if (swAt(x, y, zm) >= 0 && zs > 1) growAlong(grid.place([x, y, zm]), 2);
  }
  return { root: first, parent };
}

/** Positions of a switch near the middle whose rings along x and y are whole, in a plane without gaps if there is one. */
function middle(
  [xs = 1, ys = 1, zs = 1]: readonly number[],
  swAt: (x: number, y: number, z: number) => number,
): [number, number, number] | undefined {
  const zm = Math.floor(zs / 2);
  const isWhole = (z: number): boolean => {
    for (let y = 0; y < ys; y++)
      for (let x = 0; x < xs; x++) if (swAt(x, y, z) < 0) return false;
    return true;
  };
  const inPlane = (z: number): [number, number, number] | undefined => {
    const [xm, ym] = [Math.floor(xs / 2), Math.floor(ys / 2)];
    for (let off = 0; off === 0 || (off <= xm && off <= ym); off++)
      for (const sign of off === 0 ? [1] : [-1, 1]) {
        const x = (xm + sign * off + xs) % xs;
        const y = (ym + sign * off + ys) % ys;
        let isGood = true;
        for (let i = 0; i < xs; i++) isGood &&= swAt(i, y, z) >= 0;
        for (let i = 0; i < ys; i++) isGood &&= swAt(x, i, z) >= 0;
        if (isGood) return [x, y, z];
      }
    return undefined;
  };
  for (let off = 0; off <= zm; off++)
    for (const sign of off === 0 ? [1] : [-1, 1]) {
      const z = (zm + sign * off + zs) % zs;
      if (!isWhole(z)) continue;
      const found = inPlane(z);
      if (found !== undefined) return found;
    }
  return inPlane(zm);
}
