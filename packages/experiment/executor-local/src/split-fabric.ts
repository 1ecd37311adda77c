import type { Fabric } from "@fabriclab/spec";

/** A part may weigh this much more than its share. */
const IMBALANCE = 1.04;
/** Rounds of moving switches across a border; few are needed, as orders are good to begin with. */
const ROUNDS = 8;

/**
 * Splits a fabric's nodes into parts of about equal work with few cables between them, for simulation on several threads: the switches are
 * put in order in several ways, each order is cut into runs, single switches are moved across the borders while that cuts fewer cables (as
 * Kernighan and Lin, but one at a time), and the split with the fewest cut is taken. Hosts stay with their switch; switches that share a host
 * stay together.
 *
 * A function of the fabric alone. O(cables), and O(switches * border) for the greedy orders.
 *
 * @param parts 1 … 255
 * @returns node -> part; fewer parts are used where there are fewer switches
 */
export function splitFabric(fabric: Fabric, parts: number): Uint8Array {
  const clusters = clustersOf(fabric);
  const count = Math.max(1, Math.min(parts, clusters.weight.length));
  let best: { readonly partOf: Uint8Array; readonly cut: number } | undefined;
  for (const order of ordersOf(clusters)) {
    const partOf = cutInOrder(clusters, order, count);
    refine(clusters, partOf, count);
    const cut = cutOf(clusters, partOf);
    if (best === undefined || cut < best.cut) best = { partOf, cut };
  }
  return Uint8Array.from(clusters.of, (cluster) => best?.partOf[cluster] ?? 0);
}

/** Switches with their hosts, as a graph. */
interface Clusters {
  /** Node -> cluster. */
  readonly of: Int32Array;
  /** Cluster -> cabled switch ports: each carries about the same traffic. */
  readonly weight: Float64Array;
  /** Cluster -> the clusters at the other ends of its cables, once per cable. */
  readonly neighbours: readonly (readonly number[])[];
}

function clustersOf(fabric: Fabric): Clusters {
  const root = Int32Array.from({ length: fabric.nodeCount }, (_, node) => node);
  const find = (node: number): number => {
    let at = node;
    while (root[at] !== at) {
      root[at] = root[root[at]!]!;
      at = root[at]!;
    }
    return at;
  };
  const cables: [number, number][] = [];
  for (let port = 0; port < fabric.portCount; port += 1) {
    const peer = fabric.portPeer[port]!;
    if (peer < port) continue;
    const ends: [number, number] = [
      fabric.portNode[port]!,
      fabric.portNode[peer]!,
    ];
    cables.push(ends);
    if (Math.max(...ends) < fabric.switchCount) continue;
    const [a, b] = [find(ends[0]), find(ends[1])];
    root[Math.max(a, b)] = Math.min(a, b);
  }
  const number = new Map<number, number>();
  const of = root.map((_, node) => {
    const of = find(node);
    if (!number.has(of)) number.set(of, number.size);
    return number.get(of)!;
  });
  const weight = new Float64Array(number.size);
  const neighbours: number[][] = Array.from(weight, () => []);
  for (const [a, b] of cables) {
    for (const node of [a, b])
      if (node < fabric.switchCount) weight[of[node]!]! += 1;
    if (of[a] === of[b]) continue;
    neighbours[of[a]!]!.push(of[b]!);
    neighbours[of[b]!]!.push(of[a]!);
  }
  return { of, weight, neighbours };
}

/** The clusters' own order (rows of a mesh, levels of a tree); breadth-first and greedily grown ones from the first and from the farthest. */
function ordersOf(clusters: Clusters): number[][] {
  const orders = [[...clusters.weight.keys()]];
  let start = 0;
  for (let turn = 0; turn < 4; turn += 1) {
    const order = breadthFirst(clusters, start);
    orders.push(order, grown(clusters, start));
    start = order.at(-1) ?? 0;
  }
  return orders;
}

function breadthFirst({ neighbours }: Clusters, start: number): number[] {
  const seen = new Uint8Array(neighbours.length);
  const order: number[] = [];
  const visit = (from: number): void => {
    if (seen[from] === 1) return;
    seen[from] = 1;
    order.push(from);
  };
  let at = 0;
  for (let next = -1; order.length < neighbours.length; next += 1) {
    visit(next < 0 ? start : next);
    for (; at < order.length; at += 1) neighbours[order[at]!]!.forEach(visit);
  }
  return order;
}

/** Takes next, of all that is reached, what has the greatest share of its cables to what is taken (graph growing, Karypis and Kumar 1998). */
function grown({ neighbours }: Clusters, start: number): number[] {
  const inside = new Int32Array(neighbours.length);
  const taken = new Uint8Array(neighbours.length);
  const order: number[] = [];
  const reached: number[] = [];
  const share = (cluster: number): number =>
    inside[cluster]! / neighbours[cluster]!.length;
  for (let next = -1; order.length < neighbours.length; next += 1) {
    const from = next < 0 ? start : next;
    if (taken[from] === 0) reached.push(from);
    while (reached.length > 0) {
      let best = 0;
      for (let k = 1; k < reached.length; k += 1)
        if (share(reached[k]!) > share(reached[best]!)) best = k;
      const [cluster] = reached.splice(best, 1);
      taken[cluster!] = 1;
      order.push(cluster!);
      for (const other of neighbours[cluster!]!) {
        if (taken[other] === 1) continue;
        if ((inside[other] ?? 0) === 0) reached.push(other);
        inside[other]! += 1;
      }
    }
  }
  return order;
}

/** Cuts an order into `parts` runs of about equal weight, none of them empty. */
function cutInOrder(
  { weight }: Clusters,
  order: readonly number[],
  parts: number,
): Uint8Array {
  const total = weight.reduce((a, b) => a + b, 0);
  const partOf = new Uint8Array(weight.length);
  let part = 0;
  let before = 0;
  let filled = 0;
  order.forEach((cluster, index) => {
    const middle = before + weight[cluster]! / 2;
    const left = order.length - index;
    const wanted = middle >= (total * (part + 1)) / parts;
    if (filled > 0 && part < parts - 1 && (wanted || left < parts - part)) {
      part += 1;
      filled = 0;
    }
    partOf[cluster] = part;
    filled += 1;
    before += weight[cluster]!;
  });
  return partOf;
}

/** Moves clusters to a neighbouring part while fewer cables are cut and no part grows too heavy. */
function refine(
  { weight, neighbours }: Clusters,
  partOf: Uint8Array,
  parts: number,
): void {
  const load = new Float64Array(parts);
  weight.forEach((own, cluster) => (load[partOf[cluster]!]! += own));
  const share = load.reduce((a, b) => a + b, 0) / parts;
  const links = new Int32Array(parts);
  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = false;
    for (const [cluster, own] of weight.entries()) {
      const from = partOf[cluster]!;
      links.fill(0);
      for (const other of neighbours[cluster]!) links[partOf[other]!]! += 1;
      let to = from;
      for (let part = 0; part < parts; part += 1)
        if (links[part]! > links[to]!) to = part;
      const fits =
        load[to]! + own <= IMBALANCE * share &&
        load[from]! - own >= (2 - IMBALANCE) * share;
      if (to === from || !fits) continue;
      partOf[cluster] = to;
      load[from]! -= own;
      load[to]! += own;
      moved = true;
    }
    if (!moved) return;
  }
}

function cutOf({ neighbours }: Clusters, partOf: Uint8Array): number {
  let cut = 0;
  neighbours.forEach((others, cluster) => {
    for (const other of others) if (partOf[other] !== partOf[cluster]) cut += 1;
  });
  return cut / 2;
}
