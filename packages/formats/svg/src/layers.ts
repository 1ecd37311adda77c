import { distances, type SwitchGraph } from "./graph.ts";
import { podsTogether } from "./pods.ts";

/** Sweeps over the layers, each down and up. */
const SWEEPS = 12;

/**
 * Switches by rank, the leaves last: rank = distance from the switches that have most of the hosts. Undefined where that is no hierarchy: one rank only, or cables
 * inside a rank or across several. A switch without cables, such as a spine that is down, stands with the roots.
 *
 * Within a rank, switches stand in the order of their neighbours' mean position, swept down and up, and the order with the shortest cables of all sweeps is kept
 * (Sugiyama, Tagawa, Toda 1981, their barycentric method). Then pods are put together.
 *
 * Complexity: O(sweeps · (pairs + switches log switches)).
 */
export function layersOf(graph: SwitchGraph): number[][] | undefined {
  const ranks = ranksOf(graph);
  if (ranks === undefined) return undefined;
  const layers: number[][] = [];
  for (let sw = 0; sw < graph.count; sw++)
    (layers[ranks[sw] ?? 0] ??= []).push(sw);
  return ascending(podsTogether(graph, ordered(graph, layers, ranks), ranks));
}

/** A leaf has at least this share of the hosts of the switch with most: other switches may have a service node or two. */
const LEAF_SHARE = 0.2;

function ranksOf(graph: SwitchGraph): Int32Array | undefined {
  const { count, hosts, pairs, neighbours } = graph;
  const most = Math.max(0, ...hosts);
  if (most === 0) return undefined;
  const leaves = [...hosts.keys()].filter(
    (sw) => (hosts[sw] ?? 0) > 0 && (hosts[sw] ?? 0) >= LEAF_SHARE * most,
  );
  if (leaves.length === count) return undefined;
  const reached = distances(graph, leaves);
  const top = Math.max(...reached);
  const height = reached.map((value, sw) =>
    value < 0 && neighbours[sw]?.length === 0 ? top : value,
  );
  if (height.includes(-1)) return undefined;
  const flat = pairs.filter(
    ({ a, b }) => Math.abs((height[a] ?? 0) - (height[b] ?? 0)) !== 1,
  );
  if (flat.length > 0.05 * pairs.length) return undefined;
  return height.map((value) => top - value);
}

function ordered(
  { neighbours }: SwitchGraph,
  layers: number[][],
  ranks: Int32Array,
): number[][] {
  const place = new Float64Array(ranks.length);
  const spread = (layer: readonly number[]): void => {
    layer.forEach((sw, k) => (place[sw] = (k + 0.5) / layer.length));
  };
  layers.forEach(spread);
  const length = (): number => {
    let sum = 0;
    neighbours.forEach((list, sw) => {
      for (const other of list)
        sum += Math.abs((place[sw] ?? 0) - (place[other] ?? 0));
    });
    return sum;
  };
  let best = layers.map((layer) => [...layer]);
  let shortest = length();
  const current = layers.map((layer) => [...layer]);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    const order = down ? [...current.keys()] : [...current.keys()].reverse();
    for (const rank of order.slice(1)) {
      const towards = down ? rank - 1 : rank + 1;
      const layer = current[rank] ?? [];
      const middle = new Map(
        layer.map((sw) => {
          const near = (neighbours[sw] ?? []).filter(
            (other) => ranks[other] === towards,
          );
          const sum = near.reduce((all, other) => all + (place[other] ?? 0), 0);
          return [sw, near.length === 0 ? (place[sw] ?? 0) : sum / near.length];
        }),
      );
      const key = (sw: number): number =>
        Math.round((middle.get(sw) ?? 0) * 1e9);
      layer.sort(
        (a, b) => key(a) - key(b) || (place[a] ?? 0) - (place[b] ?? 0) || a - b,
      );
      spread(layer);
    }
    const now = length();
    if (now < shortest - 1e-9) {
      shortest = now;
      best = current.map((layer) => [...layer]);
    }
  }
  return best;
}

/** An order and its mirror image are equally good: the one in which the leaves' numbers grow from left to right. */
function ascending(layers: number[][]): number[][] {
  const leaves = layers.at(-1) ?? [];
  if ((leaves[0] ?? 0) > (leaves.at(-1) ?? 0))
    for (const layer of layers) layer.reverse();
  return layers;
}
