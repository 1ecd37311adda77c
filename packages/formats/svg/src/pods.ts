import type { SwitchGraph } from "./graph.ts";

/**
 * The layers with the switches of a pod side by side, in the order that they have. A pod of rank r is what hangs together without the switches above r; in it are the
 * pods of the ranks below. Why: orders by neighbours' positions move a switch out of its pod for one cable that it lacks, and a picture is looked at for just that.
 *
 * Pods stand in the order of their switches' mean position. Layers in which they stand together as they are do not change.
 *
 * Complexity: O(ranks · switches log switches + pairs).
 */
export function podsTogether(
  { count, pairs }: SwitchGraph,
  layers: readonly (readonly number[])[],
  ranks: Int32Array,
): number[][] {
  const place = new Float64Array(count);
  for (const layer of layers)
    layer.forEach((sw, k) => (place[sw] = (k + 0.5) / layer.length));
  const podsAt = podsOf(count, pairs, layers, ranks);
  const middleAt = podsAt.map((pod) => middles(pod, place));
  return layers.map((layer, rank) =>
    [...layer].sort((a, b) => {
      for (let r = 1; r <= rank; r++) {
        const [p, q] = [podsAt[r]?.[a] ?? 0, podsAt[r]?.[b] ?? 0];
        if (p === q) continue;
        const middle = middleAt[r];
        return (middle?.[p] ?? 0) - (middle?.[q] ?? 0) || p - q;
      }
      return (place[a] ?? 0) - (place[b] ?? 0);
    }),
  );
}

/** Rank -> switch -> one switch of its pod of this rank, the same for all in it; -1 for switches above. */
function podsOf(
  count: number,
  pairs: SwitchGraph["pairs"],
  layers: readonly (readonly number[])[],
  ranks: Int32Array,
): Int32Array[] {
  const parent = Int32Array.from({ length: count }, (_, sw) => sw);
  const root = (sw: number): number => {
    let at = sw;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? at] ?? at;
      at = parent[at] ?? at;
    }
    return at;
  };
  /** By the upper one's rank. */
  const cables: (readonly [number, number])[][] = layers.map(() => []);
  for (const { a, b } of pairs) {
    const [p, q] = [ranks[a] ?? 0, ranks[b] ?? 0];
    // A cable inside a rank or across several is no part of the hierarchy.
    if (Math.abs(p - q) === 1) cables[Math.min(p, q)]?.push([a, b]);
  }
  const pods: Int32Array[] = [];
  for (let rank = layers.length - 1; rank > 0; rank--) {
    for (const [a, b] of cables[rank] ?? []) {
      const [p, q] = [root(a), root(b)];
      parent[Math.max(p, q)] = Math.min(p, q);
    }
    pods[rank] = Int32Array.from(ranks, (own, sw) =>
      own < rank ? -1 : root(sw),
    );
  }
  pods[0] = new Int32Array(count);
  return pods;
}

/** Pod -> the mean place of its switches. */
function middles(pods: Int32Array, place: Float64Array): Float64Array {
  const sum = new Float64Array(pods.length);
  const size = new Int32Array(pods.length);
  pods.forEach((pod, sw) => {
    if (pod < 0) return;
    sum[pod] = (sum[pod] ?? 0) + (place[sw] ?? 0);
    size[pod] = (size[pod] ?? 0) + 1;
  });
  return sum.map((value, pod) => value / Math.max(1, size[pod] ?? 0));
}
