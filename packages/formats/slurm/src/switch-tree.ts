import type { Fabric } from "@fabriclab/spec";

/** A forest over the switches. */
export interface SwitchTree {
  /** Switch -> those below it that have compute nodes, or have such below them. */
  readonly children: readonly (readonly number[])[];
  /** Those that stand in it, the lowest first. */
  readonly order: readonly number[];
}

/** Why not all: a large fabric has hundreds that are as good. */
const MOST_ROOTS = 64;

/**
 * A tree of shortest paths for each connected part of the fabric, without branches that end in no compute node. Its root is the switch
 * without compute nodes that is nearest to those with compute nodes, all distances added.
 *
 * Complexity: O(links) for each of at most 64 roots.
 */
export function switchTree(
  fabric: Fabric,
  hasNodes: readonly boolean[],
): SwitchTree {
  const near = neighbours(fabric);
  const fromNodes = distances(
    near,
    hasNodes.flatMap((has, sw) => (has ? [sw] : [])),
  ).distance;
  const children = near.map((): number[] => []);
  const order: number[] = [];
  const done = new Uint8Array(near.length);
  for (let sw = 0; sw < near.length; sw++) {
    if (done[sw] === 1) continue;
    const part = distances(near, [sw]).order;
    for (const one of part) done[one] = 1;
    if (!part.some((one) => hasNodes[one] === true)) continue;
    const best = bestTree(near, part, fromNodes, hasNodes);
    // From the lowest up, so that a switch knows whether anything below it stays.
    for (const one of [...best.order].reverse()) {
      if (hasNodes[one] !== true && children[one]?.length === 0) continue;
      order.push(one);
      const parent = best.parent[one] ?? -1;
      if (parent >= 0) children[parent]?.push(one);
    }
    // A root above one switch alone joins nothing.
    for (;;) {
      const root = order.at(-1) ?? -1;
      if (hasNodes[root] === true || children[root]?.length !== 1) break;
      children[root] = [];
      order.pop();
    }
  }
  return {
    children: children.map((list) => list.sort((a, b) => a - b)),
    order,
  };
}

function bestTree(
  near: readonly (readonly number[])[],
  part: readonly number[],
  fromNodes: Int32Array,
  hasNodes: readonly boolean[],
): Walk {
  const degree = (sw: number): number => near[sw]?.length ?? 0;
  const roots = part
    .toSorted(
      (a, b) =>
        (fromNodes[b] ?? 0) - (fromNodes[a] ?? 0) ||
        degree(b) - degree(a) ||
        a - b,
    )
    .slice(0, MOST_ROOTS);
  const free = roots.filter((sw) => hasNodes[sw] !== true);
  let best: Walk | undefined;
  let least = Infinity;
  for (const root of free.length > 0 ? free : roots) {
    const walk = distances(near, [root]);
    let sum = 0;
    for (const sw of part)
      if (hasNodes[sw] === true) sum += walk.distance[sw] ?? 0;
    if (sum < least) best = walk;
    least = Math.min(least, sum);
  }
  return best ?? distances(near, part.slice(0, 1));
}

interface Walk {
  readonly order: readonly number[];
  readonly parent: Int32Array;
  readonly distance: Int32Array;
}

function neighbours(fabric: Fabric): number[][] {
  return Array.from({ length: fabric.switchCount }, (_, sw) => {
    const found = new Set<number>();
    for (
      let port = fabric.portStart[sw] ?? 0;
      port < (fabric.portStart[sw + 1] ?? 0);
      port++
    ) {
      const peer = fabric.portNode[fabric.portPeer[port] ?? -1] ?? -1;
      if (peer >= 0 && peer < fabric.switchCount) found.add(peer);
    }
    return [...found].sort((a, b) => a - b);
  });
}

function distances(
  near: readonly (readonly number[])[],
  from: readonly number[],
): Walk {
  const distance = new Int32Array(near.length).fill(-1);
  const parent = new Int32Array(near.length).fill(-1);
  const order = [...from];
  for (const sw of from) distance[sw] = 0;
  for (let at = 0; at < order.length; at++) {
    const sw = order[at] ?? 0;
    for (const other of near[sw] ?? []) {
      if ((distance[other] ?? 0) >= 0) continue;
      distance[other] = (distance[sw] ?? 0) + 1;
      parent[other] = sw;
      order.push(other);
    }
  }
  return { order, parent, distance };
}
