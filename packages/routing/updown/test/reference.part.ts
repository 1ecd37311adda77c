import type { Fabric } from "@fabriclab/spec";

/** A fabric's switches as a plain graph, for reference algorithms that share nothing with the routing. */
export interface Graph {
  readonly count: number;
  /** Switch -> neighbours, in the order of its ports; twice where there are two links. */
  readonly next: readonly (readonly number[])[];
}

export function graphOf(fabric: Fabric): Graph {
  const next = Array.from({ length: fabric.switchCount }, (_, sw) => {
    const found: number[] = [];
    for (
      let port = fabric.portStart[sw]!;
      port < fabric.portStart[sw + 1]!;
      port++
    ) {
      const node = fabric.portNode[fabric.portPeer[port]!];
      if (node !== undefined && node < fabric.switchCount) found.push(node);
    }
    return found;
  });
  return { count: fabric.switchCount, next };
}

/** Hops from `from` to everywhere; Infinity where there is no way. */
export function distances({ count, next }: Graph, from: number): number[] {
  const found = new Array<number>(count).fill(Infinity);
  found[from] = 0;
  const queue = [from];
  for (const at of queue)
    for (const node of next[at]!)
      if (found[node] === Infinity) {
        found[node] = found[at]! + 1;
        queue.push(node);
      }
  return found;
}

/** Whether the step from `a` to its neighbour `b` goes up: nearer to the root, or as near and to the smaller GUID. */
export function goesUp(
  fabric: Fabric,
  toRoot: readonly number[],
): (a: number, b: number) => boolean {
  return (a, b) =>
    toRoot[b]! < toRoot[a]! ||
    (toRoot[b] === toRoot[a] && fabric.nodeGuid[b]! < fabric.nodeGuid[a]!);
}

/** Fewest hops of any path that never goes up after down, or of one that only goes down: a search over (switch, went down already). */
export function legalHops(
  graph: Graph,
  up: (a: number, b: number) => boolean,
  from: number,
  downOnly: boolean,
): number[] {
  const start = 2 * from + (downOnly ? 1 : 0);
  const hops = new Map([[start, 0]]);
  const queue = [start];
  for (const state of queue) {
    const at = state >> 1;
    const wentDown = (state & 1) === 1;
    for (const node of graph.next[at]!) {
      if (wentDown && up(at, node)) continue;
      const then = 2 * node + (wentDown || !up(at, node) ? 1 : 0);
      if (hops.has(then)) continue;
      hops.set(then, hops.get(state)! + 1);
      queue.push(then);
    }
  }
  return Array.from({ length: graph.count }, (_, to) =>
    Math.min(hops.get(2 * to) ?? Infinity, hops.get(2 * to + 1) ?? Infinity),
  );
}

/** Parents in the breadth-first tree: neighbours by port, first found first. */
export function treeParents({ count, next }: Graph, root: number): number[] {
  const parent = new Array<number>(count).fill(-1);
  const queue = [root];
  for (const at of queue)
    for (const node of next[at]!)
      if (node !== root && parent[node] === -1) {
        parent[node] = at;
        queue.push(node);
      }
  return parent;
}

/** The path along a tree: up to the last common ancestor, then down. */
export function treePath(
  parent: readonly number[],
  from: number,
  to: number,
): number[] {
  const chain = (sw: number): number[] =>
    sw < 0 ? [] : [sw, ...chain(parent[sw]!)];
  const [above, below] = [chain(from), chain(to)];
  const meet = above.find((sw) => below.includes(sw))!;
  return [
    ...above.slice(0, above.indexOf(meet) + 1),
    ...below.slice(0, below.indexOf(meet)).reverse(),
  ];
}
