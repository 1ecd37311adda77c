import { distances, type SwitchGraph } from "./graph.ts";

/**
 * An order of the switches round a circle in which cabled ones stand near each other: a greedy order (next comes whoever has most cables into those that stand
 * already), then pairs of places are exchanged as long as that shortens the cables.
 *
 * Complexity: O(passes · n² · degree): for some dozens of switches.
 */
export function circleOrder(graph: SwitchGraph): number[] {
  const { count, neighbours } = graph;
  const order: number[] = [];
  const linked = new Int32Array(count);
  const standing = new Uint8Array(count);
  for (let k = 0; k < count; k++) {
    let next = -1;
    for (let sw = 0; sw < count; sw++) {
      if (standing[sw] === 1) continue;
      if (next < 0 || (linked[sw] ?? 0) > (linked[next] ?? 0)) next = sw;
    }
    standing[next] = 1;
    order.push(next);
    for (const other of neighbours[next] ?? [])
      linked[other] = (linked[other] ?? 0) + 1;
  }
  const place = new Int32Array(count);
  order.forEach((sw, k) => (place[sw] = k));
  const gap = (a: number, b: number): number => {
    const steps = Math.abs((place[a] ?? 0) - (place[b] ?? 0));
    return Math.min(steps, count - steps);
  };
  const cost = (sw: number): number =>
    (neighbours[sw] ?? []).reduce((sum, other) => sum + gap(sw, other) ** 2, 0);
  const exchange = (a: number, b: number): void => {
    [place[a], place[b]] = [place[b] ?? 0, place[a] ?? 0];
  };
  for (let pass = 0; pass < 40; pass++) {
    let better = false;
    for (let a = 0; a < count; a++) {
      for (let b = a + 1; b < count; b++) {
        const before = cost(a) + cost(b);
        exchange(a, b);
        if (cost(a) + cost(b) < before) better = true;
        else exchange(a, b);
      }
    }
    if (!better) break;
  }
  return [...order].sort((a, b) => (place[a] ?? 0) - (place[b] ?? 0));
}

/** Switches round a centre. */
export interface Rings {
  /** Switch -> ring, 0 = the centre. */
  readonly ring: Int32Array;
  /** Switch -> angle in turns, 0 … 1. */
  readonly turn: Float64Array;
}

/**
 * Rings by distance from the switch that is nearest to all; each switch stands in the sector of the one through which it was reached, and sectors are as wide as what
 * hangs in them. Parts of a fabric without a cable between them get sectors of their own.
 *
 * Complexity: O(switches · pairs) up to 500 switches, for the centre; else O(pairs).
 */
export function ringsOf(graph: SwitchGraph): Rings {
  const { count, neighbours } = graph;
  const ring = new Int32Array(count).fill(-1);
  const turn = new Float64Array(count);
  const roots: number[] = [];
  const children: number[][] = Array.from({ length: count }, () => []);
  const queue: number[] = [];
  for (let start = centreOf(graph); start >= 0; start = ring.indexOf(-1)) {
    roots.push(start);
    ring[start] = 0;
    queue.push(start);
    for (let head = queue.length - 1; head < queue.length; head++) {
      const sw = queue[head] ?? 0;
      for (const next of neighbours[sw] ?? []) {
        if (ring[next] !== -1) continue;
        ring[next] = (ring[sw] ?? 0) + 1;
        children[sw]?.push(next);
        queue.push(next);
      }
    }
  }
  // A lone centre stands in the middle, several centres on a first ring.
  if (roots.length > 1) ring.forEach((value, sw) => (ring[sw] = value + 1));
  const leaves = new Int32Array(count);
  for (const sw of [...queue].reverse())
    leaves[sw] = Math.max(
      1,
      (children[sw] ?? []).reduce((sum, one) => sum + (leaves[one] ?? 0), 0),
    );
  const total = roots.reduce((sum, root) => sum + (leaves[root] ?? 0), 0);
  const begin = new Float64Array(count);
  let at = 0;
  for (const root of roots) {
    begin[root] = at;
    at += (leaves[root] ?? 0) / total;
  }
  for (const sw of queue) {
    turn[sw] = (begin[sw] ?? 0) + (leaves[sw] ?? 0) / total / 2;
    let from = begin[sw] ?? 0;
    for (const child of children[sw] ?? []) {
      begin[child] = from;
      from += (leaves[child] ?? 0) / total;
    }
  }
  return { ring, turn };
}

function centreOf(graph: SwitchGraph): number {
  if (graph.count === 0) return -1;
  const degree = (sw: number): number => graph.neighbours[sw]?.length ?? 0;
  let centre = 0;
  if (graph.count > 500) {
    for (let sw = 1; sw < graph.count; sw++)
      if (degree(sw) > degree(centre)) centre = sw;
    return centre;
  }
  let nearest = Infinity;
  for (let sw = 0; sw < graph.count; sw++) {
    const sum = distances(graph, [sw]).reduce(
      (all, one) => all + (one < 0 ? graph.count : one),
      0,
    );
    if (sum < nearest) {
      nearest = sum;
      centre = sw;
    }
  }
  return centre;
}
